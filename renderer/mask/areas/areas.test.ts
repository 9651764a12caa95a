import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cellsOf, regionOf } from '#shared/mask/region.ts';
import { bucket, holes } from './bucket.ts';
import { apart, colourOf } from './colour.ts';
import type { Pixels } from './pixels.ts';
import { wand } from './wand.ts';
import { placesIn, reached, sorted, withBesides } from '../../../test/fixtures/cells.ts';
import { forAll } from '../../../test/fixtures/property.ts';

const side = fc.integer({ min: 1, max: 14 });

/** Small rasters with few different values, so that connected areas are large. */
const rasterOf = (value: fc.Arbitrary<number>) =>
  fc.tuple(side, side).chain(([width, height]) =>
    fc.record({
      width: fc.constant(width),
      height: fc.constant(height),
      values: fc.array(value, { minLength: width * height, maxLength: width * height }),
      column: fc.integer({ min: 0, max: width - 1 }),
      row: fc.integer({ min: 0, max: height - 1 }),
    }),
  );

describe('the wand', () => {
  const colours = fc.oneof(
    fc.constantFrom(0x808080, 0x858280, 0xc04020, 0xb84828, 0x101018, 0xf0f0ff),
    fc.integer({ min: 0, max: 0xffffff }),
  );

  it('finds similar colours, either connected or anywhere in the photo', () => {
    forAll(
      [rasterOf(colours), fc.integer({ min: 0, max: 100 }), fc.boolean()],
      ({ width, height, values, column, row }, tolerance, isContiguous) => {
        const bytes = values.map((value) => [value >> 16, (value >> 8) % 256, value % 256, 255]);
        const pixels: Pixels = { data: new Uint8ClampedArray(bytes.flat()), width, height };
        const start = row * width + column;
        const colourAt = (at: number) => {
          const [red, green, blue] = bytes[at]!;
          return colourOf(red!, green!, blue!);
        };
        const isLike = (at: number) => apart(colourAt(at), colourAt(start)) <= tolerance / 100;
        const expected = isContiguous
          ? reached(width, height, [start], isLike)
          : [...bytes.keys()].filter(isLike);
        const found = wand(pixels, { column, row }, tolerance, isContiguous);
        expect(placesIn(found)).toEqual(sorted(expected));
      },
    );
  });

  it('finds nothing outside the photo', () => {
    const pixels = { data: new Uint8ClampedArray(16), width: 2, height: 2 };
    expect(placesIn(wand(pixels, { column: 2, row: 0 }, 50, true))).toEqual([]);
    expect(placesIn(wand(pixels, { column: 0, row: -1 }, 50, false))).toEqual([]);
  });
});

describe('an existing mask', () => {
  const plane = rasterOf(fc.constantFrom(0, 0, 127, 128, 255));

  it('is filled in the clicked area and in the cells next to this area', () => {
    forAll([plane], 200, ({ width, height, values, column, row }) => {
      const start = row * width + column;
      const isAlike = (at: number) => values[at]! > 127 === values[start]! > 127;
      const inside = reached(width, height, [start], isAlike);
      const found = bucket(new Uint8Array(values), width, height, column, row);
      expect(placesIn(found)).toEqual(sorted(withBesides(inside, width, height)));
    });
    expect(placesIn(bucket(new Uint8Array(4), 2, 2, 2, 2))).toEqual([]);
  });

  it('has its holes where areas that are not kept do not touch the border', () => {
    forAll([plane], 200, ({ width, height, values }) => {
      const isFree = (at: number) => values[at]! <= 127;
      const all = [...values.keys()];
      const border = all.filter((at) => {
        const [x, y] = [at % width, Math.floor(at / width)];
        return x === 0 || y === 0 || x === width - 1 || y === height - 1;
      });
      const outside = reached(width, height, border, isFree);
      const inside = new Set(all.filter((at) => isFree(at) && !outside.has(at)));
      const found = holes(new Uint8Array(values), width, height);
      expect(placesIn(found)).toEqual(sorted(withBesides(inside, width, height)));
      // a filled cell is either in a hole or already kept
      for (const at of placesIn(found)) expect(outside.has(at)).toBe(false);
    });
  });
});

it('a region contains exactly the cells that it was created from', () => {
  forAll([rasterOf(fc.constantFrom(0, 255))], 200, ({ width, height, values }) => {
    const cells = new Uint8Array(values);
    const region = regionOf(cells, width, height, 'add');
    expect(cellsOf(region)).toEqual(cells);
    expect(region.runs.slice(1).every((run) => run > 0)).toBe(true);
  });
});
