import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { MaskDocument } from '#shared/mask/document.ts';
import { parseMask } from '#shared/mask/parse.ts';
import { at, none, play } from '../../../test/fixtures/tool-events.ts';
import { forAll } from '../../../test/fixtures/property.ts';
import { tools } from './index.ts';
import {
  toolNames,
  type Tool,
  type ToolEvent,
  type ToolSettings,
  type ToolRequest,
} from './tool.ts';

const coordinate = fc.oneof(
  fc.double({ min: -50, max: 400, noNaN: true }),
  // repeated positions, as in a double click
  fc.constantFrom(0, 10, 100),
);
const touch = fc.record({
  x: coordinate,
  y: coordinate,
  pressure: fc.double({ min: 0, max: 1, noNaN: true }),
});
const modifiers = fc.record({ shift: fc.boolean(), alt: fc.boolean() });
const event: fc.Arbitrary<ToolEvent> = fc.oneof(
  fc.record({
    kind: fc.constantFrom('down' as const, 'up' as const, 'hover' as const),
    touch,
    modifiers,
  }),
  fc.record({ kind: fc.constant('down' as const), touch, modifiers }),
  fc.record({
    kind: fc.constant('move' as const),
    touches: fc.array(touch, { maxLength: 9 }),
    modifiers,
  }),
  fc.record({ kind: fc.constantFrom('cancel' as const, 'enter' as const, 'back' as const) }),
);
const settings: fc.Arbitrary<ToolSettings> = fc.record({
  combine: fc.constantFrom('add', 'subtract'),
  size: fc.double({ min: 1, max: 900, noNaN: true }),
  hardness: fc.double({ min: 0, max: 1, noNaN: true }),
  hasPressure: fc.boolean(),
  tolerance: fc.integer({ min: 0, max: 100 }),
  isContiguous: fc.boolean(),
  zoom: fc.constantFrom(0.05, 0.3, 1, 16),
});

const names = toolNames.filter((name) => name !== 'hand');

describe.each(names)('%s', (name) => {
  const tool: Tool = tools[name];

  it('accepts events in any order, and requests at most one operation per gesture, always a valid one', () => {
    forAll([fc.array(event, { maxLength: 40 }), settings], 200, (events, chosen) => {
      const steps = play(tool, events, chosen);
      const isUnderWay = steps.map(({ sketch }) => sketch !== null);
      const started = isUnderWay.flatMap((is, index) =>
        is && isUnderWay[index - 1] !== true ? [events[index]?.kind] : [],
      );
      expect(started.filter((kind) => kind !== 'down')).toEqual([]);
      // every request ends its gesture, so a gesture can't make two requests
      const wished = steps.flatMap(({ request }, index) =>
        request === null ? [] : [{ request, index }],
      );
      for (const { request, index } of wished) {
        expect([isUnderWay[index - 1], isUnderWay[index]]).toEqual([true, false]);
        expect(canBeKept(request)).toBe(true);
      }
    });
  });

  it('forgets a cancelled gesture, whatever events follow', () => {
    forAll(
      [
        fc.array(event, { maxLength: 20 }),
        fc.array(
          event.filter(({ kind }) => kind !== 'down'),
          { maxLength: 9 },
        ),
        settings,
      ],
      (events, after, chosen) => {
        // continues from the state after the cancel
        const rest = play(tool, [...events, { kind: 'cancel' }], chosen).at(-1)!;
        expect(rest).toMatchObject({ sketch: null, request: null });
        const steps = play(
          { ...tool, idle: rest.state },
          [
            { kind: 'down', touch: at(3, 4), modifiers: none },
            ...events.filter(({ kind }) => kind === 'move' || kind === 'hover'),
            { kind: 'cancel' },
            ...after,
          ],
          chosen,
        );
        for (const step of steps.slice(-1 - after.length)) {
          expect(step).toEqual({ state: rest.state, sketch: null, request: null });
        }
      },
    );
  });
});

function canBeKept(request: ToolRequest): boolean {
  if (request.kind !== 'operation') return true;
  const operations = [request.operation];
  const document: MaskDocument = { width: 400, height: 300, operations, position: 1 };
  return parseMask(JSON.parse(JSON.stringify(document)), 'a mask').ok;
}
