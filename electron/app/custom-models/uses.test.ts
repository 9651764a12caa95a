import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { CustomModelCard } from '#shared/views/custom-models.ts';
import { valueOf } from '../../../test/fixtures/values.ts';
import { holdNext, keepMaking } from '../../../test/fixtures/holding.ts';
import { newPhoto } from '../../../test/handlers/drawing.ts';
import { adopted, noted, pageOf, recipeWith } from '../../../test/handlers/custom-models.ts';
import { openWindow, type Window } from '../../../test/handlers/window.ts';

let window: Window;
let anna: CustomModelCard;
let bea: CustomModelCard;
let its: Pick<CustomModelCard, 'kind' | 'id'>;
beforeEach(async () => {
  window = await openWindow();
  const [one, other = one] = await adopted(window, 'model', 2);
  anna = await noted(window, one, { localName: 'Anna' });
  bea = other;
  its = { kind: anna.kind, id: anna.id };
});

const recipeOn = ({ id: fashionModelId }: CustomModelCard, name = 'On Anna') => ({
  name,
  ...recipeWith({ maskType: 'autoApparelSegment', fashionModelId }),
});

/** Admits a new photo with this name on each call, to be processed with a model. */
async function admitWith(card: CustomModelCard, name = 'dress.png'): Promise<number> {
  const { path } = await newPhoto(window, name, 600, 800);
  return window.admitAs(recipeOn(card), path);
}

const uses = ({ kind, id }: CustomModelCard) => window.ask('custom-models.uses', { kind, id });
/** Deletes the model Anna after reading her current uses. */
const deleted = async () => {
  const { seen } = await uses(anna);
  return window.client.ask('custom-models.delete', { ...its, seen });
};

/** Marks the job as finished at the service, with images that are not downloaded yet. */
function toDownload(jobId: number): void {
  const { jobs, executions } = window.session.studio().ledger;
  const taskId = `task-of-${jobId}`;
  jobs.created(jobId, taskId);
  const row = executions.intend({ jobId, run: 1, taskId, agent: 'aimodel', images: 1 });
  executions.adopt(row, `execution-of-${jobId}`);
  executions.finished(row, 'Success');
}

describe('the uses of a custom model', () => {
  it('include recipes, hot folders, waiting jobs and images', async () => {
    const none = { recipes: [], hotFolders: [], waiting: 0, running: [], delivered: 0 };
    expect(await uses(anna)).toMatchObject(none);
    const ask = { id: null, revision: null };
    const saved = await window.ask('recipes.save', { ...ask, recipe: recipeOn(anna) });
    await window.ask('recipes.save', { ...ask, recipe: recipeOn(bea, 'On Bea') });
    await window.watch({ path: join(window.shoot, 'Drop'), savedRecipeId: saved.id }, 'skip');
    await window.until(await admitWith(anna), 'done');
    await window.ask('work.pause', {});
    await admitWith(anna);
    const held = await admitWith(anna);
    await window.act('pause', held);
    await admitWith(bea);
    toDownload(await admitWith(anna));
    const told = await uses(anna);
    const byAnna = { recipes: ['On Anna'], hotFolders: ['Drop'], running: [] };
    expect(told).toMatchObject({ ...byAnna, waiting: 2, delivered: 1 });
    expect(await uses(bea)).toMatchObject({ recipes: ['On Bea'], waiting: 1, delivered: 0 });
    expect(told.seen).not.toBe((await uses(bea)).seen);
    const problem = await window.refused('custom-models.uses', { kind: 'scene', id: anna.id });
    expect(problem.code).toBe('own-unknown');
  });
});

