import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { freshLedger, openIn, takeIn } from '../../../test/fixtures/fresh-ledger.ts';
import type { LibraryFilter } from '#shared/contract/library-channels.ts';
import { librarySorts, type LibrarySort } from '#shared/library-image.ts';
import type { ExpandedStacks } from '#shared/views/library.ts';
import { systemClock, type Clock } from '../../base/clock.ts';
import { ledgerFile } from './files.ts';
import { libraryTables } from './library-tables.ts';
import { libraryRepository } from './library.ts';
import type { OpenLedger } from './open.ts';
import { tablesOf } from './rows.ts';
import { openDatabase, type Database } from './sqlite.ts';

const collapsed: ExpandedStacks = { isAll: false, except: [] };
const expanded: ExpandedStacks = { isAll: true, except: [] };
const sorts = librarySorts;

let folder: string;
let ledger: OpenLedger;
let now = 1_000_000;
const clock: Clock = { ...systemClock, wall: () => now };
beforeEach(async () => {
  ({ folder, ledger } = await freshLedger(clock));
});

/** Delivers images of a photo in one run of a recipe, one second apart; returns the images' ids. */
function deliver(content: string, { images = 1, recipe = 'White', name = `${content}.jpg` } = {}) {
  const { jobs, executions, results } = ledger;
  const source = `/photos/${content}/${name}`;
  const jobId = takeIn(ledger, { sha256: content, recipe, source, name });
  const taskId = `task-${jobId}`;
  jobs.created(jobId, taskId);
  const run = executions.ofJob(jobId).length + 1;
  const row = executions.intend({ jobId, run, taskId, agent: 'removeBG', images });
  executions.adopt(row, `execution-${row}`);
  const image = (at: number) => `https://cdn.example/${row}/${at}`;
  const seen = { status: 'Success', progress: null, error: null } as const;
  results.see(
    row,
    Array.from({ length: images }, (_, at) => ({ ...seen, image: image(at) })),
  );
  const made = results.ofJob(jobId).filter(({ executionRow }) => executionRow === row);
  for (const { id, position } of made) {
    now += 1000;
    const file = `/out/${row}_${position}.png`;
    results.delivered(id, { file, sha256: file, bytes: 10, width: 400, height: 600 });
  }
  return made.map(({ id }) => id);
}

function cells(
  sort: LibrarySort = 'newest',
  { filter = {}, open = collapsed }: { filter?: LibraryFilter; open?: ExpandedStacks } = {},
) {
  return ledger.library.stacked({ filter, sort, expanded: open }, 0, 500);
}
const shown = (page: ReturnType<typeof cells>) => page.cells.map(({ id }) => id);

/**
 * Delivers photos a to f: some with one image, others with several, from two recipes and at different times.
 */
function shoot(): void {
  deliver('b', { images: 2 });
  deliver('a');
  deliver('c', { images: 3 });
  deliver('b', { recipe: 'Grey' });
  deliver('d', { images: 2 });
  deliver('a', { recipe: 'Grey', images: 2 });
  deliver('e');
  deliver('c');
  deliver('f', { recipe: 'Grey', images: 2 });
}

/** Returns the photo of each result, taken from a list in which every stack is expanded. */
function photoOf(): Map<number, number> {
  return new Map(
    cells('newest', { open: expanded }).cells.map(({ id, stack }) => [id, stack.photoId]),
  );
}

