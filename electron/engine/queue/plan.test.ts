import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ExecutionRow, ExecutionState } from '../../adapters/ledger/executions.ts';
import type { Job } from '../../adapters/ledger/jobs.ts';
import type { ResultRow } from '../../adapters/ledger/results.ts';
import type { ShopFile } from '../../adapters/ledger/shop-files.ts';
import type { Recipe } from '#shared/recipe.ts';
import { executionRow } from '../../../test/fixtures/execution-row.ts';
import { plainRecipe } from '../../../test/fixtures/plain-recipe.ts';
import { recipeOf } from '../../../test/fixtures/values.ts';
import { plan, type JobFile, type Step, type Timing } from './plan.ts';

const recipe: Recipe = recipeOf({ ...plainRecipe, delivery: {} });

const inputs = { original: null, mask: null, further: {} };

function job(change: Partial<Job> = {}): Job {
  return {
    id: 1,
    photoSha256: 'a',
    recipe,
    hotFolderId: null,
    source: '/photos/a.jpg',
    name: 'a.jpg',
    outFolder: '/out',
    subFolder: '',
    priority: 0,
    byHand: false,
    state: 'running',
    runs: 1,
    attempts: 0,
    notBefore: 0,
    inputs,
    uploads: { originalImage: 'https://cdn/a' },
    taskId: 't',
    problem: null,
    createdAt: 0,
    endedAt: null,
    ...change,
  };
}

const execution = (state: ExecutionState, change: Partial<ExecutionRow> = {}) =>
  executionRow({ state, ...change });

function result(change: Partial<ResultRow> = {}): ResultRow {
  return {
    id: 1,
    executionRow: 1,
    kind: 'image',
    position: 0,
    status: 'Success',
    url: 'https://cdn/r',
    error: null,
    requested: 0,
    fetches: 0,
    fetched: null,
    composed: null,
    target: null,
    delivered: null,
    finish: null,
    ...change,
  };
}

const fetched = {
  file: '/data/work/1.png',
  sha256: 'a',
  bytes: 1,
  width: 2,
  height: 3,
  extension: '.png',
};
const delivered = { file: '/out/1.png', sha256: 'a', bytes: 1, width: 2, height: 3 };

const timing: Timing = { pollAt: () => 100, questionAt: () => 100, deadline: () => 10_000 };

function next(file: Partial<JobFile>, now = 1000): Step['do'] {
  return plan({ job: job(), executions: [], results: [], ...file }, now, timing).do;
}

const psdRecipe: Recipe = { ...recipe, delivery: { ...recipe.delivery, psd: true } };
const bought = (...results: ResultRow[]) => ({ executions: [execution('finished')], results });
const withPsd = job({ recipe: psdRecipe });
const forShops = job({
  recipe: { ...recipe, delivery: { ...recipe.delivery, psd: true, finish: ['ebay-main'] } },
});
const shopFile = {
  preset: 'ebay-main',
  output: 0,
  template: '{name}',
  quality: 90,
  made: fetched,
  target: null,
  delivered: null,
};
const finished = (...files: Partial<ShopFile>[]) =>
  bought(
    result({
      delivered,
      finish: { files: files.map((file) => ({ ...shopFile, ...file })), problems: [] },
    }),
  );
const inEarlierRun = (...files: Partial<ShopFile>[]) => {
  const { executions, results } = finished(...files);
  return { executions: [...executions, execution('finished', { id: 2, run: 2 })], results };
};
const psd = (change: Partial<ResultRow>) => result({ id: 2, kind: 'psd', url: null, ...change });

describe('plan: several images', () => {
  const delivered = { file: '/out/a.png', sha256: 'a', bytes: 1, width: 2, height: 3 };
  const images = (...changes: Partial<ResultRow>[]) =>
    plan(
      {
        job: job(),
        executions: [execution('finished')],
        results: changes.map((change, at) => result({ id: at + 1, position: at, ...change })),
      },
      0,
      { pollAt: () => 0, questionAt: () => 0, deadline: () => 1 },
    );

  it.each([
    ['an image whose download fails comes after the others', [{ fetches: 3 }, {}], 'fetch', 2],
    ['an image without an address comes after the others', [{ url: null }, {}], 'fetch', 2],
    ['other images are delivered in their order', [{}, {}], 'fetch', 1],
    [
      'an image without an address is queried at the end',
      [{ url: null }, { delivered }],
      'poll',
      undefined,
    ],
  ])('%s', (_, changes, step, id) => {
    const next = images(...changes);
    expect(next.do).toBe(step);
    expect('result' in next ? next.result.id : undefined).toBe(id);
  });
});

it('a running execution is not queried early because an address is missing', () => {
  const file = {
    job: job(),
    executions: [execution('started')],
    results: [result({ url: null })],
  };
  const timing: Timing = { pollAt: () => 500, questionAt: () => 0, deadline: () => 1000 };
  expect(plan(file, 100, timing)).toEqual({ do: 'sleep', until: 500 });
});

