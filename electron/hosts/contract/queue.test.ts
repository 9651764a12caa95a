import { DatabaseSync } from 'node:sqlite';
import { beforeEach, describe, expect, it } from 'vitest';
import { openWindow, type Window } from '../../../test/handlers/window.ts';
import { holdNext, keepMaking } from '../../../test/fixtures/holding.ts';
import { takeIn } from '../../../test/fixtures/fresh-ledger.ts';
import { ledgerFile } from '../../adapters/ledger/files.ts';

const address = (n: number) => `https://photos.example/${n}.jpg`;
const all = { filter: {}, sort: 'order', offset: 0, limit: 100 } as const;

let window: Window;
beforeEach(async () => {
  window = await openWindow();
});

const page = () => window.ask('queue.page', all);
const detailOf = (id: number) => window.ask('queue.job', { id });
const stages = async () => (await page()).rows.map(({ stage }) => stage);
/** Admits this many photos by their addresses; returns the ids of their jobs. */
async function admitMany(count: number): Promise<number[]> {
  const ids: number[] = [];
  for (let n = 0; n < count; n += 1) ids.push(await window.admit(address(n)));
  return ids;
}

describe('the page of the queue', () => {
  it('shows the stage and result of each job, and reports which jobs changed', async () => {
    const goOn = holdNext(window.service, 'create');
    const id = await window.admit();
    await expect.poll(stages).toEqual(['uploading']);
    goOn();
    await window.until(id, 'done');
    const of = { id, name: 'lipstick-rouge.jpg', agent: 'removeBG' };
    const images = { delivered: 1, bought: 1 };
    expect(await page()).toMatchObject({
      total: 1,
      rows: [{ ...of, state: 'done', stage: 'ended', attempts: 0, images, problem: null }],
    });
    const detail = await detailOf(id);
    expect(detail).toMatchObject({
      answers: [],
      executions: [{ state: 'finished', run: 1, images: 1 }],
      results: [{ kind: 'image', status: 'Success' }],
    });
    expect(detail.history.at(-1)).toMatchObject({ what: 'done' });
    await window.ask('host.reveal', { jobId: id, what: 'result' });
    expect(window.revealed).toEqual([detail.results[0]?.file?.file]);
    const changed = () => window.changes.flatMap(({ jobs }) => jobs ?? []);
    await expect.poll(changed).toContain(id);
    expect(window.changes.every(({ parts }) => parts.length > 0)).toBe(true);
  });
});

describe('an unreadable job', () => {
  it('is listed with the others, and stays unchanged by actions on all jobs', async () => {
    await window.ask('work.pause', {});
    const [id = 0] = await admitMany(2);
    const db = new DatabaseSync(ledgerFile(window.folder));
    db.exec('PRAGMA foreign_keys = OFF');
    db.exec(`INSERT INTO recipes (text, identity) VALUES ('{"format": 2', 'x')`);
    db.exec(`UPDATE jobs SET recipe_id = (SELECT max(id) FROM recipes) WHERE id = ${id}`);
    db.close();
    const { rows } = await page();
    expect(rows.map(({ recipe }) => recipe)).toEqual(['', 'removeBG']);
    expect(rows.map(({ state }) => state)).toEqual(['waiting', 'waiting']);
    expect(await detailOf(id)).toMatchObject({ taskId: null });
    const acted = await window.ask('queue.act', { jobs: { filter: {} }, action: 'cancel' });
    expect(acted).toMatchObject({ changed: 1, problems: [{ code: 'job-unreadable' }] });
  });
});

