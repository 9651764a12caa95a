import { copyFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { failure } from '#shared/failure.ts';
import { success } from '#shared/problem.ts';
import { ledgerIn } from '../../test/fixtures/new-ledger.ts';
import { uncheckedOutput } from '../../test/fixtures/permitted.ts';
import { lightPhotograph } from '../../test/fixtures/photographs.ts';
import { plainRecipe } from '../../test/fixtures/plain-recipe.ts';
import { codeOf, recipeOf, valueOf } from '../../test/fixtures/values.ts';
import { newFolder } from '../../test/world/folder.ts';
import { resolveRecipe } from '../engine/intake/admit.ts';
import { runPhotos, type PhotoRequest } from './run-photos.ts';

const never = new AbortController().signal;

const SCENE = 700_001;
const inScene = {
  agent: 'aimodel',
  params: {
    generatedContent: 'freeCreation',
    maskType: 'autoSubjectSegment',
    locationId: SCENE,
    batchCount: 1,
  },
};

/** Opens a ledger with two copies of a photo, and returns functions that request runs of them. */
async function studio(recipe: object = plainRecipe) {
  const folder = await newFolder('run-photos');
  const ledger = ledgerIn(join(folder, 'data'));
  const copies = ['1.jpg', 'copy.jpg'].map((name) => join(folder, name)) as [string, string];
  for (const copy of copies) await copyFile(lightPhotograph('watch-steel.jpg'), copy);
  const woken: number[] = [];
  const wake = () => void woken.push(ledger.jobs.count().waiting);
  const request = {
    seen: null,
    recipe: valueOf(await resolveRecipe(recipeOf(recipe), folder)),
    outFolder: () => Promise.resolve(success(uncheckedOutput(join(folder, 'out')))),
    subFolder: '',
  };
  const order = (again: boolean) => {
    const run = runPhotos({ ledger, wake }, { again });
    return (source: string, change: Partial<PhotoRequest> = {}) =>
      run({ ...request, source, ...change }, never);
  };
  return { ledger, copies, woken, order };
}

it('wakes the queue for each photo, and admits equal photos once', async () => {
  const { order, copies, woken, ledger } = await studio();
  const run = order(false);
  const outcomes = [];
  for (const copy of copies) outcomes.push(valueOf(await run(copy)).outcome);
  expect(outcomes).toEqual(['admitted', 'under-way']);
  expect(woken).toEqual([1, 1]);
  expect(ledger.jobs.count()).toMatchObject({ waiting: 1 });
});

it('buys a photo again on request, but not its copy in the same request', async () => {
  const { order, copies, ledger } = await studio();
  const { jobId } = valueOf(await order(false)(copies[0]));
  ledger.jobs.end(jobId, 'done', null);
  const run = order(true);
  expect(valueOf(await run(copies[0]))).toMatchObject({ jobId, outcome: 'again' });
  ledger.jobs.end(jobId, 'done', null);
  expect(valueOf(await run(copies[1]))).toMatchObject({ jobId, outcome: 'already' });
});

it('refuses a photo that has changed since it was checked, and writes nothing', async () => {
  const { order, copies, ledger } = await studio();
  const run = order(true);
  const { sha256 } = valueOf(await run(copies[0]));
  await writeFile(copies[0], 'another');
  expect(codeOf(await run(copies[0], { seen: sha256 }))).toBe('photo-replaced');
  expect(ledger.jobs.count()).toMatchObject({ waiting: 1 });
});

it('does not create the output folder for a missing photo', async () => {
  const { order, copies, ledger } = await studio();
  await rm(copies[0]);
  const outFolder = () => expect.unreachable('the output folder was requested');
  expect(codeOf(await order(false)(copies[0], { outFolder }))).toBe('file-missing');
  expect(ledger.jobs.count()).toMatchObject({ waiting: 0 });
});

it('refuses a photo if its results can’t be written', async () => {
  const { order, copies, ledger } = await studio();
  const outFolder = () =>
    Promise.resolve(failure({ code: 'folder-unwritable', message: 'It is full.' }));
  expect(codeOf(await order(false)(copies[0], { outFolder }))).toBe('folder-unwritable');
  expect(ledger.jobs.count()).toMatchObject({ waiting: 0 });
});

it('refuses a photo before anything is written if the recipe’s scene is not allowed for the photo', async () => {
  const { order, copies, ledger } = await studio(inScene);
  const scene = {
    id: SCENE,
    name: 'Our loft',
    cover: '',
    images: null,
    status: 'complete',
  } as const;
  ledger.customModels.told('scene', [scene], false);
  const blank = { localName: null, notes: '', tags: [], expires: null, clients: [], folders: [] };
  ledger.customModels.saveNotes('scene', SCENE, 0, { ...blank, folders: ['/for/others'] });
  expect(codeOf(await order(false)(copies[0]))).toBe('own-not-allowed');
  expect(ledger.jobs.count()).toMatchObject({ waiting: 0, held: 0 });
});
