import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { MaskDocument, Operation, Stroke } from '#shared/mask/document.ts';
import { rasterise } from '#shared/mask/raster.ts';
import type { Size } from '#shared/pictures.ts';
import type { Pixels } from './colour.ts';
import type { Lack } from './messages.ts';
import { Rastering } from './rastering.ts';
import { seenOf } from './seen.ts';
import { forAll } from '../../../test/fixtures/property.ts';

/** px */
const photo = { width: 64, height: 48 };
const pane = { width: 40, height: 30 };
/** Positions in device px: the photo at half its size, and a part of the photo at 300 %. */
const places = [
  { left: 4, top: 3, width: 32, height: 24 },
  { left: -61, top: -50, width: 192, height: 144 },
];

const stroke = fc.record({
  kind: fc.constant('stroke' as const),
  combine: fc.constantFrom('add' as const, 'subtract' as const),
  points: fc
    .array(fc.tuple(fc.nat(64), fc.nat(48), fc.integer({ min: 1, max: 12 })), {
      minLength: 2,
      maxLength: 6,
    })
    .map((points) => points.flat()),
  hardness: fc.constantFrom(0.3, 1),
});

/** Red in the format of `ImageData`. */
const RED = 0xff0000ff | 0;

/** Creates a pane and draws in it what the worker delivers, like the page does. Each device px is one number. */
function createScreen() {
  const values = new Int32Array(pane.width * pane.height);
  let share = -1;
  let answered: Operation | Lack | null = null;
  const rastering = new Rastering(
    {
      drawn(_, { x, y, width, height, data }: Pixels) {
        for (let line = 0; line < height; line += 1) {
          const row = data.subarray(line * width, (line + 1) * width);
          values.set(row, (y + line) * pane.width + x);
        }
      },
      kept: (now) => (share = now),
      answer: (_, now) => (answered = now),
    },
    () => 0,
  );
  rastering.take({ kind: 'look', look: { mode: 'tint', colour: '#ff0000', opacity: 1 } });
  return {
    values,
    rastering,
    share: () => share,
    answered: () => answered,
    work() {
      while (rastering.work(() => true));
    },
  };
}

function follow(
  rastering: Rastering,
  keep: number,
  append: Operation[],
  { isStroke = false, position = keep + append.length, of = photo } = {},
): void {
  rastering.take({ kind: 'document', photo: of, keep, append, position, isStroke });
}

function paint(
  rastering: Rastering,
  { points, ...style }: Stroke,
  work: () => void,
  tolerance: number | null = null,
): void {
  for (let at = 0; at < points.length; at += 6) {
    const part = points.slice(at, at + 6);
    const stroke = { style: { ...style, tolerance }, isNew: at === 0, points: part };
    rastering.take({ kind: 'stroke', ...stroke });
    work();
  }
}

/** Returns the pixels of a new pane in which the document has been drawn at once. */
function afresh(operations: readonly Operation[], place: (typeof places)[number]): Int32Array {
  const { rastering, values, work } = createScreen();
  rastering.take({ kind: 'see', seen: seenOf(place, photo, pane), number: 1 });
  follow(rastering, 0, [...operations]);
  work();
  return values;
}

describe.each(places)('a stroke painted in parts, at $width px', (place) => {
  const seen = seenOf(place, photo, pane);

  it('looks the same as if it were painted at once, and leaves no trace after cancelling or Undo', () => {
    forAll([fc.array(stroke, { maxLength: 3 }), stroke], 40, (operations, last) => {
      const { rastering, values, work } = createScreen();
      follow(rastering, 0, operations);
      rastering.take({ kind: 'see', seen, number: 1 });
      work();
      paint(rastering, last, work);
      rastering.take({ kind: 'cancel' });
      work();
      expect(values).toEqual(afresh(operations, place));
      paint(rastering, last, work);
      follow(rastering, operations.length, [last], { isStroke: true });
      work();
      expect(values).toEqual(afresh([...operations, last], place));
      // undoes the stroke, then adds another operation
      const { length } = operations;
      follow(rastering, length + 1, [], { position: length });
      work();
      expect(values).toEqual(afresh(operations, place));
    });
  });
});

