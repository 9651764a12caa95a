import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { plainRecipe } from '../../../test/fixtures/plain-recipe.ts';
import { openWindow, patience, type Window } from '../../../test/handlers/window.ts';

let window: Window;
let inbox: string;
beforeEach(async () => {
  // with the seed of the window, the first execution fails and the next ones do not
  window = await openWindow({ failures: { execution: 0.5 } });
  inbox = join(window.shoot, 'Drop');
});

const byName = (a: string, b: string) => a.localeCompare(b);
const names = async (folder: string) => (await readdir(folder).catch(() => [])).toSorted(byName);
const all = { filter: {}, sort: 'oldest', offset: 0, limit: 9 } as const;
const rows = async () => (await window.ask('queue.page', all)).rows;

/** Lets a photo in a hot folder fail, because its execution brings no image; returns its job. */
async function boughtInVain(): Promise<number> {
  const white = { ...plainRecipe, name: 'White' };
  const saved = await window.ask('recipes.save', { id: null, revision: null, recipe: white });
  await window.shot('Drop/a.jpg');
  await window.watch({ path: inbox, after: 'move', imagesPerDay: 2, savedRecipeId: saved.id });
  await expect.poll(async () => (await rows())[0]?.state, patience).toBe('failed');
  await expect.poll(() => names(join(inbox, 'Failed')), patience).toEqual(['a.jpg', 'a.jpg.txt']);
  return (await rows())[0]?.id ?? 0;
}

it('a photo whose paid run brought no image runs with other settings as a new job, once', async () => {
  const id = await boughtInVain();
  expect(await window.ask('queue.job', { id })).toMatchObject({
    row: { problem: { code: 'execution-failed' }, images: { bought: 1 } },
    fixes: ['open-recipe', 'choose-agent'],
    mayChange: true,
    answers: [{ action: 'send-again' }, { action: 'cancel' }],
  });
  const { recipe } = await window.ask('queue.fix', { id });
  const black = { ...recipe, params: { ...recipe.params, backgroundHex: '#000000' } };
  // two windows, or a double click
  const clicks = await Promise.all(
    [1, 2].map(() => window.client.ask('queue.run-changed', { id, recipe: black })),
  );
  expect(clicks.filter(({ ok }) => ok)).toHaveLength(1);
  expect(clicks.find(({ ok }) => !ok)).toMatchObject({ problem: { code: 'job-made-already' } });
  const newId = (await rows())[1]?.id ?? 0;
  await window.until(newId, 'done');
  expect(window.bought()).toBe(2);
  expect(await rows()).toMatchObject([
    { id, state: 'cancelled', images: { bought: 1 }, problem: { key: 'cancelled.replaced' } },
    { id: newId, state: 'done', images: { delivered: 1, bought: 1 }, name: 'a.jpg' },
  ]);
  const out = join(window.folder, '..', 'out');
  expect(await names(out)).toHaveLength(1);
  await expect.poll(() => names(join(inbox, 'Processed')), patience).toEqual(['a.jpg']);
  await expect.poll(() => names(join(inbox, 'Failed')), patience).toEqual([]);
  // both purchases count for the folder's limit
  expect((await window.ask('folders.all', {}))[0]).toMatchObject({ spent: { day: { images: 2 } } });
  expect(await window.ask('queue.job', { id })).toMatchObject({
    executions: [{ state: 'finished' }],
    mayChange: false,
  });
});

it('the changed recipe of a hot folder is offered with its price for a photo that was bought in vain', async () => {
  const id = await boughtInVain();
  const { saved } = await window.ask('queue.fix', { id });
  if (saved === null) throw new Error('The hot folder has no saved recipe.');
  const params = { ...saved.recipe.params, backgroundHex: '#000000' };
  const changed = { id: saved.id, revision: saved.revision, recipe: { ...saved.recipe, params } };
  await window.ask('recipes.save', changed);
  const answers = async () => (await window.ask('queue.job', { id })).answers;
  const withRecipe = { action: 'changed-recipe', means: 'buys-with-recipe' };
  // the hot folder takes the saved recipe a moment later
  await expect.poll(answers, patience).toContainEqual(withRecipe);
  // an action on selected jobs leaves it out
  const jobs = { ids: [id] };
  expect(await window.ask('queue.effects', { jobs })).toMatchObject({ 'changed-recipe': 0 });
  const unconfirmed = { changed: 0, problems: [{ key: 'job-sent.charged' }] };
  expect(await window.act('changed-recipe', id)).toMatchObject(unconfirmed);
  expect(await rows()).toHaveLength(1);
  const confirmed = { jobs, action: 'changed-recipe', mayReplace: true } as const;
  expect(await window.ask('queue.act', confirmed)).toMatchObject({ changed: 1 });
  const newId = (await rows())[1]?.id ?? 0;
  await window.until(newId, 'done');
  expect(await window.ask('queue.act', confirmed)).toMatchObject({
    changed: 0,
    problems: [{ code: 'job-made-already' }],
  });
  expect(window.bought()).toBe(2);
});
