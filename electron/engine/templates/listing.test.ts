import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findAgent, type InfoList } from '#shared/agents/index.ts';
import type { AgentInfo, Location } from '#shared/service.ts';
import { valueOf } from '../../../test/fixtures/values.ts';
import { emptyListing, hasEnded, listsTogether, withPage, type Listing } from './listing.ts';

const bare = { image: '', categories: [], tags: [], type: 'AI', status: null } as const;
const location = (id: number): Location => ({ ...bare, id, name: `Scene ${id}` });
const run = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, at) => location(from + at));

type ListTotal = { readonly total: number; readonly isLastPage: boolean } | null;

function answer(locations: readonly Location[], told: ListTotal): AgentInfo {
  const pagination = { page: 1, pageSize: 100, ...(told !== null && { locations: told }) };
  return { agentVersion: 'v1.0', locations, pagination };
}

/** Requests page after page; returns the listing and how many pages were requested. */
function gather(pages: readonly AgentInfo[]): { pages: number; listing: Listing } {
  let listing = emptyListing;
  let asked = 0;
  while (!hasEnded(listing)) {
    const next = pages[asked] ?? answer([], { total: 0, isLastPage: true });
    listing = withPage(listing, next, ['locations'], true);
    asked += 1;
  }
  return { pages: asked, listing };
}

const more = (total: number) => ({ total, isLastPage: false });
const last = (total: number) => ({ total, isLastPage: true });

describe('a list that comes in pages', () => {
  it.each([
    [
      'ends with its last page',
      [answer(run(1, 100), more(130)), answer(run(101, 130), last(130))],
      2,
      130,
      'whole',
    ],
    ['of one page is requested once', [answer(run(1, 7), last(7))], 1, 7, 'whole'],
    ['may be empty', [answer([], last(0))], 1, 0, 'whole'],
    [
      'without page counts ends with a page that is not full',
      [answer(run(1, 100), null), answer(run(101, 140), null)],
      2,
      140,
      'whole',
    ],
    [
      'that repeats a page is not requested further',
      [answer(run(1, 100), more(300)), answer(run(1, 100), more(300))],
      2,
      100,
      'short',
    ],
    [
      'that repeats entries contains each entry once',
      [
        answer(run(1, 100), more(150)),
        answer(run(90, 139), more(150)),
        answer(run(140, 150), last(150)),
      ],
      3,
      150,
      'whole',
    ],
    [
      'that reports its last page too early is continued',
      [answer(run(1, 100), last(120)), answer(run(101, 120), last(120))],
      2,
      120,
      'whole',
    ],
    [
      'that never reports its last page ends with an empty page',
      [answer(run(1, 50), more(50)), answer([], more(50))],
      2,
      50,
      'whole',
    ],
    [
      'that grows in the meantime is requested to its new end',
      [
        answer(run(1, 100), more(150)),
        answer(run(101, 200), more(210)),
        answer(run(201, 210), last(210)),
      ],
      3,
      210,
      'whole',
    ],
    [
      'that shrinks in the meantime is complete',
      [answer(run(1, 100), more(150)), answer(run(101, 140), last(140))],
      2,
      140,
      'whole',
    ],
    [
      'that returns fewer entries than its total is incomplete',
      [answer(run(1, 100), more(200)), answer([], more(200))],
      2,
      100,
      'short',
    ],
    [
      'that reports an impossible total contains the entries returned',
      [answer(run(1, 100), more(-3)), answer(run(101, 120), last(-3))],
      2,
      120,
      'whole',
    ],
  ] as const)('%s', (_what, pages, asked, rows, end) => {
    const gathered = gather(pages);
    const list = gathered.listing.lists.locations;
    expect([gathered.pages, list?.rows.length, list?.end]).toEqual([asked, rows, end]);
  });

  it('replaces a repeated entry with its latest version, at the same position', () => {
    const failed = { ...location(2), status: 'failed' as const };
    const { listing } = gather([
      answer(run(1, 3), more(4)),
      answer([failed, location(4)], last(4)),
    ]);
    expect(listing.lists.locations?.rows.map(({ id, status }) => [id, status])).toEqual([
      [1, null],
      [2, 'failed'],
      [3, null],
      [4, null],
    ]);
  });

  it('ends whatever the service returns, with unique ids and no more rows than its total', () => {
    const page = fc.record({
      ids: fc.array(fc.integer({ min: 0, max: 400 }), { maxLength: 120 }),
      told: fc.option(
        fc.record({ total: fc.integer({ min: -5, max: 500 }), isLastPage: fc.boolean() }),
      ),
    });
    fc.assert(
      fc.property(fc.array(page, { minLength: 1, maxLength: 8 }), (pages) => {
        let listing = emptyListing;
        for (let at = 0; !hasEnded(listing); at += 1) {
          expect(at).toBeLessThanOrEqual(200);
          const { ids, told } = pages[at % pages.length] ?? { ids: [], told: null };
          listing = withPage(listing, answer(ids.map(location), told), ['locations'], true);
        }
        const list = listing.lists.locations;
        const ids = list?.rows.map(({ id }) => id) ?? [];
        expect(new Set(ids).size).toBe(ids.length);
        expect(list?.total).toBeGreaterThanOrEqual(ids.length);
      }),
    );
  });

  it('is not requested endlessly', () => {
    let listing = emptyListing;
    let pages = 0;
    for (; !hasEnded(listing); pages += 1) {
      const from = pages * 100 + 1;
      listing = withPage(listing, answer(run(from, from + 99), more(10 ** 9)), ['locations'], true);
    }
    expect(pages).toBe(200);
    expect(listing.lists.locations).toMatchObject({ end: 'short', total: 10 ** 9 });
  });
});

describe('lists that arrive together', () => {
  it('are all lists of an agent, unless its lists can be requested separately', () => {
    const together = (name: string, list: InfoList) =>
      listsTogether(valueOf(findAgent(name)), list);
    expect(together('aimodel', 'locations')).toEqual(['locations']);
    expect(together('mannequin', 'tags')).toEqual(['locations', 'fashionModels', 'tags']);
    expect(together('aipose', 'locations')).toEqual([]);
    expect(together('removeBG', 'locations')).toEqual([]);
  });

  it('are complete after one answer if they have no pages', () => {
    const info: AgentInfo = {
      agentVersion: 'v1.5',
      locations: run(1, 3),
      tags: [{ id: 1, name: 'Standing' }],
    };
    const listing = withPage(emptyListing, info, ['locations', 'fashionModels', 'tags'], false);
    expect(hasEnded(listing)).toBe(true);
    expect(listing.lists).toMatchObject({
      locations: { total: 3, end: 'whole' },
      fashionModels: { rows: [], total: 0, end: 'whole' },
      tags: { rows: [{ id: 1, name: 'Standing' }], end: 'whole' },
    });
  });

  it('contain each size once, with its own id', () => {
    const square = { name: 'Square', width: 1024, height: 1024 };
    const info: AgentInfo = {
      agentVersion: 'v1.0',
      dimensions: [
        square,
        square,
        { name: 'None', width: 0, height: 5 },
        { ...square, name: 'Icon' },
      ],
    };
    const { lists } = withPage(emptyListing, info, ['dimensions'], false);
    expect(lists.dimensions?.rows.map(({ id, name, size }) => [id, name, size?.width])).toEqual([
      [1, 'Square', 1024],
      [2, 'Icon', 1024],
    ]);
  });
});