describe('B11 results of one photo', () => {
  it('B11 form one stack in every sort order, at the position of the first result', () => {
    shoot();
    ledger.marks.set(shown(cells('oldest', { open: expanded })).slice(3, 6), { stars: 3 });
    const photos = photoOf();
    for (const sort of sorts) {
      const flat = ledger.library.page({}, sort, 0, 500).ids;
      const order = [...new Set(flat.map((id) => photos.get(id)))];
      const page = cells(sort);
      expect(page).toMatchObject({ total: 6, results: 15, photos: 6 });
      expect(page.cells.map(({ stack }) => stack.photoId)).toEqual(order);
      expect(page.cells.every(({ stack }) => stack.place === null)).toBe(true);
      const stretched = order.flatMap((photo) => flat.filter((id) => photos.get(id) === photo));
      const all = cells(sort, { open: expanded });
      expect(all).toMatchObject({ total: 15, results: 15, photos: 6 });
      expect(shown(all)).toEqual(stretched);
    }
  });

  it('B11 are stacked by content, not by name, and regardless of the recipe', () => {
    deliver('one', { name: 'DSC_1.jpg' });
    deliver('other', { name: 'DSC_1.jpg' });
    deliver('one', { name: 'copy.jpg', recipe: 'Grey' });
    for (const sort of sorts) expect(cells(sort)).toMatchObject({ total: 2, results: 3 });
  });

  it('B11 are represented by the pick, otherwise by the newest result', () => {
    const [first = 0, second = 0, third = 0] = deliver('a', { images: 3 });
    const top = () => cells('oldest').cells[0]?.id;
    expect(top()).toBe(third);
    ledger.marks.set([third], { pick: -1 });
    expect(top()).toBe(third);
    ledger.marks.set([first], { pick: 1 });
    expect(top()).toBe(first);
    ledger.marks.set([second], { pick: 1 });
    expect(top()).toBe(second);
    ledger.marks.set([first, second, third], { pick: -1 });
    expect(top()).toBe(third);
  });

  it('B11 expand in place, one stack at a time or all at once with exceptions', () => {
    shoot();
    const photos = photoOf();
    for (const sort of sorts) {
      const whole = cells(sort);
      const at = whole.cells.findLastIndex(({ stack }) => stack.size > 1);
      const { photoId = 0, size = 0 } = whole.cells[at]?.stack ?? {};
      const one = cells(sort, { open: { isAll: false, except: [photoId] } });
      const members = one.cells.slice(at, at + size);
      expect(one.total).toBe(5 + size);
      expect(members.map(({ stack }) => stack)).toEqual(
        members.map((_, place) => ({ photoId, size, place })),
      );
      expect(shown(one).toSpliced(at, size)).toEqual(shown(whole).toSpliced(at, 1));
      const rest = cells(sort, { open: { isAll: true, except: [photoId] } });
      expect(rest.total).toBe(15 - size + 1);
      expect(rest.cells.filter(({ id }) => photos.get(id) === photoId)).toHaveLength(1);
    }
  });

  it('B11 contain only the results that match the filter', () => {
    const ids = deliver('a', { images: 4 });
    deliver('b', { images: 2 });
    ledger.marks.set(ids.slice(1, 3), { stars: 4 });
    const filter = { stars: 3 };
    expect(cells('newest', { filter })).toMatchObject({
      total: 1,
      results: 2,
      photos: 1,
      cells: [{ id: ids[2], stack: { size: 2 } }],
    });
    expect(shown(cells('newest', { filter, open: expanded }))).toEqual([ids[2], ids[1]]);
    expect(cells('newest', { filter: { text: 'nowhere' } })).toMatchObject({ total: 0, cells: [] });
  });
});

