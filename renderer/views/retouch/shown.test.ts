import { expect, it } from 'vitest';
import { queryOf, readShown } from './shown.ts';

it.each([
  [
    'photo=12&result=7&view=side',
    { photo: 12, result: 7, against: null, mode: 'side', mask: null },
  ],
  ['photo=12&result=7&against=8', { photo: 12, result: 7, against: 8, mode: 'split', mask: null }],
  ['photo=12', { photo: 12, result: null, against: null, mode: 'split', mask: null }],
  ['photo=12&mask=5', { photo: 12, result: null, against: null, mode: 'split', mask: 5 }],
  ['', { photo: null, result: null, against: null, mode: 'split', mask: null }],
  [
    'photo=-1&result=1.5&view=upside',
    { photo: null, result: null, against: null, mode: 'split', mask: null },
  ],
  [
    'photo=../../etc&result=9007199254740993',
    { photo: null, result: null, against: null, mode: 'split', mask: null },
  ],
])('the address of Retouch %j is read', (address, shown) => {
  expect(readShown(new URLSearchParams(address))).toEqual(shown);
});

it('the address of Retouch is read as the view that it was written for', () => {
  const shown = { photo: 3, result: 4, against: 5, mode: 'difference', mask: 9 } as const;
  expect(readShown(new URLSearchParams(queryOf(shown) as Record<string, string>))).toEqual(shown);
});
