import { describe, expect, it } from 'vitest';
import { brush } from './brush.ts';
import type { Step, ToolEvent, ToolSettings } from './tool.ts';
import { at, down, move, play as playOn, up, usual } from '../../../test/fixtures/tool-events.ts';

const settings: ToolSettings = { ...usual, size: 40, hardness: 0.7, hasPressure: true };

type BrushStep = Step<typeof brush.idle>;
const play = (events: readonly ToolEvent[], using = settings) => playOn(brush, events, using);

/** Returns the points of the stroke that the last event requested. */
function strokeOf(steps: readonly BrushStep[]) {
  const request = steps.at(-1)?.request;
  if (request?.kind !== 'operation' || request.operation.kind !== 'stroke')
    throw new Error('no stroke');
  return request.operation;
}

describe('the brush', () => {
  it('paints a dot on a click', () => {
    const stroke = strokeOf(play([down(at(12.34, 50)), up(at(12.34, 50, 0))]));
    const dot = { kind: 'stroke', combine: 'add', points: [12.3, 50, 20], hardness: 0.7 };
    expect(stroke).toEqual(dot);
  });

  it('changes its size with the pen pressure if that is enabled', () => {
    const events = [down(at(0, 0, 0.5)), move(at(10, 0, 0.8), at(20, 0, 0)), up(at(30, 0, 0))];
    expect(strokeOf(play(events)).points).toEqual([0, 0, 10, 10, 0, 16, 20, 0, 1, 30, 0, 1]);
    const even = strokeOf(play(events, { ...settings, hasPressure: false })).points;
    expect(even).toEqual([0, 0, 20, 10, 0, 20, 20, 0, 20, 30, 0, 20]);
  });

  it('swaps painting and erasing only if Alt is held at the start', () => {
    const modifiers = { shift: false, alt: true };
    expect(strokeOf(play([down(at(0, 0), modifiers), up(at(0, 0))])).combine).toBe('subtract');
    const taking = { ...settings, combine: 'subtract' as const };
    expect(strokeOf(play([down(at(0, 0), modifiers), up(at(0, 0))], taking)).combine).toBe('add');
    const late: ToolEvent = { kind: 'move', touches: [at(30, 0)], modifiers };
    expect(strokeOf(play([down(at(0, 0)), late, up(at(30, 0))])).combine).toBe('add');
  });

  it('continues in a straight line from the last stroke while Shift is held', () => {
    const modifiers = { shift: true, alt: false };
    const first = [down(at(5, 5), modifiers), move(at(40, 5)), up(at(60, 5, 0))];
    expect(strokeOf(play(first)).points.slice(0, 3)).toEqual([5, 5, 20]);
    const thrownAway = [down(at(90, 90)), move(at(95, 99)), { kind: 'cancel' } as const];
    const second = [down(at(200, 80, 0.5), modifiers), up(at(200, 80))];
    const stroke = strokeOf(play([...first, ...thrownAway, ...second]));
    expect(stroke.points).toEqual([60, 5, 10, 200, 80, 10]);
  });

  it('keeps nothing of a cancelled stroke', () => {
    const steps = play([down(at(0, 0)), move(at(50, 50)), { kind: 'cancel' }, up(at(60, 60))]);
    expect(steps[1]?.sketch?.kind).toBe('stroke');
    for (const step of steps.slice(2))
      expect(step).toEqual({ state: brush.idle, sketch: null, request: null });
  });

  it('only appends points to a stroke in progress', () => {
    const touches = Array.from({ length: 200 }, (_, n) =>
      at(n * 1.7, Math.sin(n / 9) * 80, n / 200),
    );
    const steps = play([down(at(0, 0)), ...touches.map((touch) => move(touch)), up(at(340, 0))]);
    const shown = steps.flatMap(({ sketch }) =>
      sketch?.kind === 'stroke' ? [sketch.stroke.points] : [],
    );
    for (const [index, points] of shown.slice(1).entries()) {
      expect(points.slice(0, shown[index]!.length)).toEqual(shown[index]);
    }
  });

  it('skips redundant points and saves the others compactly', () => {
    const steps: BrushStep[] = [];
    const send = (event: ToolEvent) => {
      steps.push(brush.next(steps.at(-1)?.state ?? brush.idle, event, settings));
    };
    // ten strokes across a photo of 50 megapixels; a pen reports about 200 points per stroke
    for (let stroke = 0; stroke < 10; stroke += 1) {
      const place = (n: number) => {
        const [x, y] = [Math.cos(n / 31 + stroke) * 3333.333, Math.sin(n / 17) * 2500.123];
        return at(4000 + x, 2700 + y, 0.3 + n / 777);
      };
      send(down(place(0)));
      for (let n = 1; n < 200; n += 2) send(move(place(n), place(n + 1)));
      send(up(place(200)));
    }
    const operations = steps.flatMap(({ request }) =>
      request?.kind === 'operation' ? [request.operation] : [],
    );
    expect(operations).toHaveLength(10);
    expect(JSON.stringify(operations).length).toBeLessThan(50_000);

    const slow = Array.from({ length: 2000 }, (_, n) => at(n / 100, 0));
    const stroke = strokeOf(play([down(at(0, 0)), move(...slow), up(at(20, 0))]));
    expect(stroke.points.length / 3).toBeLessThan(15);
    expect(stroke.points.slice(-3)).toEqual([20, 0, 20]);
  });
});