describe('B11 a page of stacks', () => {
  it('B11 is the same when read in pieces, and returns the position of each result', () => {
    shoot();
    const some = cells().cells.flatMap(({ stack }, at) => (at % 2 === 0 ? [stack.photoId] : []));
    for (const sort of sorts) {
      for (const open of [
        collapsed,
        expanded,
        { isAll: false, except: some },
        { isAll: true, except: some },
      ]) {
        const list = { filter: {}, sort, expanded: open };
        const whole = cells(sort, { open });
        for (const size of [1, 2, 4]) {
          const pieces = Array.from({ length: 16 }, (_, at) =>
            ledger.library.stacked(list, at * size, size),
          );
          expect(pieces.flatMap((piece) => piece.cells).slice(0, whole.total)).toEqual(
            whole.cells.slice(0, 16 * size),
          );
        }
        for (const [at, { id }] of whole.cells.entries()) {
          expect(ledger.library.place(list, id)).toBe(at);
        }
        expect(ledger.library.place(list, 9999)).toBeNull();
      }
    }
    // a hidden result has the position of its stack
    const [hidden = 0] = ledger.library.page({}, 'oldest', 0, 1).ids;
    const at = ledger.library.place({ filter: {}, sort: 'newest', expanded: collapsed }, hidden);
    expect(cells().cells[at ?? -1]?.stack.photoId).toBe(photoOf().get(hidden));
  });

  it('B11 includes everything that was delivered, marked or moved since the last page', () => {
    const [first = 0] = deliver('a', { images: 2 });
    deliver('b');
    const found = { filter: { text: 'elsewhere' } };
    const rated = { filter: { stars: 1 } };
    expect(cells()).toMatchObject({ total: 2, results: 3 });
    expect(cells('newest', rated).total).toBe(0);
    ledger.marks.set([first], { stars: 2 });
    expect(cells('newest', rated).total).toBe(1);
    ledger.marks.set([first], { stars: 0 });
    expect(cells('newest', rated).total).toBe(0);
    expect(cells('newest', found).total).toBe(0);
    const jobId = ledger.results.jobOf(first) ?? 0;
    ledger.jobs.moved(jobId, '/elsewhere/a.jpg');
    expect(cells('newest', found).total).toBe(1);
    deliver('c', { images: 2 });
    expect(cells()).toMatchObject({ total: 3, results: 5 });
  });

  it('B11 reads only the rows that it shows while nothing changes', () => {
    ledger.transaction(() => {
      for (let n = 0; n < 600; n += 1) deliver(`photo ${n}`, { images: 2 });
    });
    const db = openDatabase(ledgerFile(folder));
    let read = 0;
    const counting: Database = {
      ...db,
      all<Row>(sql: string, ...values: (string | number)[]) {
        const rows = db.all<Row>(sql, ...values);
        read += rows.length;
        return rows;
      },
    };
    const { stacked } = libraryRepository(tablesOf(counting));
    for (const sort of sorts) {
      const list = { filter: {}, sort, expanded: collapsed };
      stacked(list, 0, 50);
      read = 0;
      for (let offset = 0; offset < 600; offset += 50) stacked(list, offset, 50);
      // each page reads the two results of each stack, and the change count once
      expect(read).toBeLessThanOrEqual(1200 + 12 * 3);
      if (sort === 'stars') continue;
      // of all sort orders, a mark changes only the order by stars
      read = 0;
      ledger.marks.set([1, 2, 3], { pick: 1 });
      stacked(list, 0, 50);
      expect(read).toBeLessThan(110);
    }
    db.close();
  });
});

it('B11 the list of stacks is complete after a ledger of an earlier version is updated', async () => {
  shoot();
  const known = sorts.map((sort) => cells(sort));
  ledger.close();
  // restores the state that the previous version left: without the column, the counts and their
  // triggers
  const db = openDatabase(ledgerFile(folder));
  const triggers = db.all<{ name: string }>(
    "SELECT name FROM sqlite_master WHERE type = 'trigger' AND name LIKE 'library_changes%'",
  );
  for (const { name } of triggers) db.exec(`DROP TRIGGER ${name}`);
  db.exec(`DROP TABLE library_changes; DROP INDEX results_delivered;
    ALTER TABLE results DROP COLUMN photo_id;
    CREATE INDEX results_delivered ON results (delivered_at, execution_row)
      WHERE kind = 'image' AND file IS NOT NULL`);
  db.exec(libraryTables);
  db.close();
  ledger = openIn(folder, clock);
  onTestFinished(() => ledger.close());
  expect(sorts.map((sort) => cells(sort))).toEqual(known);
  deliver('g');
  expect(cells()).toMatchObject({ photos: 7 });
});
