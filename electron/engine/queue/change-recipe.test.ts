import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { ledgerFile } from '#electron/adapters/ledger/files.ts';
import type { Ledger } from '#electron/adapters/ledger/open.ts';
import { success } from '#shared/problem.ts';
import { freshLedger, hotFolderAt, takeIn } from '../../../test/fixtures/fresh-ledger.ts';
import { plainRecipe } from '../../../test/fixtures/plain-recipe.ts';
import { recipeOf, valueOf } from '../../../test/fixtures/values.ts';
import { mayRunWith } from './answers.ts';
import { runWith } from './change-recipe.ts';
import { effectsOn } from './effects.ts';

const photo = 'a'.repeat(64);
const place = async () => (await freshLedger()).ledger;

const recipe = (pad: string | null) => recipeOf({ ...plainRecipe, prepare: { pad } });

function failedJob(ledger: Ledger, identity = 'plain', pad: string | null = null): number {
  const id = takeIn(ledger, { recipeId: ledger.jobs.recipe(recipe(pad), identity), identity });
  ledger.jobs.created(id, `task of ${identity}`);
  ledger.jobs.end(id, 'failed', { code: 'photo-too-long', message: 'It is too long.' });
  return id;
}

const padded = (id: number) =>
  runWith(new Map([[id, success({ recipe: recipe('#ffffff'), identity: 'padded' })]]), 'pads', [
    id,
  ]);

const loaded = (ledger: Ledger, id: number) => valueOf(ledger.jobs.load(id));

const intent = (jobId: number) => ({
  jobId,
  run: 1,
  taskId: 'task',
  agent: 'removeBG',
  images: 4,
});

/** Records an execution of the job that is about to be sent; returns its row. */
const intended = (ledger: Ledger, jobId: number) => ledger.executions.intend(intent(jobId));

/** Adds a purchase of the photo with padding, which a restored backup does not contain. */
function rememberPadded(folder: string): void {
  const db = new DatabaseSync(ledgerFile(folder));
  db.prepare(
    `INSERT INTO purchases (photo, identity, task_id, run, intent_at, agent, images)
     VALUES (?, 'padded', 'known', 1, 1, 'removeBG', 1)`,
  ).run(photo);
  db.close();
}