describe('a held job', () => {
  it('B8 shows the time of the lost answer on its card, the same as in its history', async () => {
    await window.ask('work.pause', {});
    const id = await window.admit();
    const { ledger } = window.session.studio();
    const intent = { jobId: id, run: 1, taskId: 't', agent: 'removeBG', images: 1 };
    const execution = ledger.executions.intend(intent);
    ledger.executions.sending(execution);
    ledger.executions.doubt(execution, 'the answer was cut off');
    const { at = 0 } = ledger.history.of(id).at(-1) ?? {};
    expect((await detailOf(id)).row.lostAt).toBeNull();
    // The job is held some time after the lost answer, and then changes once more.
    await expect.poll(() => Date.now(), { interval: 1 }).toBeGreaterThan(at);
    ledger.jobs.end(id, 'held', { code: 'execution-unknown', message: 'We do not know.' });
    ledger.jobs.prioritise(id, 5);
    const { row, history } = await detailOf(id);
    expect(row.lostAt).toBe(at);
    expect(history.find(({ what }) => what === 'in doubt')?.at).toBe(row.lostAt);
    expect(row.changedAt).toBeGreaterThan(at);
  });
});

describe('while all work is paused', () => {
  it('shows every job that is not yet paid for as paused immediately, even one that waits for a limit', async () => {
    keepMaking(window.service);
    await window.ask('settings.change', { preferences: { imagesPerDay: 1 } });
    const paid = await window.admit();
    await expect.poll(stages).toEqual(['generating']);
    const asleep = await window.admit(address(1));
    const jobs = async () => {
      const { rows } = await page();
      return new Map(rows.map(({ id, state, stage }) => [id, `${state}: ${stage}`]));
    };
    const reason = async () => (await detailOf(asleep)).row.problem?.code;
    await expect.poll(reason).toBe('spending-limit');
    expect((await jobs()).get(asleep)).toBe('waiting: waiting');
    const before = window.changes.length;
    await window.ask('work.pause', {});
    expect((await jobs()).get(asleep)).toMatch(/: paused$/);
    // The job counts as waiting, both in the filters and in the status bar.
    await expect.poll(async () => (await jobs()).get(asleep)).toBe('waiting: paused');
    const { counts } = await page();
    expect(counts).toMatchObject({ running: 1, waiting: 1 });
    expect((await window.ask('status.get', {})).counts).toMatchObject(counts);
    expect((await jobs()).get(paid)).not.toMatch(/paused$/);
    const told = () => window.changes.slice(before).flatMap(({ parts }) => parts);
    await expect.poll(told).toContain('pauses');
    const waits = await window.admit(address(2));
    expect((await jobs()).get(waits)).toBe('waiting: paused');
    await window.ask('work.resume', {});
    expect((await jobs()).get(asleep)).toMatch(/: waiting$/);
    window.service.clearFaults();
    await window.until(paid, 'done');
  });
});

describe('a job that is being processed', () => {
  it('is paused and resumed, and nothing is charged twice', async () => {
    keepMaking(window.service);
    const id = await window.admit();
    await expect.poll(() => window.requests('execute')).toBe(1);
    const pause = () => window.act('pause', id);
    expect(await pause()).toMatchObject({ changed: 1, refused: 0, problems: [] });
    expect(await detailOf(id)).toMatchObject({
      row: { state: 'held', problem: { code: 'paused' } },
      answers: [
        { action: 'retry', means: 'keeps-waiting' },
        { action: 'cancel', means: 'gives-up' },
      ],
    });
    expect(await pause()).toMatchObject({ changed: 0, refused: 1 });
    window.service.clearFaults();
    await window.act('retry', id);
    await window.until(id, 'done');
    expect(window.bought()).toBe(1);
  });

  it('can be cancelled before it is bought, and not afterwards', async () => {
    keepMaking(window.service);
    const goOn = holdNext(window.service, 'create');
    const early = await window.admit();
    await expect.poll(() => window.requests('create')).toBe(1);
    const late = await window.admit(address(1));
    expect(await window.act('cancel', early)).toMatchObject({ changed: 1 });
    goOn();
    await window.until(early, 'cancelled');
    await expect.poll(() => window.requests('execute')).toBe(1);
    const acted = await window.act('cancel', late);
    expect(acted).toMatchObject({ changed: 0, refused: 1, problems: [{ code: 'job-paid' }] });
    window.service.clearFaults();
    await window.until(late, 'done');
    expect(window.bought()).toBe(1);
  });
});

