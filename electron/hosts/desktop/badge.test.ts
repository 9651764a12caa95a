import { expect, it } from 'vitest';
import { withBadge } from './badge.ts';

const picture = (width: number, height: number) => ({
  data: new Uint8Array(width * height * 4).fill(100),
  width,
  height,
});

/** Returns the upper right corner of the bitmap, with one character per pixel of a digit. */
function drawn(bitmap: Buffer, width: number, columns: number): string[] {
  const at = (x: number, y: number) => bitmap[(y * width + x) * 4];
  const left = width - columns * 4 - 6;
  return Array.from({ length: 5 }, (_, row) =>
    Array.from({ length: columns }, (_column, column) =>
      at(left + column * 4 + 2, 6 + row * 4 + 2) === 0x19 ? '#' : '.',
    ).join(''),
  );
}

it('a badge shows the number of dragged files, and the rest of the picture stays unchanged', () => {
  const small = picture(120, 160);
  const marked = withBadge(small, 42);
  expect(drawn(marked, 120, 7)).toEqual(['#.#.###', '#.#...#', '###.###', '..#.#..', '..#.###']);
  const changed = [...marked.entries()].filter(([, value]) => value !== 100);
  for (const [at] of changed) {
    const [x, y] = [Math.floor(at / 4) % 120, Math.floor(at / 480)];
    expect(x >= 120 - 40 && y < 32).toBe(true);
  }
  expect(small.data.every((value) => value === 100)).toBe(true);
});

it('a badge is clipped to a small picture', () => {
  expect(withBadge(picture(10, 8), 5000)).toHaveLength(320);
});
