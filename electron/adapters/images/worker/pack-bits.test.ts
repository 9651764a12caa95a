import { expect, it } from 'vitest';
import { unpackRow } from './pack-bits.ts';

const literal = [2, 10, 20, 30];
const repeat = [254, 40];
const unpacked = [10, 20, 30, 40, 40, 40];

it.each([
  ['exactly', [...literal, ...repeat], unpacked],
  ['with padding after it', [...literal, ...repeat, 0], unpacked],
  ['with a run of padding after it', [...literal, ...repeat, 255, 7], unpacked],
  ['with a repeat that is too long', [...literal, 252, 40], unpacked],
  ['with too few bytes', literal, null],
  ['with a repeat whose byte is missing', [...literal, 254], null],
  ['with a literal that is cut off', [...repeat, 2, 10], null],
] as const)('reads a packed row %s', (_, packed, expected) => {
  const row = new Uint8Array(6);
  const isWhole = unpackRow(Uint8Array.from(packed), row);
  expect(isWhole ? [...row] : null).toEqual(expected);
});