describe('running again with another recipe', () => {
  it('B9 keeps the job and will create a separate task', async () => {
    const ledger = await place();
    const id = failedJob(ledger);
    expect(padded(id)(ledger, id)).toMatchObject({ value: { means: 'pads' } });
    expect(loaded(ledger, id)).toMatchObject({
      state: 'waiting',
      recipe: { prepare: { pad: '#ffffff' } },
      taskId: null,
      inputs: null,
      uploads: {},
      problem: null,
    });
    expect(ledger.jobs.find(photo, 'padded')).toBe(id);
    expect(ledger.jobs.find(photo, 'plain')).toBeUndefined();
    expect(ledger.history.of(id).map(({ what }) => what)).toContain('run again with padding');
  });

  it.each(['sending', 'doubt', 'started', 'void'] as const)(
    'B9 is refused if a request may have reached the service (%s)',
    async (state) => {
      const ledger = await place();
      const id = failedJob(ledger);
      const row = intended(ledger, id);
      ledger.executions.sending(row);
      if (state === 'doubt' || state === 'void') ledger.executions.doubt(row, 'lost');
      if (state === 'void') ledger.executions.giveUp(row, 'a person decided to send it again');
      if (state === 'started') ledger.executions.started(row, 'e-1');
      ledger.jobs.end(id, 'failed', null);
      expect(padded(id)(ledger, id)).toMatchObject({ problem: { code: 'job-sent' } });
      expect(loaded(ledger, id)).toMatchObject({ state: 'failed', taskId: 'task of plain' });
      expect(ledger.queue.jobCounts([id])).toMatchObject([{ isSent: true }]);
    },
  );

  it.each(['intent', 'rejected', 'given up before'] as const)(
    'B9 is allowed if the service cannot have accepted any request (%s), and reserves nothing for the former recipe',
    async (state) => {
      const ledger = await place();
      const id = failedJob(ledger);
      const row = intended(ledger, id);
      if (state === 'rejected') {
        ledger.executions.sending(row);
        ledger.executions.rejected(row, 'The service does not take it.');
        ledger.jobs.end(id, 'failed', null);
      }
      if (state === 'given up before') ledger.executions.giveUp(row, 'cancelled');
      expect(ledger.queue.jobCounts([id])).toMatchObject([{ isSent: false }]);
      expect(padded(id)(ledger, id)).toMatchObject({ ok: true });
      expect(ledger.spending.today()).toBe(0);
    },
  );

  it('B9 queries the service first if the purchase log has the photo with this recipe', async () => {
    const { folder, ledger } = await freshLedger();
    const id = failedJob(ledger);
    rememberPadded(folder);
    expect(padded(id)(ledger, id)).toMatchObject({ ok: true });
    expect(loaded(ledger, id)).toMatchObject({ state: 'waiting', taskId: 'known' });
    expect(ledger.executions.ofJob(id)).toMatchObject([{ state: 'doubt', taskId: 'known' }]);
  });

  it('B9 creates no second job for a photo and a recipe', async () => {
    const ledger = await place();
    const id = failedJob(ledger);
    failedJob(ledger, 'padded', '#ffffff');
    expect(padded(id)(ledger, id)).toMatchObject({ problem: { code: 'job-made-already' } });
    expect(loaded(ledger, id)).toMatchObject({
      state: 'failed',
      recipe: { prepare: { pad: null } },
    });
  });

  it('B9 with the same recipe counts as a retry, which is refused if the photo can’t succeed', async () => {
    const ledger = await place();
    const id = failedJob(ledger);
    const same = new Map([[id, success({ recipe: recipe(null), identity: 'plain' })]]);
    expect(runWith(same, 'takes-recipe')(ledger, id)).toMatchObject({
      problem: { code: 'photo-too-long' },
    });
    ledger.jobs.end(id, 'held', { code: 'template-gone', message: 'It is gone.' });
    expect(runWith(same, 'takes-recipe')(ledger, id)).toMatchObject({
      value: { means: 'goes-on' },
    });
  });

  it('with a replaced file of the same recipe uses the new content, unless a request was sent', async () => {
    const ledger = await place();
    const id = failedJob(ledger);
    const replaced = new Map([[id, success({ recipe: recipe(null), identity: 'new mask' })]]);
    ledger.jobs.end(id, 'failed', { code: 'recipe-file-changed', message: 'It was replaced.' });
    expect(runWith(replaced, 'changes')(ledger, id)).toMatchObject({ value: { means: 'changes' } });
    expect(ledger.jobs.find(photo, 'new mask')).toBe(id);
    expect(loaded(ledger, id)).toMatchObject({ state: 'waiting', taskId: null, problem: null });
    ledger.executions.sending(intended(ledger, id));
    ledger.jobs.end(id, 'failed', null);
    const again = new Map([[id, success({ recipe: recipe(null), identity: 'newer mask' })]]);
    expect(runWith(again, 'changes')(ledger, id)).toMatchObject({ problem: { code: 'job-sent' } });
  });
});

