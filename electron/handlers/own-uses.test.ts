import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterEach, describe, expect, it } from 'vitest';
import { parseRecipe } from '#shared/recipe.ts';
import type { OwnCard } from '#shared/views/own.ts';
import { adopted, noted, pageOf } from '../../test/handlers/owned.ts';
import {
  openWindow,
  patience,
  type Window,
  type WindowOptions,
} from '../../test/handlers/window.ts';
import { resolveRecipe } from '../intake/admit.ts';
import { plainFolder } from '../../test/fixtures/hot-folder.ts';

let window: Window;
let anna: OwnCard;
let bea: OwnCard;
afterEach(() => window.close());

async function sitDown(options?: WindowOptions): Promise<void> {
  window = await openWindow(options);
  const [one, other] = await adopted(window, 'model', 2);
  if (one === undefined || other === undefined) throw new Error('The account is empty.');
  anna = await noted(window, one, { localName: 'Anna' });
  bea = other;
}

const recipeWith = ({ id }: OwnCard, name = 'On Anna') => ({
  name,
  agent: 'aimodel',
  params: {
    generatedContent: 'freeCreation',
    maskType: 'autoApparelSegment',
    fashionModelId: id,
    batchCount: 1,
  },
  delivery: { metadata: 'none' },
});

async function admitWith(card: OwnCard, photo?: string): Promise<number> {
  const parsed = parseRecipe(recipeWith(card));
  if (!('recipe' in parsed)) throw new Error(parsed.problems[0]?.message);
  const resolved = await resolveRecipe(parsed.recipe, '/');
  if (!resolved.ok) throw new Error(resolved.problem.message);
  const { studio } = window.desk;
  const source = photo ?? (await photoNamed('dress.png'));
  const admitted = await studio().admit(
    {
      source,
      recipe: resolved.value,
      outFolder: window.folder,
      subFolder: '',
      hotFolderId: null,
      again: false,
    },
    new AbortController().signal,
  );
  if (!admitted.ok) throw new Error(admitted.problem.message);
  return admitted.value.jobId;
}

let photos = 0;
async function photoNamed(name: string): Promise<string> {
  photos += 1;
  const path = join(window.folder, 'photos', name);
  await mkdir(join(window.folder, 'photos'), { recursive: true });
  const background = `#${photos.toString(16).padStart(6, '0')}`;
  const photo = sharp({ create: { width: 600, height: 800, channels: 3, background } });
  await writeFile(path, await photo.png().toBuffer());
  return path;
}

const uses = ({ kind, id }: OwnCard) => window.ask('own.uses', { kind, id });
const bought = () => window.service.books().executions.length;

/** All that the service makes for the job is made, and is still to be fetched. */
function bringingHome(jobId: number): void {
  const { jobs, executions } = window.desk.studio().ledger;
  const taskId = `task-of-${jobId}`;
  jobs.created(jobId, taskId);
  const row = executions.intend({ jobId, run: 1, taskId, agent: 'aimodel', images: 1 });
  executions.adopt(row, `execution-of-${jobId}`);
  executions.finished(row, 'Success');
}

describe('what an own model is used by', () => {
  it('is told: recipes, drop folders, jobs that wait, and images', async () => {
    await sitDown();
    const none = { recipes: [], hotFolders: [], waiting: 0, running: [], delivered: 0 };
    expect(await uses(anna)).toMatchObject(none);
    const ask = { id: null, revision: null };
    const saved = await window.ask('recipes.save', { ...ask, recipe: recipeWith(anna) });
    await window.ask('recipes.save', { ...ask, recipe: recipeWith(bea, 'On Bea') });
    const path = join(window.folder, 'Drop');
    await mkdir(path);
    const draft = {
      path,
      recipeId: saved.id,
      outFolder: join(window.folder, 'out'),
      ...plainFolder,
    } as const;
    await window.ask('folders.add', { draft, existing: 'skip' });
    await window.until(await admitWith(anna), 'done');
    await window.ask('work.pause', {});
    await admitWith(anna);
    const held = await admitWith(anna);
    await window.ask('queue.act', { jobs: { ids: [held] }, action: 'pause' });
    await admitWith(bea);
    bringingHome(await admitWith(anna));
    const told = await uses(anna);
    expect(told).toMatchObject({
      recipes: ['On Anna'],
      hotFolders: ['Drop'],
      waiting: 2,
      running: [],
      delivered: 1,
    });
    expect(await uses(bea)).toMatchObject({ recipes: ['On Bea'], waiting: 1, delivered: 0 });
    expect(told.seen).not.toBe((await uses(bea)).seen);
    const problem = await window.refused('own.uses', { kind: 'scene', id: anna.id });
    expect(problem.code).toBe('own-unknown');
  });
});

