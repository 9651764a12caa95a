import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freshLedger, hotFolderAt, takeIn } from '../../../test/fixtures/fresh-ledger.ts';
import type { LibraryFilter } from '#shared/contract/library-channels.ts';
import type { LibraryImage, LibrarySort } from '#shared/library-image.ts';
import { systemClock } from '../../base/clock.ts';

let now = 1_000_000;
const { ledger } = await freshLedger({ ...systemClock, wall: () => now }, afterAll);
/** All delivered images, oldest first. */
let known: (LibraryImage & { readonly hotFolderId: number | null })[];
let hotFolderId: number;

beforeAll(() => {
  hotFolderId = hotFolderAt(ledger, '/photos');
  known = Array.from({ length: 12 }, (_, n) =>
    deliver(n, ['White', 'Grey "A"'][n % 2] ?? '', n % 3 === 0 ? hotFolderId : null),
  ).flat();
});

/** Delivers photo `n` with two images; the service could not create a third, and a PSD is added. */
function deliver(n: number, recipe: string, ofFolder: number | null): typeof known {
  const { jobs, executions, results } = ledger;
  const photo = `IMG_${12 - n}.jpg`;
  const source = `/photos/${n < 6 ? 'Frühling' : 'Herbst'}/${photo}`;
  const of = { sha256: `photo-${n}`, recipe, source, name: photo, hotFolderId: ofFolder };
  const jobId = takeIn(ledger, of);
  jobs.created(jobId, `task-${n}`);
  const agent = n < 4 ? 'aimodel' : 'removeBG';
  const row = executions.intend({ jobId, run: 1, taskId: `task-${n}`, agent, images: 3 });
  executions.adopt(row, `execution-${n}`);
  const image = { status: 'Success', progress: null, error: null } as const;
  results.see(row, [
    ...[1, 2].map((at) => ({ ...image, image: `https://cdn.example/${n}-${at}` })),
    { status: 'Failed', image: null, progress: null, error: 'no' },
  ]);
  results.wantPsd(row);
  const list: typeof known = [];
  const psd = results.ofJob(jobId).find(({ kind }) => kind === 'psd');
  for (const { id, kind, position } of results.ofJob(jobId)) {
    if (kind === 'image' && position > 1) continue;
    now += 1000;
    const name = kind === 'psd' ? `${photo}.psd` : `${photo}_${position + 1}.png`;
    const file = { file: `/out/${name}`, sha256: name, bytes: 10, width: 400, height: 600 };
    results.delivered(id, file);
    if (kind === 'psd') continue;
    list.push({
      id,
      jobId,
      photo,
      name,
      width: 400,
      height: 600,
      recipe,
      agent,
      station: null,
      hotFolderId: ofFolder,
      deliveredAt: now,
      pick: 0,
      stars: 0,
      psd: { id: psd?.id ?? 0, state: 'there' },
    });
  }
  return list;
}

function page(filter: LibraryFilter, sort: LibrarySort = 'oldest', offset = 0, limit = 500) {
  const { total, ids } = ledger.library.page(filter, sort, offset, limit);
  return { total, rows: ledger.library.rows(ids) };
}
const idsOf = (images: readonly { readonly id: number }[]) => images.map(({ id }) => id);

describe('a page of the library', () => {
  it('contains only delivered images, with the photos and recipes they were made from', () => {
    const { total, rows } = page({});
    expect(total).toBe(24);
    expect(rows).toEqual(known.map(({ hotFolderId: _folder, ...image }) => image));
  });

  it('is the same when read in pieces, from either end', () => {
    for (const sort of ['newest', 'oldest', 'photo', 'stars'] as const) {
      const whole = idsOf(page({}, sort).rows);
      const pieces = [0, 7, 14, 21].flatMap((offset) => page({}, sort, offset, 7).rows);
      expect(idsOf(pieces)).toEqual(whole);
    }
    expect(idsOf(page({}, 'newest').rows)).toEqual(idsOf(known).toReversed());
  });

  it('sorts numbers in names as numbers', () => {
    const { rows } = page({}, 'photo');
    expect([...new Set(rows.map(({ photo }) => photo))]).toEqual(
      Array.from({ length: 12 }, (_, n) => `IMG_${n + 1}.jpg`),
    );
  });

  type Known = (typeof known)[number];
  it('contains the images that meet all conditions, with their total number', () => {
    const [, , third, fourth] = known as [Known, Known, Known, Known];
    const from = third.deliveredAt;
    const before = from + 5000;
    const cases: readonly (readonly [LibraryFilter, (image: Known) => boolean])[] = [
      [{ ids: idsOf([third, fourth]) }, ({ id }) => id === third.id || id === fourth.id],
      [{ samePhotoAs: third.id }, ({ photo }) => photo === third.photo],
      [{ from, before }, ({ deliveredAt: at }) => at >= from && at < before],
      [{ agent: 'aimodel' }, ({ agent }) => agent === 'aimodel'],
      [{ recipe: 'Grey "A"' }, ({ recipe }) => recipe === 'Grey "A"'],
      [{ hotFolderId }, (image) => image.hotFolderId === hotFolderId],
      [{ hotFolderId: null }, (image) => image.hotFolderId === null],
      [{ text: ' FRÜHLING' }, ({ photo }) => Number(/\d+/.exec(photo)?.[0]) > 6],
      [
        { text: 'img_3.', recipe: 'Grey "A"', agent: 'removeBG' },
        ({ photo }) => photo === 'IMG_3.jpg',
      ],
      [{ text: 'nowhere' }, () => false],
    ];
    for (const [filter, fits] of cases) {
      const wanted = idsOf(known.filter(fits));
      for (const sort of ['oldest', 'photo'] as const) {
        const { total, rows } = page(filter, sort);
        expect(total).toBe(wanted.length);
        expect(idsOf(rows).sort((a, b) => a - b)).toEqual(wanted);
      }
    }
  });
});

it('the library filters and sorts by marks, and counts them', () => {
  const [first = 0, second = 0, third = 0] = idsOf(known);
  ledger.marks.set([first, second], { pick: 1 });
  ledger.marks.set([second], { stars: 4 });
  ledger.marks.set([third], { pick: -1, stars: 2 });
  expect(idsOf(page({ pick: 1 }).rows)).toEqual([first, second]);
  expect(idsOf(page({ pick: 1, stars: 3 }).rows)).toEqual([second]);
  expect(page({ pick: 0 }).total).toBe(21);
  expect(page({ stars: 0 }).total).toBe(24);
  expect(idsOf(page({ stars: 1 }, 'stars').rows)).toEqual([second, third]);
  expect(page({}, 'stars').rows.slice(0, 3)).toMatchObject([
    { id: second, pick: 1, stars: 4 },
    { id: third, pick: -1, stars: 2 },
    { pick: 0, stars: 0 },
  ]);
  expect(ledger.library.shelves()).toEqual({
    images: 24,
    picked: 2,
    rejected: 1,
    agents: ['removeBG'],
    recipes: ['Grey "A"', 'White'],
    held: 0,
  });
});