describe('another recipe for a job that was bought', () => {
  /** Creates a failed job with an execution that finished with these images. */
  function boughtJob(ledger: Ledger, ...statuses: readonly ('Success' | 'Failed')[]) {
    const id = failedJob(ledger);
    const row = intended(ledger, id);
    ledger.executions.sending(row);
    ledger.executions.started(row, `e-${id}`);
    const images = statuses.map((status, n) => ({ status, image: `https://x.example/${n}` }));
    ledger.results.see(
      row,
      images.map((image) => ({ ...image, progress: null, error: null })),
    );
    ledger.executions.finished(row, 'Success');
    ledger.jobs.end(id, 'failed', { code: 'execution-failed', message: 'No image.' });
    return { id, row };
  }
  const file = { file: '/out/a.png', sha256: 'b'.repeat(64), bytes: 1, width: 1, height: 1 };
  const states = (ledger: Ledger, id: number) =>
    ledger.executions.ofJob(id).map(({ state, taskId }) => `${state} ${taskId}`);

  it('admits one new job in its place, and keeps the former one with its task and its costs', async () => {
    const ledger = await place();
    const { id } = boughtJob(ledger, 'Failed');
    intended(ledger, id);
    const spent = ledger.spending.today();
    const done = valueOf(padded(id)(ledger, id));
    expect(done).toMatchObject({ means: 'replaces', job: { id } });
    const newJob = done.newJob ?? 0;
    expect(loaded(ledger, newJob)).toMatchObject({
      state: 'waiting',
      taskId: null,
      recipe: { prepare: { pad: '#ffffff' } },
      source: loaded(ledger, id).source,
    });
    expect(loaded(ledger, id)).toMatchObject({
      state: 'cancelled',
      taskId: 'task of plain',
      recipe: { prepare: { pad: null } },
      problem: { code: 'cancelled', key: 'cancelled.replaced' },
    });
    expect(states(ledger, id)).toEqual(['finished task', 'void task']);
    expect(ledger.executions.ofJob(newJob)).toEqual([]);
    expect(ledger.spending.today()).toBe(spent - 4);
    expect(padded(id)(ledger, id)).toMatchObject({
      problem: { code: 'job-made-already', values: { other: newJob } },
    });
    const third = success({ recipe: recipe('#000000'), identity: 'black' });
    expect(runWith(new Map([[id, third]]), 'changes', [id])(ledger, id)).toMatchObject({
      problem: { code: 'job-sent' },
    });
    expect(ledger.jobs.count()).toMatchObject({ waiting: 1, cancelled: 1 });
  });

  it('takes over the files of hot folders, in which the user finds the job', async () => {
    const ledger = await place();
    const { id } = boughtJob(ledger);
    const hotFolderId = hotFolderAt(ledger, '/in');
    const look = { bytes: 1, mtimeMs: 1, inode: '1' };
    const rest = { code: null, message: null, said: null, ticket: null } as const;
    const sighting = { path: 'Failed/a.jpg', outcome: 'admitted', jobId: id, ...look } as const;
    ledger.sightings.write(hotFolderId, { ...sighting, ...rest });
    const { newJob = 0 } = valueOf(padded(id)(ledger, id));
    expect(ledger.sightings.ofJob(id)).toEqual([]);
    expect(ledger.sightings.ofJob(newJob)).toMatchObject([{ path: 'Failed/a.jpg' }]);
  });

  it.each(['doubt', 'started', 'void'] as const)(
    'is refused if another request of the job is open (%s)',
    async (state) => {
      const ledger = await place();
      const { id } = boughtJob(ledger, 'Failed');
      const row = intended(ledger, id);
      ledger.executions.sending(row);
      if (state === 'started') ledger.executions.started(row, 'e-other');
      else ledger.executions.doubt(row, 'lost');
      if (state === 'void') ledger.executions.giveUp(row, 'a person decided to send it again');
      ledger.jobs.end(id, 'failed', null);
      expect(padded(id)(ledger, id)).toMatchObject({ problem: { code: 'job-sent' } });
      expect(ledger.jobs.count()).toMatchObject({ failed: 1, waiting: 0 });
    },
  );

  it('is refused while a paid image, one of its shop files or a PSD is missing', async () => {
    const ledger = await place();
    const { id, row } = boughtJob(ledger, 'Failed', 'Success');
    // an earlier run brought the image, which is not delivered, and the service refused the last run
    ledger.jobs.resume(id, { again: true });
    const last = ledger.executions.intend({ ...intent(id), run: 2 });
    ledger.executions.sending(last);
    ledger.executions.rejected(last, 'no');
    ledger.jobs.end(id, 'failed', null);
    const { results } = ledger;
    const expectRefused = () =>
      expect(padded(id)(ledger, id)).toMatchObject({ problem: { code: 'job-sent' } });
    expectRefused();
    const [, image] = results.ofJob(id);
    expect(image).toMatchObject({ executionRow: row, status: 'Success' });
    const imageId = image?.id ?? 0;
    results.delivered(imageId, file);
    const preset = { preset: 'Shop', output: 0, template: '{name}', quality: null };
    const shopFile = {
      ...preset,
      made: { ...file, extension: '.png' },
      target: null,
      delivered: null,
    };
    results.finished(imageId, { files: [shopFile], problems: [] });
    expectRefused();
    results.shopFileDelivered(imageId, 0, file);
    results.wantPsd(row);
    expectRefused();
    const psd = results.ofJob(id).find(({ kind }) => kind === 'psd');
    results.psdFailed(psd?.id ?? 0, 'The service has none.');
    expect(padded(id)(ledger, id)).toMatchObject({ value: { means: 'replaces' } });
    expect(ledger.results.ofJob(id)[1]).toMatchObject({ delivered: { file: '/out/a.png' } });
  });

  it('is refused if the last run has brought an image', async () => {
    const ledger = await place();
    const { id } = boughtJob(ledger, 'Success');
    const [image] = ledger.results.ofJob(id);
    ledger.results.delivered(image?.id ?? 0, file);
    ledger.jobs.end(id, 'held', null);
    expect(padded(id)(ledger, id)).toMatchObject({ problem: { code: 'job-sent' } });
  });

  it('is refused for a photo that another station has offered, unless nothing was sent', async () => {
    const ledger = await place();
    const { id } = boughtJob(ledger);
    expect(ledger.queue.jobCounts([id]).every(mayRunWith)).toBe(true);
    ledger.sharedWork.taken({ jobId: id, run: 1 });
    expect(ledger.queue.jobCounts([id]).every(mayRunWith)).toBe(false);
    expect(padded(id)(ledger, id)).toMatchObject({ problem: { key: 'job-sent.station' } });
    const unsent = takeIn(ledger, { sha256: 'b' });
    ledger.jobs.end(unsent, 'failed', { code: 'photo-too-long', message: 'It is too long.' });
    ledger.sharedWork.taken({ jobId: unsent, run: 1 });
    expect(ledger.queue.jobCounts([unsent]).every(mayRunWith)).toBe(true);
    expect(padded(unsent)(ledger, unsent)).toMatchObject({ value: { means: 'pads' } });
    expect(ledger.jobs.count()).toMatchObject({ failed: 1, waiting: 1 });
  });

  it('is not part of an action on several jobs', async () => {
    const ledger = await place();
    const { id } = boughtJob(ledger, 'Failed');
    const problem = { code: 'photo-too-long', message: 'It is too long.' } as const;
    ledger.jobs.end(id, 'failed', problem);
    expect(effectsOn(ledger.queue.jobCounts([id]))).toMatchObject({ pad: 0 });
    const others = new Map([[id, success({ recipe: recipe('#ffffff'), identity: 'padded' })]]);
    expect(runWith(others, 'pads')(ledger, id)).toMatchObject({
      problem: { key: 'job-sent.charged' },
    });
    expect(ledger.jobs.count()).toMatchObject({ failed: 1, waiting: 0 });
  });

  it('queries the service first if the purchase log has the photo with the new recipe', async () => {
    const { folder, ledger } = await freshLedger();
    const { id } = boughtJob(ledger);
    rememberPadded(folder);
    const { newJob = 0 } = valueOf(padded(id)(ledger, id));
    expect(loaded(ledger, newJob)).toMatchObject({ state: 'waiting', taskId: 'known' });
    expect(states(ledger, newJob)).toEqual(['doubt known']);
  });
});