describe('deleting', () => {
  it('is done at the service, once the person has seen what uses it', async () => {
    await sitDown();
    const { kind, id } = anna;
    const { seen } = await uses(anna);
    await window.ask('own.delete', { kind, id, seen });
    await expect
      .poll(async () => (await pageOf(window, 'model')).rows.map((row) => row.id), patience)
      .toEqual([bea.id]);
    expect(window.service.books().requests['own-model-delete']).toBe(1);
    expect((await window.refused('own.delete', { kind, id, seen })).code).toBe('own-unknown');
    expect((await window.refused('own.one', { kind, id })).code).toBe('own-unknown');
  });

  it('is refused when something else uses it by now, and nothing is sent', async () => {
    await sitDown();
    const { kind, id } = anna;
    const { seen } = await uses(anna);
    const recipe = recipeWith(anna);
    await window.ask('recipes.save', { id: null, revision: null, recipe });
    const problem = await window.refused('own.delete', { kind, id, seen });
    expect(problem).toMatchObject({ code: 'own-uses-changed', about: 'Anna' });
    expect(window.service.books().requests['own-model-delete'] ?? 0).toBe(0);
    await window.ask('own.delete', { kind, id, seen: (await uses(anna)).seen });
  });

  it('is refused while photos are made with it, by their names, until they are done', async () => {
    await sitDown();
    const { kind, id } = anna;
    const { jobs, executions } = window.desk.studio().ledger;
    await window.ask('work.pause', {});
    const rows: number[] = [];
    for (const n of [1, 2, 3, 4]) {
      const jobId = await admitWith(anna, await photoNamed(`look ${n}.png`));
      const intent = { jobId, run: 1, taskId: `t-${n}`, agent: 'aimodel', images: 1 };
      const row = executions.intend(intent);
      executions.sending(row);
      executions.started(row, `e-${n}`);
      rows.push(row);
      // so that nobody asks the service, which knows nothing of them
      jobs.end(jobId, 'held', null);
    }
    const told = await uses(anna);
    expect(told).toMatchObject({
      waiting: 0,
      running: ['look 1.png', 'look 2.png', 'look 3.png', 'look 4.png'],
    });
    const problem = await window.refused('own.delete', { kind, id, seen: told.seen });
    expect(problem.code).toBe('own-in-use');
    expect(problem.message).toMatch(/"look 1\.png", "look 2\.png", "look 3\.png" and 1 more/);
    for (const row of rows) executions.finished(row, 'Success');
    await window.ask('own.delete', { kind, id, seen: (await uses(anna)).seen });
    await expect.poll(async () => (await pageOf(window, 'model')).total, patience).toBe(1);
  });

  it('lets a photo that is being sent be sent first, and then it is too late', async () => {
    await sitDown({ executionMs: 1500 });
    const { kind, id } = anna;
    window.service.inject({ on: 'execute', kind: 'slow', ms: 700, when: 'before-processing' });
    const job = await admitWith(anna, await photoNamed('last minute.png'));
    const { executions, ownUses } = window.desk.studio().ledger;
    await expect.poll(() => executions.ofJob(job).length, { interval: 2, timeout: 40_000 }).toBe(1);
    const problem = await window.refused('own.delete', { kind, id, seen: (await uses(anna)).seen });
    expect(problem.message).toContain('last minute.png');
    await window.until(job, 'done');
    expect(bought()).toBe(1);
    expect(ownUses.running(kind, id, 1)).toEqual([]);
  });

  it('holds the jobs that wait for it', async () => {
    await sitDown();
    const { kind, id } = anna;
    await window.ask('work.pause', {});
    const job = await admitWith(anna);
    await window.ask('own.delete', { kind, id, seen: (await uses(anna)).seen });
    await window.ask('work.resume', {});
    await window.until(job, 'held');
    const loaded = window.desk.studio().ledger.jobs.load(job);
    expect(loaded.ok && loaded.value.problem).toMatchObject({
      code: 'template-gone',
      about: 'Anna',
    });
    expect(bought()).toBe(0);
  });

  it('is no answer to a question about another one, though nothing uses either', async () => {
    await sitDown();
    const { kind, id } = anna;
    const { seen } = await uses(bea);
    expect((await window.refused('own.delete', { kind, id, seen })).code).toBe('own-uses-changed');
    expect(await window.ask('own.one', { kind, id })).toMatchObject({ presence: 'there' });
  });

  it('that the service refuses leaves it there, with the words of the service', async () => {
    await sitDown();
    const { kind, id } = anna;
    window.service.inject({ on: 'own-model-delete', kind: 'refused', text: 'Not now.', times: 1 });
    await window.ask('own.delete', { kind, id, seen: (await uses(anna)).seen });
    const one = async () => (await window.ask('own.one', { kind, id })).problem?.message ?? '';
    await expect.poll(one, patience).toContain('Not now.');
    expect(await window.ask('own.one', { kind, id })).toMatchObject({ presence: 'there' });
  });
});

describe('one that was deleted elsewhere', () => {
  it('is shown until it is taken off the list, and not deleted again', async () => {
    await sitDown();
    const { kind, id } = anna;
    expect((await window.refused('own.forget', { kind, id })).code).toBe('own-still-in-account');
    window.desk.studio().ledger.own.gone(kind, id);
    expect(await window.ask('own.one', { kind, id })).toMatchObject({
      presence: 'gone',
      name: 'Anna',
    });
    const { seen } = await uses(anna);
    expect((await window.refused('own.delete', { kind, id, seen })).code).toBe('own-unknown');
    await window.ask('own.forget', { kind, id });
    expect((await pageOf(window, 'model')).rows).toEqual([expect.objectContaining({ id: bea.id })]);
    expect((await window.refused('own.forget', { kind, id })).code).toBe('own-unknown');
    expect(window.service.books().requests['own-model-delete'] ?? 0).toBe(0);
  });
});
