import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { ledgerFile } from '#electron/adapters/ledger/files.ts';
import type { Ledger } from '#electron/adapters/ledger/open.ts';
import { success } from '#shared/problem.ts';
import { freshLedger, takeIn } from '../../../test/fixtures/fresh-ledger.ts';
import { plainRecipe } from '../../../test/fixtures/plain-recipe.ts';
import { recipeOf, valueOf } from '../../../test/fixtures/values.ts';
import { runWith } from './change-recipe.ts';

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
  runWith(new Map([[id, success({ recipe: recipe('#ffffff'), identity: 'padded' })]]), 'pads');

const loaded = (ledger: Ledger, id: number) => valueOf(ledger.jobs.load(id));

/** Records an execution of the job that is about to be sent; returns its row. */
function intended(ledger: Ledger, jobId: number): number {
  return ledger.executions.intend({ jobId, run: 1, taskId: 'task', agent: 'removeBG', images: 4 });
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

  it.each(['sending', 'doubt', 'started', 'finished', 'void'] as const)(
    'B9 is refused if a request may have reached the service (%s)',
    async (state) => {
      const ledger = await place();
      const id = failedJob(ledger);
      const row = intended(ledger, id);
      ledger.executions.sending(row);
      if (state === 'doubt' || state === 'void') ledger.executions.doubt(row, 'lost');
      if (state === 'void') ledger.executions.giveUp(row, 'a person decided to send it again');
      if (state === 'started' || state === 'finished') ledger.executions.started(row, 'e-1');
      if (state === 'finished') ledger.executions.finished(row, 'Success');
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
    // adds purchases that a restored backup does not contain
    const db = new DatabaseSync(ledgerFile(folder));
    db.prepare(
      `INSERT INTO purchases (photo, identity, task_id, run, intent_at, agent, images)
       VALUES (?, 'padded', 'known', 1, 1, 'removeBG', 1)`,
    ).run(photo);
    db.close();
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
