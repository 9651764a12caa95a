import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { customModelViews } from '#shared/views/custom-models.ts';
import {
  isCustom,
  queryOf,
  readView,
  readOpened,
  shelves,
  type ModelsView,
  type OpenPanel,
} from './address.ts';
import { forAll } from '../../../test/fixtures/property.ts';

const read = (text: string) => new URLSearchParams(text);

describe('the address of models and scenes', () => {
  it.each([
    ['', { shelf: 'models', filter: {}, tagIds: [] }],
    ['shelf=scenes&show=attention', { shelf: 'scenes', filter: { show: 'attention' }, tagIds: [] }],
    ['shelf=cars&show=everything&text=%20', { shelf: 'models', filter: {}, tagIds: [] }],
    // an address may contain values that the chosen shelf ignores
    [
      'shelf=service-models&tag=W&tags=3,x,0,9',
      { shelf: 'service-models', filter: {}, tagIds: [3, 9] },
    ],
  ] as const)('%s is read', (address, asked) => {
    expect(readView(read(address))).toEqual(asked);
  });

  it.each([
    ['id=4', { what: 'one', id: 4 }],
    ['creation=2', { what: 'creation', id: 2 }],
    ['new=yes', { what: 'new' }],
    ['id=-1&new=maybe', null],
  ] as const)('names the open panel: %s', (address, opened) => {
    expect(readOpened(read(address))).toEqual(opened);
  });

  it('is read as the view that it was written for', () => {
    const words = fc.string({ minLength: 1, maxLength: 20 }).filter((text) => text.trim() !== '');
    const asked = fc
      .record({
        shelf: fc.constantFrom(...shelves),
        filter: fc.record(
          { text: words, tag: words, show: fc.constantFrom(...customModelViews.slice(1)) },
          { requiredKeys: [] },
        ),
        tagIds: fc.array(fc.integer({ min: 1 }), { maxLength: 4 }),
      })
      .map(({ shelf, filter, tagIds }): ModelsView => {
        if (isCustom(shelf)) return { shelf, filter, tagIds: [] };
        return { shelf, filter: filter.text === undefined ? {} : { text: filter.text }, tagIds };
      });
    const opened = fc.oneof(
      fc.constant(null),
      fc.constant<OpenPanel>({ what: 'new' }),
      fc.record({ what: fc.constantFrom('one', 'creation'), id: fc.integer({ min: 1 }) }),
    ) as fc.Arbitrary<OpenPanel | null>;
    forAll([asked, opened], (asked, opened) => {
      const query = new URLSearchParams(
        Object.entries(queryOf(asked, opened)).filter((one): one is [string, string] => !!one[1]),
      );
      expect(readView(query)).toEqual(asked);
      expect(readOpened(query)).toEqual(opened);
    });
  });
});