describe.each(places)('a stroke of the edge brush, at $width px', (place) => {
  /** A striped photo, whose pixels the worker gets at half the photo's size. */
  const width = 32;
  const bytes = Array.from({ length: width * 24 }, (_, at) =>
    (at % width) % 11 < 6 ? [200, 60, 40, 255] : [40, 60, 180, 255],
  );
  const pixels = { width, height: 24, data: new Uint8ClampedArray(bytes.flat()) };

  it('looks the same during the stroke and as the final operation', () => {
    forAll([fc.array(stroke, { maxLength: 2 }), stroke], 40, (operations, last) => {
      const { rastering, values, work, answered } = createScreen();
      rastering.setPhoto(pixels);
      follow(rastering, 0, operations);
      rastering.take({ kind: 'see', seen: seenOf(place, photo, pane), number: 1 });
      work();
      paint(rastering, last, work, 20);
      rastering.take({
        kind: 'request',
        number: 1,
        wanted: { kind: 'edges', stroke: last, tolerance: 20 },
      });
      const before = Int32Array.from(values);
      const found = answered();
      fc.pre(found !== null && typeof found !== 'string');
      follow(rastering, operations.length, [found], { isStroke: true });
      work();
      expect(values).toEqual(before);
      expect(values).toEqual(afresh([...operations, found], place));
    });
  });
});

describe('the share of the photo that is kept', () => {
  const told = (photo: Size, operations: Operation[]) => {
    const { rastering, share, work } = createScreen();
    follow(rastering, 0, operations, { of: photo });
    work();
    return share();
  };
  const large = { width: 4096, height: 2048 };
  const dot = { kind: 'rectangle', x: 1001, y: 999, width: 2, height: 2 } as const;

  it('is reported', () => {
    const half = { kind: 'rectangle', combine: 'add', x: 0, y: 0, width: 16, height: 48 } as const;
    expect(told(photo, [half])).toBeCloseTo(0.25);
  });

  it('is exactly 0 or 1 only if all px have the same value', () => {
    expect(told(large, [{ ...dot, combine: 'add' }, { kind: 'clear' }])).toBe(0);
    expect(told(large, [{ kind: 'fill' }])).toBe(1);
    const some = told(large, [{ ...dot, combine: 'add' }]);
    expect(some).toBeGreaterThan(0);
    expect(some).toBeLessThan(0.001);
    const most = told(large, [{ kind: 'fill' }, { ...dot, combine: 'subtract' }]);
    expect(most).toBeLessThan(1);
    expect(most).toBeGreaterThan(0.999);
  });
});

it('the worker draws intermediate views of a photo that keeps moving, but only the last of several pane sizes', () => {
  const numbers: number[] = [];
  const silent = { kept: () => {}, answer: () => {} };
  const rastering = new Rastering({ ...silent, drawn: (number) => numbers.push(number) }, () => 0);
  const dot = { kind: 'ellipse', combine: 'add', x: 9, y: 9, width: 20, height: 20 } as const;
  follow(rastering, 0, [dot, dot, dot]);
  const turnTo = (left: number, width: number, number: number) => {
    const place = { left, top: 0, width, height: (width * 3) / 4 };
    rastering.take({ kind: 'see', seen: seenOf(place, photo, pane), number });
    rastering.work(() => true);
  };
  for (const number of [1, 2, 3, 4, 5, 6]) turnTo(-number, 48, number);
  while (rastering.work(() => true));
  // the document has three operations and the worker applies one per call, so a view is drawn after three calls
  expect(numbers).toEqual([1, 4, 6]);
  numbers.length = 0;
  for (const number of [7, 8, 9]) turnTo(0, 40 + number, number);
  while (rastering.work(() => true));
  expect(numbers).toEqual([9]);
});

it('the overlay shows each px of the mask on the same px of the photo', () => {
  const operations: Operation[] = [
    { kind: 'ellipse', combine: 'add', x: 30, y: 20, width: 13, height: 9 },
  ];
  const [, place] = places;
  if (place === undefined) return;
  const seen = seenOf(place, photo, pane);
  expect(seen?.window).toEqual({ x: 20, y: 16, width: 14, height: 11 });
  const values = afresh(operations, place);
  const document: MaskDocument = { ...photo, operations, position: 1 };
  const plane = rasterise(document, photo, { x: 0, y: 0, ...photo });
  /** Device px that do not show the value of the photo px at their position. */
  const wrong = [...values].filter((value, at) => {
    const column = Math.floor(((at % pane.width) - place.left) / 3);
    const line = Math.floor((Math.floor(at / pane.width) - place.top) / 3);
    const isKept = plane[line * photo.width + column]! > 127;
    // ignores the edge line, whose px have other colours
    return (value === 0 && !isKept) || (value === RED && isKept);
  });
  expect(wrong).toEqual([]);
});
