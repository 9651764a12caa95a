import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { jobStates } from '#shared/job.ts';
import { anyRecipe, freshLedger, hotFolderAt } from '../../../test/fixtures/fresh-ledger.ts';
import { admit } from '../../../test/fixtures/jobs.ts';
import type { JobFilter } from '#shared/contract/queue-channels.ts';
import { jobSorts, searchedFields, type JobRow, type JobSort } from '#shared/job-row.ts';
import { systemClock } from '../../base/clock.ts';
import { ledgerFile } from './files.ts';
import { sorts } from './job-columns.ts';
import { nameOrder } from './name-order.ts';
import { queueRepository } from './queue.ts';
import { tablesOf } from './rows.ts';
import { openDatabase } from './sqlite.ts';

interface Known extends Pick<
  JobRow,
  'id' | 'name' | 'source' | 'recipe' | 'hotFolderId' | 'state' | 'changedAt'
> {
  readonly priority: number;
}

const names = ['IMG_10.jpg', 'img_2.JPG', 'Ärmel 100%.png', 'armel_2.tif', 'a\\b.jpg', '裙子.jpg'];
const folders = ['/photos/Herbst', '/photos/ÄPFEL', 'C:\\Drop'];
const recipes = ['White', 'Studio "A"'];

let known: Known[];
let now = 1_000_000;
const clock = { ...systemClock, wall: () => now };
const { folder, ledger } = await freshLedger(clock, afterAll);

beforeAll(() => {
  const recipeIds = recipes.map((name) => ledger.jobs.recipe(anyRecipe(name), name));
  const hotFolderId = hotFolderAt(ledger, '/photos');
  const made = Array.from({ length: 90 }, (_, n) => {
    now += 10;
    const name = names[n % names.length] ?? '';
    const state = jobStates[(n * 7) % jobStates.length] ?? 'waiting';
    const priority = n % 4 === 0 ? 10 : 0;
    const job = {
      name,
      source: `${folders[n % folders.length]}/${n % 5 === 0 ? 'renamed.jpg' : name}`,
      hotFolderId: n % 2 === 0 ? hotFolderId : null,
    };
    const photoId = ledger.photos.know({ url: `https://photos.example/${n}` });
    const photo = { ...job, photoId, identity: String(n), priority };
    const id = admit(ledger, recipeIds[n % 2] ?? 0, photo);
    return { id, state, priority, recipe: recipes[n % 2] ?? '', ...job };
  });
  known = made.map((job) => {
    now += (job.id * 37) % 100;
    if (job.state === 'running') ledger.jobs.running(job.id);
    else if (job.state !== 'waiting') ledger.jobs.end(job.id, job.state, null);
    else ledger.jobs.moved(job.id, job.source);
    return { ...job, changedAt: now };
  });
});

const stateOrder = ['running', 'waiting', 'held', 'failed', 'done', 'cancelled'];
const bytes = ({ name }: Known) => Buffer.from(nameOrder(name));
const compare: Readonly<Record<JobSort, (a: Known, b: Known) => number>> = {
  newest: (a, b) => b.id - a.id,
  oldest: (a, b) => a.id - b.id,
  changed: (a, b) => b.changedAt - a.changedAt || b.id - a.id,
  name: (a, b) => Buffer.compare(bytes(a), bytes(b)) || a.id - b.id,
  order: (a, b) =>
    stateOrder.indexOf(a.state) - stateOrder.indexOf(b.state) ||
    b.priority - a.priority ||
    a.id - b.id,
};

function lets({ states, hotFolderId, recipe, text = '' }: JobFilter) {
  return (job: Known): boolean =>
    (states === undefined || states.includes(job.state)) &&
    (hotFolderId === undefined || job.hotFolderId === hotFolderId) &&
    (recipe === undefined || job.recipe === recipe) &&
    (text.trim() === '' ||
      searchedFields.some((field) => job[field].toLowerCase().includes(text.toLowerCase())));
}

