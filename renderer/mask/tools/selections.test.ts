import { describe, expect, it } from 'vitest';
import {
  alt,
  at,
  both,
  down,
  hover,
  move,
  moveWith,
  none,
  play,
  shift,
  up,
  usual,
} from '../../../test/fixtures/tool-events.ts';
import { edgeBrush } from './edge-brush.ts';
import { ellipse } from './ellipse.ts';
import { eraser } from './eraser.ts';
import { fill } from './fill.ts';
import { lasso } from './lasso.ts';
import { polygon } from './polygon.ts';
import { rectangle } from './rectangle.ts';
import type { Modifiers, Step, ToolEvent } from './tool.ts';
import { wand } from './wand.ts';

const lastRequest = (steps: readonly Step<unknown>[]) => steps.at(-1)?.request ?? null;
const wishes = (steps: readonly Step<unknown>[]) =>
  steps.flatMap(({ request }) => (request === null ? [] : [request]));
const click = (x: number, y: number, modifiers = none) => [
  down(at(x, y), modifiers),
  up(at(x, y), modifiers),
];

describe('the modifier keys of a selection', () => {
  const walk = (modifiers: Modifiers) => [
    down(at(0, 0), modifiers),
    moveWith(modifiers, at(30, 0), at(30, 30)),
    up(at(5, 40), modifiers),
  ];
  it.each([
    [none, 'subtract'],
    [shift, 'add'],
    [alt, 'subtract'],
    [both, 'intersect'],
  ] as const)('choose how the selection is combined: %o %s', (modifiers, combine) => {
    const settings = { ...usual, combine: 'subtract' as const };
    expect(lastRequest(play(lasso, walk(modifiers), settings))).toMatchObject({
      operation: { combine },
    });
    expect(lastRequest(play(rectangle, walk(modifiers), settings))).toMatchObject({
      operation: { combine },
    });
    expect(lastRequest(play(wand, click(4, 4, modifiers), settings))).toMatchObject({ combine });
    const corners = [...click(0, 0, modifiers), ...click(50, 0), ...click(50, 50)];
    const polygonSteps = play(polygon, [...corners, { kind: 'enter' }], settings);
    expect(lastRequest(polygonSteps)).toMatchObject({ operation: { combine } });
  });
});

describe('the lasso', () => {
  it('selects the enclosed area', () => {
    const steps = play(lasso, [
      down(at(1.04, 2)),
      move(at(1.2, 2), at(40, 2), at(40.5, 2.2)),
      move(at(40, 50)),
      up(at(3, 50)),
    ]);
    expect(steps[1]?.sketch).toEqual({ kind: 'line', points: [1, 2, 40, 2], hasCorners: false });
    expect(lastRequest(steps)).toEqual({
      kind: 'operation',
      operation: { kind: 'path', combine: 'add', points: [1, 2, 40, 2, 40, 50, 3, 50] },
    });
  });

  it('does nothing on a click', () => {
    const steps = play(lasso, [down(at(1, 1)), move(at(2.5, 1), at(2.5, 2.5)), up(at(1, 2.5))]);
    expect(steps.at(-1)).toEqual({ state: null, sketch: null, request: null });
    // when the photo is zoomed in, the same path is long enough
    const large = [down(at(1, 1)), move(at(2.5, 1), at(2.5, 2.5)), up(at(1, 2.5))];
    expect(lastRequest(play(lasso, large, { ...usual, zoom: 8 }))).not.toBeNull();
  });
});

describe('the polygon', () => {
  const three = [...click(10, 10), ...click(100, 10), ...click(100, 80)];
  const whole = {
    kind: 'operation',
    operation: { kind: 'path', combine: 'add', points: [10, 10, 100, 10, 100, 80] },
  };

  it('closes after a click near its first corner, a double click or Enter', () => {
    expect(wishes(play(polygon, [...three, ...click(15, 14)]))).toEqual([whole]);
    expect(wishes(play(polygon, [...three, ...click(101, 81)]))).toEqual([whole]);
    expect(wishes(play(polygon, [...three, { kind: 'enter' }]))).toEqual([whole]);
    // when the photo is zoomed in, eight device px are fewer px of the photo
    const large = play(polygon, [...three, ...click(15, 14)], { ...usual, zoom: 4 });
    expect(wishes(large)).toEqual([]);
  });

  it('shows the next edge, which snaps to the first corner if a click would close the polygon', () => {
    const steps = play(polygon, [...three, hover(at(50, 60)), hover(at(12, 13))]);
    expect(steps.at(-2)?.sketch).toMatchObject({ points: [10, 10, 100, 10, 100, 80, 50, 60] });
    expect(steps.at(-1)?.sketch).toMatchObject({ points: [10, 10, 100, 10, 100, 80, 10, 10] });
  });

  it('removes its corners one by one, starting with the last, until no polygon is left', () => {
    const back: ToolEvent = { kind: 'back' };
    const steps = play(polygon, [...three, back, ...click(90, 90), { kind: 'enter' }]);
    expect(lastRequest(steps)).toMatchObject({ operation: { points: [10, 10, 100, 10, 90, 90] } });
    const gone = play(polygon, [...three, back, back, back]).at(-1);
    expect(gone).toEqual({ state: null, sketch: null, request: null });
  });

  it('needs three corners', () => {
    const two = [...click(10, 10), ...click(100, 10)];
    expect(wishes(play(polygon, [...two, { kind: 'enter' }, ...click(100, 10)]))).toEqual([]);
    expect(play(polygon, [...two, { kind: 'enter' }]).at(-1)?.sketch).not.toBeNull();
  });
});