describe('plan', () => {
  it.each<[string, Partial<JobFile>, Step['do']]>([
    ['an ended job rests', { job: job({ state: 'done' }) }, 'rest'],
    ['a held job rests', { job: job({ state: 'held' }) }, 'rest'],
    ['a new job is prepared', { job: job({ inputs: null, uploads: {}, taskId: null }) }, 'prepare'],
    ['a prepared job is uploaded', { job: job({ uploads: {}, taskId: null }) }, 'upload'],
    ['a task is created for an uploaded job', { job: job({ taskId: null }) }, 'create'],
    ['a job with a task is executed', {}, 'execute'],
    ['an intent is executed, not recorded again', { executions: [execution('intent')] }, 'execute'],
    [
      'a request that was being sent is resolved',
      { executions: [execution('sending')] },
      'resolve',
    ],
    ['a doubt is resolved', { executions: [execution('doubt')] }, 'resolve'],
    ['a started execution is queried', { executions: [execution('started')] }, 'poll'],
    ['a refused execution may be sent again', { executions: [execution('rejected')] }, 'execute'],
    [
      'an execution that was given up may be sent again',
      { executions: [execution('void')] },
      'execute',
    ],
    ['a result is downloaded', bought(result()), 'fetch'],
    ['a downloaded result is placed', bought(result({ fetched })), 'place'],
    ['a result without an address is queried', bought(result({ url: null })), 'poll'],
    [
      'shop files are made after the result is placed',
      { job: forShops, ...bought(result({ delivered })) },
      'finish-result',
    ],
    [
      'shop files are not made before the result is placed',
      { job: forShops, ...bought(result({ fetched })) },
      'place',
    ],
    [
      'each shop file is placed',
      { job: forShops, ...finished({ delivered }, {}) },
      'place-shop-file',
    ],
    [
      'a lost shop file is made again',
      { job: forShops, ...finished({}, { made: null }) },
      'finish-result',
    ],
    [
      'the PSD comes after the shop files',
      { job: forShops, ...finished({ delivered, made: null }) },
      'psd-want',
    ],
    ['the PSD also comes if there are no shop files', { job: forShops, ...finished() }, 'psd-want'],
    ['a failed result is left out', bought(result({ status: 'Failed' })), 'finish'],
    ['a job is finished when all results are delivered', bought(result({ delivered })), 'finish'],
    [
      'a second run is bought when the user requested it',
      { job: job({ runs: 2 }), ...bought(result({ delivered })) },
      'execute',
    ],
    [
      'images of an earlier run get no shop files and no PSD, even if the recipe wants them by now',
      {
        job: { ...forShops, runs: 2 },
        executions: [execution('finished'), execution('finished', { id: 2, run: 2 })],
        results: [
          result({ delivered }),
          result({ id: 2, executionRow: 2, status: 'Failed', url: null }),
        ],
      },
      'finish',
    ],
    [
      'shop files that were made in an earlier run are placed',
      { ...inEarlierRun({ made: null }, {}), job: job({ runs: 2 }) },
      'place-shop-file',
    ],
    [
      'shop files that were lost in an earlier run are not made again',
      { ...inEarlierRun({ made: null }), job: { ...forShops, runs: 2 } },
      'finish',
    ],
    [
      'the PSD comes after the images',
      { job: withPsd, ...bought(result({ delivered })) },
      'psd-want',
    ],
    [
      'a wanted PSD is requested',
      { job: withPsd, ...bought(result({ delivered }), psd({ status: 'Wanted' })) },
      'psd-request',
    ],
    [
      'a requested PSD is queried',
      bought(result({ delivered }), psd({ status: 'Requested' })),
      'psd-poll',
    ],
    [
      'a PSD with an address is downloaded',
      bought(result({ delivered }), psd({ url: 'https://cdn/p' })),
      'fetch',
    ],
    [
      'a job is finished if its PSD is given up',
      bought(result({ delivered }), psd({ status: 'GivenUp' })),
      'finish',
    ],
    [
      'no PSD is requested for an execution without an image',
      { job: withPsd, ...bought(result({ status: 'Failed' })) },
      'finish',
    ],
  ])('%s', (_, file, expected) => {
    expect(next(file)).toBe(expected);
  });

  it('sleeps until the next query, and delivers finished images in the meantime', () => {
    const started = { executions: [execution('started')] };
    expect(next(started, 50)).toBe('sleep');
    expect(next({ ...started, results: [result()] }, 50)).toBe('fetch');
    expect(next({ executions: [execution('doubt')] }, 50)).toBe('sleep');
    expect(next({ job: job({ notBefore: 2000 }) })).toBe('sleep');
  });

  it('F88 holds an execution that never ends', () => {
    expect(next({ executions: [execution('started')] }, 10_000)).toBe('expire');
  });

  it('never buys while an execution is being sent, in doubt, running or bought for this run', () => {
    const run = fc.integer({ min: 1, max: 3 });
    const open = ['sending', 'doubt', 'started'] as const;
    const states = [...open, 'intent', 'finished', 'rejected', 'void'] as const;
    fc.assert(
      fc.property(
        fc.array(fc.record({ state: fc.constantFrom(...states), run }), { maxLength: 6 }),
        run,
        fc.nat(20_000),
        (rows, runs, now) => {
          const executions = rows.map((row, at) => execution(row.state, { ...row, id: at + 1 }));
          const step = plan({ job: job({ runs }), executions, results: [] }, now, timing);
          const isOpen = rows.some((r) => open.some((state) => state === r.state));
          const isBought = rows.some((r) => r.state === 'finished' && r.run === runs);
          expect(step.do === 'execute' && (isOpen || isBought)).toBe(false);
        },
      ),
    );
  });
});