const filters: fc.Arbitrary<JobFilter> = fc.record(
  {
    states: fc.uniqueArray(fc.constantFrom(...jobStates)),
    hotFolderId: fc.constantFrom(1, 2),
    recipe: fc.constantFrom(...recipes, 'none'),
    text: fc.constantFrom(
      '',
      ' ',
      'img',
      '100%',
      '_',
      '\\',
      'ÄPFEL',
      'äpfel',
      '裙',
      "'",
      'renamed',
    ),
  },
  { requiredKeys: [] },
);

describe('a page of the queue', () => {
  it.each([0, 2000])(
    'contains the jobs that match the filter, in order (up to %i matches sorted without an index)',
    (few) => {
      const db = openDatabase(ledgerFile(folder), { readOnly: true });
      onTestFinished(() => db.close());
      const queue = queueRepository(tablesOf(db), few);
      const orders = fc.constantFrom(...jobSorts);
      fc.assert(
        fc.property(filters, orders, fc.nat(100), fc.integer({ min: 1, max: 40 }), (...asked) => {
          const [filter, sort, offset, limit] = asked;
          const expected = known.filter(lets(filter)).sort(compare[sort]);
          const page = queue.page(filter, sort, offset, limit);
          const ofAnyState = known.filter(lets({ ...filter, states: undefined }));
          for (const state of jobStates) {
            const there = ofAnyState.filter((job) => job.state === state);
            expect(page.counts[state], state).toBe(there.length);
          }
          expect(page.total).toBe(expected.length);
          expect(page.ids).toEqual(expected.slice(offset, offset + limit).map(({ id }) => id));
        }),
        { numRuns: 400 },
      );
    },
  );

  it.each(Object.entries(sorts))('by %s is read from an index, from both ends', (_sort, order) => {
    const db = openDatabase(ledgerFile(folder), { readOnly: true });
    onTestFinished(() => db.close());
    for (const by of [order.by, order.back]) {
      const steps = db.all<{ detail: string }>(
        `EXPLAIN QUERY PLAN SELECT id FROM jobs INDEXED BY ${order.index}
         WHERE recipe_id = 1 AND instr(search, 'x') > 0 ORDER BY ${by}`,
      );
      const covered = expect.stringContaining(`USING COVERING INDEX ${order.index}`);
      expect(steps.map(({ detail }) => detail)).toEqual([covered]);
    }
  });

  it('lists every job that the filter matches', () => {
    fc.assert(
      fc.property(filters, (filter) => {
        expect(ledger.queue.ids(filter)).toEqual(known.filter(lets(filter)).map(({ id }) => id));
      }),
    );
  });

  it('returns rows in the requested order, without unknown ones', () => {
    const [first, second] = known;
    const rows = ledger.queue.rows([second?.id ?? 0, 4711, first?.id ?? 0]);
    expect(rows.map(({ id }) => id)).toEqual([second?.id, first?.id]);
    expect(rows[1]).toMatchObject({ name: first?.name, recipe: 'White', agent: 'removeBG' });
  });

  it('counts bought and delivered images per row', () => {
    const id = known.find(({ state }) => state === 'running')?.id ?? 0;
    const intent = { jobId: id, run: 1, taskId: 't', agent: 'removeBG', images: 2 };
    const execution = ledger.executions.intend(intent);
    expect(ledger.queue.rows([id])).toMatchObject([
      { images: { bought: 0, delivered: 0 }, progress: null },
    ]);
    ledger.executions.sending(execution);
    ledger.executions.started(execution, 'e-1');
    ledger.executions.seen(execution, 'Running', 0.5, false);
    const image = {
      status: 'Success',
      image: 'https://x.example/1',
      progress: 1,
      error: null,
    } as const;
    ledger.results.see(execution, [image]);
    const [result] = ledger.results.ofJob(id);
    const file = { file: '/out/1.jpg', sha256: 'a', bytes: 1, width: 1, height: 1 };
    ledger.results.delivered(result?.id ?? 0, file);
    expect(ledger.queue.rows([id])).toMatchObject([
      { images: { bought: 2, delivered: 1 }, progress: 0.5 },
    ]);
    expect(ledger.queue.executions(id)).toMatchObject([{ executionId: 'e-1', run: 1, images: 2 }]);
  });
});