describe.each([
  ['rectangle', rectangle],
  ['ellipse', ellipse],
] as const)('the %s', (kind, tool) => {
  const drawn = (events: readonly ToolEvent[]) => lastRequest(play(tool, events));
  const box = (x: number, y: number, width: number, height: number, combine = 'add') => ({
    kind: 'operation',
    operation: { kind, combine, x, y, width, height },
  });

  it('spans two corners, dragged in any direction', () => {
    expect(drawn([down(at(50, 40)), up(at(20.26, 100))])).toEqual(box(20.3, 40, 29.7, 60));
  });

  it('has equal sides with Shift, and starts from the centre with Alt', () => {
    const start = [down(at(50, 40)), move(at(60, 44))];
    expect(drawn([...start, up(at(20, 50), shift)])).toEqual(box(20, 40, 30, 30));
    expect(drawn([...start, up(at(60, 45), alt)])).toEqual(box(40, 35, 20, 10));
    expect(drawn([...start, up(at(60, 45), both)])).toEqual(box(40, 30, 20, 20));
  });

  it('uses a key that is held from the start only to combine, until the key is pressed again', () => {
    const start = [down(at(50, 40), shift), moveWith(shift, at(90, 50))];
    expect(drawn([...start, up(at(90, 50), shift)])).toEqual(box(50, 40, 40, 10));
    const anew = [moveWith(none), moveWith(shift)];
    const steps = play(tool, [...start, ...anew]);
    expect(steps.at(-1)?.sketch).toEqual({ kind, x: 50, y: 40, width: 40, height: 40 });
    expect(drawn([...start, ...anew, up(at(90, 50), shift)])).toEqual(box(50, 40, 40, 40));
  });

  it('does nothing on a click or if its width is 0', () => {
    expect(drawn(click(5, 5))).toBeNull();
    expect(drawn([down(at(5, 5)), up(at(6, 7))])).toBeNull();
    expect(drawn([down(at(5, 5)), up(at(5, 70))])).toBeNull();
  });
});

it('the wand and the bucket act on the clicked point when the pointer is released', () => {
  const steps = play(wand, [down(at(7.77, 8)), move(at(30, 30)), up(at(30, 30))]);
  expect(wishes(steps.slice(0, 2))).toEqual([]);
  const found = { kind: 'wand', x: 7.8, y: 8, tolerance: 12, isContiguous: true, combine: 'add' };
  expect(lastRequest(steps)).toEqual(found);
  const filled = { kind: 'bucket', x: 1, y: 2, combine: 'add' };
  expect(lastRequest(play(fill, click(1, 2)))).toEqual(filled);
  expect(lastRequest(play(fill, click(1, 2, alt)))).toMatchObject({ combine: 'subtract' });
  const taking = { ...usual, combine: 'subtract' as const };
  expect(lastRequest(play(fill, click(1, 2, alt), taking))).toMatchObject({ combine: 'add' });
});

it('the eraser erases, and the edge brush compares colours', () => {
  const [erased, added] = [none, alt].map((modifiers) =>
    lastRequest(play(eraser, click(5, 5, modifiers))),
  );
  expect(erased).toMatchObject({ operation: { combine: 'subtract' } });
  expect(added).toMatchObject({ operation: { combine: 'add' } });
  const steps = play(edgeBrush, click(5, 6));
  const stroke = { kind: 'stroke', combine: 'add', points: [5, 6, 15], hardness: 1 };
  expect(steps[0]?.sketch).toEqual({ kind: 'edges', stroke, tolerance: 12 });
  expect(lastRequest(steps)).toEqual({ kind: 'edges', stroke, tolerance: 12 });
});