describe('deleting a custom model', () => {
  it('is requested from the service only after the user has seen the current uses', async () => {
    const { seen } = await uses(anna);
    // Uses that were read for another model are refused, even if neither model is in use.
    const ofBea = { ...its, seen: (await uses(bea)).seen };
    expect((await window.refused('custom-models.delete', ofBea)).code).toBe('own-uses-changed');
    await window.ask('recipes.save', { id: null, revision: null, recipe: recipeOn(anna) });
    const changed = await window.refused('custom-models.delete', { ...its, seen });
    expect(changed).toMatchObject({ code: 'own-uses-changed', about: 'Anna' });
    expect(window.requests('custom-model-delete')).toBe(0);
    expect(await window.ask('custom-models.one', its)).toMatchObject({ presence: 'there' });

    const now = { ...its, seen: (await uses(anna)).seen };
    await window.ask('custom-models.delete', now);
    await expect
      .poll(async () => (await pageOf(window, 'model')).rows.map((row) => row.id))
      .toEqual([bea.id]);
    expect(window.requests('custom-model-delete')).toBe(1);
    expect((await window.refused('custom-models.delete', now)).code).toBe('own-unknown');
    expect((await window.refused('custom-models.one', its)).code).toBe('own-unknown');
  });

  it('is refused while photos are processed with the model, and the message names them', async () => {
    const { jobs, executions } = window.session.studio().ledger;
    await window.ask('work.pause', {});
    const rows: number[] = [];
    for (const n of [1, 2, 3, 4]) {
      const jobId = await admitWith(anna, `look ${n}.png`);
      const intent = { jobId, run: 1, taskId: `t-${n}`, agent: 'aimodel', images: 1 };
      const row = executions.intend(intent);
      executions.sending(row);
      executions.started(row, `e-${n}`);
      rows.push(row);
      // ends the job, so that the queue does not query a task that the service does not have
      jobs.end(jobId, 'held', null);
    }
    const running = ['look 1.png', 'look 2.png', 'look 3.png', 'look 4.png'];
    expect(await uses(anna)).toMatchObject({ waiting: 0, running });
    const names = /"look 1\.png", "look 2\.png", "look 3\.png" and 1 more/;
    const message = expect.stringMatching(names) as string;
    expect(await deleted()).toMatchObject({ problem: { code: 'own-in-use', message } });
    for (const row of rows) executions.finished(row, 'Success');
    expect(await deleted()).toMatchObject({ ok: true });
    await expect.poll(async () => (await pageOf(window, 'model')).total).toBe(1);
  });

  it('waits for a photo that is being sent, and is then refused', async () => {
    keepMaking(window.service);
    const goOn = holdNext(window.service, 'execute', { when: 'before-processing' });
    const job = await admitWith(anna, 'last minute.png');
    await expect.poll(() => window.requests('execute')).toBe(1);
    const message = expect.stringContaining('last minute.png') as string;
    // The service answers the deletion only after the photo's request.
    const deleting = deleted();
    goOn();
    expect(await deleting).toMatchObject({ problem: { message } });
    window.service.clearFaults();
    await window.until(job, 'done');
    expect(window.bought()).toBe(1);
    const { customModelUses } = window.session.studio().ledger;
    expect(customModelUses.running(anna.kind, anna.id, 1)).toEqual([]);
  });

  it('holds the waiting jobs that use the model', async () => {
    await window.ask('work.pause', {});
    const job = await admitWith(anna);
    expect(await deleted()).toMatchObject({ ok: true });
    await window.ask('work.resume', {});
    await window.until(job, 'held');
    const { problem } = valueOf(window.session.studio().ledger.jobs.load(job));
    expect(problem).toMatchObject({ code: 'template-gone', about: 'Anna' });
    expect(window.bought()).toBe(0);
  });

  it('keeps the entry and shows the service’s message if the service refuses to delete it', async () => {
    window.service.inject({
      on: 'custom-model-delete',
      kind: 'refused',
      text: 'Not now.',
      times: 1,
    });
    expect(await deleted()).toMatchObject({ ok: true });
    const one = async () => (await window.ask('custom-models.one', its)).problem?.message ?? '';
    await expect.poll(one).toContain('Not now.');
    expect(await window.ask('custom-models.one', its)).toMatchObject({ presence: 'there' });
  });
});

describe('an entry deleted elsewhere', () => {
  it('is shown until it is removed from the list, and is not deleted again', async () => {
    expect((await window.refused('custom-models.forget', its)).code).toBe('own-still-in-account');
    window.session.studio().ledger.customModels.gone(anna.kind, anna.id);
    expect(await window.ask('custom-models.one', its)).toMatchObject({
      presence: 'gone',
      name: 'Anna',
    });
    expect(await deleted()).toMatchObject({ problem: { code: 'own-unknown' } });
    await window.ask('custom-models.forget', its);
    expect((await pageOf(window, 'model')).rows).toMatchObject([{ id: bea.id }]);
    expect((await window.refused('custom-models.forget', its)).code).toBe('own-unknown');
    expect(window.requests('custom-model-delete')).toBe(0);
  });
});