describe('many jobs', () => {
  it('can be changed by a filter; the others stay unchanged', async () => {
    await window.ask('work.pause', {});
    await admitMany(600);
    const filter = { text: '5.JPG' };
    const acted = await window.ask('queue.act', { jobs: { filter }, action: 'cancel' });
    expect(acted).toMatchObject({ changed: 60, refused: 0, problems: [] });
    const filtered = { ...all, filter: { states: ['cancelled' as const] } };
    const cancelled = await window.ask('queue.page', filtered);
    expect(cancelled.total).toBe(60);
    expect(cancelled.rows.every(({ name }) => name.endsWith('5.jpg'))).toBe(true);
    const again = await window.ask('queue.act', { jobs: { filter: {} }, action: 'retry' });
    expect(again).toMatchObject({ changed: 60, refused: 540 });
    expect(again.problems).toHaveLength(5);
  });

  it('can be moved to the front, before jobs that were moved earlier', async () => {
    await window.ask('work.pause', {});
    const [, second = 0, , , last = 0] = await admitMany(5);
    for (const id of [second, last]) await window.act('to-front', id);
    const { rows } = await page();
    expect(rows.map(({ id }) => id).slice(0, 2)).toEqual([last, second]);
    expect(rows.map(({ isFirst }) => isFirst)).toEqual([true, true, false, false, false]);
  });
});

describe('changing the service during an action on many jobs', () => {
  it('is reported with the number of changed jobs, and leaves the other jobs unchanged', async () => {
    window = await openWindow({ service: 'none' });
    await window.ask('work.pause', {});
    const { ledger } = window.session.studio();
    ledger.transaction(() => {
      for (let n = 0; n < 2000; n += 1) takeIn(ledger, { sha256: `${n}` });
    });
    await expect.poll(() => window.changes.some(({ jobs }) => jobs === null)).toBe(true);
    const { url, key } = window.service;
    const connected = new Promise((resolve) => {
      const unlisten = window.session.onChange(({ jobs }) => {
        if (jobs?.length === 0) return;
        unlisten();
        resolve(window.ask('settings.connect', { url, key }));
      });
    });
    const problem = await window.refused('queue.act', { jobs: { filter: {} }, action: 'cancel' });
    expect(problem.code).toBe('interrupted');
    await connected;
    await window.ask('settings.disconnect', {});
    const { counts } = await page();
    expect(counts.cancelled).toBeGreaterThan(0);
    expect(counts.cancelled + counts.waiting).toBe(2000);
    expect(problem.message).toContain(`${counts.cancelled} of 2000 jobs were changed`);
    expect(window.bugs).toEqual([]);
  });
});

describe('a job that is held because its execution is in doubt', () => {
  it('can be resolved: queried again, adopted or sent again', async () => {
    window.service.inject({ on: 'execute', times: 1, kind: 'accept-then-close' });
    window.service.inject({ on: 'query', kind: 'lag', ms: 60_000 });
    const id = await window.admit();
    await expect.poll(stages).toEqual(['in-doubt']);
    await window.act('pause', id);
    const means = (await detailOf(id)).answers.map((answer) => answer.means);
    expect(means).toEqual(['asks-again', 'adopts', 'sends-again', 'gives-up']);
    const unknown = await window.refused('queue.adopt', { id, executionId: 'nobody-knows' });
    expect(unknown.code).toBe('execution-not-found');
    const [bought] = window.service.records().executions;
    window.service.clearFaults();
    await window.ask('queue.adopt', { id, executionId: ` ${bought?.executionId ?? ''} ` });
    await window.until(id, 'done');
    expect(window.bought()).toBe(1);
  });
});
