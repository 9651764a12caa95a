import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Size } from '#shared/pictures.ts';
import { EnlargedCutOut } from './cover.ts';
import { CutOut } from './cut-out.ts';
import type { Box } from './placement.ts';

/** A small grey picture with plain areas, as outlines and shadows have them. */
const level = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(0, 255) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 254 }) },
);
const scene = fc
  .record({ width: fc.integer({ min: 1, max: 9 }), height: fc.integer({ min: 1, max: 9 }) })
  .chain((size) => {
    const pixels = (one: fc.Arbitrary<number>) => {
      const length = size.width * size.height;
      return fc
        .array(one, { minLength: length, maxLength: length })
        .map((levels) => Uint8Array.from(levels));
    };
    return fc.record({
      size: fc.constant(size),
      cover: pixels(level),
      shadow: fc.option(pixels(fc.constantFrom(0, 0, 0, 90))),
      scale: fc.double({ min: 0.3, max: 5, noNaN: true }),
      left: fc.integer({ min: -4, max: 4 }),
    });
  });

describe('an enlarged cut-out', () => {
  it('has the levels of plain interpolation in its spans, and nothing between them or outside its box', () => {
    fc.assert(
      fc.property(scene, ({ size, cover, shadow, scale, left }) => {
        const width = Math.max(1, Math.round(size.width * scale));
        const placement = {
          canvas: { width, height: width },
          scale: { x: scale, y: scale },
          origin: { x: left / 2, y: 0 },
        };
        const small = new CutOut(size, cover, shadow);
        const { box } = small;
        const enlarged = new EnlargedCutOut(
          small,
          { placement, photo: size, at: { left: 0, top: 0 } },
          width,
        );
        for (let y = 0; y < Math.round(size.height * scale); y += 1) {
          const drawn = [new Float32Array(width), new Float32Array(width)] as const;
          for (const span of enlarged.spans(y)) {
            if (span.isKept) drawn[0].fill(255, span.start, span.end);
            else {
              enlarged.writeCover(drawn[0], y, span);
              enlarged.writeShadow(drawn[1], y, span);
            }
          }
          for (let x = 0; x < width; x += 1) {
            const isDrawn = drawn[0][x]! + drawn[1][x]! > 0;
            const [inX, inY] = [(x + 0.5 - left / 2) / scale, (y + 0.5) / scale];
            expect(!isDrawn || isIn(box, size, inX, inY)).toBe(true);
            const [atX, atY] = [(x + 0.5 - left / 2) / scale - 0.5, (y + 0.5) / scale - 0.5];
            expect(drawn[0][x]).toBeCloseTo(interpolated(cover, size, atX, atY), 1);
            // the shadow under a pixel that is kept completely is not drawn
            const isSeen = shadow !== null && drawn[0][x]! < 254.9;
            const dark = isSeen ? drawn[1][x]! - interpolated(shadow, size, atX, atY) : 0;
            expect(dark).toBeCloseTo(0, 1);
          }
        }
      }),
    );
  });
});

/** Checks whether a place in or beside a picture shows a pixel of a part of it. */
function isIn(part: Box, { width, height }: Size, x: number, y: number): boolean {
  const [across, down] = [clamped(x, width), clamped(y, height)];
  return (
    across >= part.left &&
    across <= part.left + part.width &&
    down >= part.top &&
    down <= part.top + part.height
  );
}

function interpolated(
  levels: Uint8Array,
  { width, height }: { readonly width: number; readonly height: number },
  atX: number,
  atY: number,
): number {
  const [x, y] = [clamped(atX, width - 1), clamped(atY, height - 1)];
  const [left, top] = [Math.floor(x), Math.floor(y)];
  const at = (column: number, row: number) =>
    levels[Math.min(height - 1, row) * width + Math.min(width - 1, column)]!;
  const between = (one: number, two: number, part: number) => one + (two - one) * part;
  const upper = between(at(left, top), at(left + 1, top), x - left);
  const lower = between(at(left, top + 1), at(left + 1, top + 1), x - left);
  return between(upper, lower, y - top);
}

function clamped(value: number, most: number): number {
  return Math.min(most, Math.max(0, value));
}
