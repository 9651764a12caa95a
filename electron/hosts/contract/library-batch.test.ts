import { rename, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { plainRecipe } from '../../../test/fixtures/plain-recipe.ts';
import { openWindow, type Window } from '../../../test/handlers/window.ts';

const params = { ...plainRecipe.params, batchCount: 2 };
const recipe = { ...plainRecipe, name: 'White', params };
const all = { filter: {}, sort: 'oldest', offset: 0, limit: 50 } as const;

let window: Window;
beforeEach(async () => {
  window = await openWindow();
});

const rows = async () => (await window.ask('library.page', all)).rows;
/** Returns the number of tasks that the service still has, and of those it has deleted. */
const tasks = () => {
  const all = window.service.records().tasks;
  const gone = all.filter(({ deleted }) => deleted).length;
  return { kept: all.length - gone, gone };
};

/** Processes photos, so that the library contains their results; returns the ids of all results. */
async function delivered(...names: string[]): Promise<number[]> {
  const photos = ['lipstick-rouge.jpg', 'watch-steel.jpg', 'handbag-cognac.jpg'];
  const paths = await Promise.all(names.map((name, at) => window.shot(name, photos[at])));
  const { ids } = await window.ask('retouch.add', { paths });
  const { jobs } = await window.ask('retouch.run', { ids: [...ids], recipe });
  await Promise.all(jobs.map(({ jobId }) => window.until(jobId, 'done')));
  return (await rows()).map(({ id }) => id);
}

it('requests the layered PSDs of several results, each once, and reports those that already exist', async () => {
  const ids = await delivered('a.jpg', 'b.jpg');
  const [first = 0] = ids;
  expect(await window.ask('library.ask-psds', { ids: [first] })).toMatchObject({ asked: 1 });
  await expect.poll(async () => (await rows())[0]?.psd?.state).toBe('there');
  const before = window.changes.length;
  // Each execution has two results, which share one PSD.
  const asked = await window.ask('library.ask-psds', { ids: [...ids, 999] });
  expect(asked).toEqual({ asked: 1, making: 0, there: 1, refused: 0, problems: [] });
  const states = async () => (await rows()).map(({ psd }) => psd?.state);
  await expect.poll(states).toEqual(['there', 'there', 'there', 'there']);
  expect(window.changes.slice(before).some(({ jobs }) => jobs?.length !== 0)).toBe(true);
  const psd = (await rows())[2]?.psd?.id ?? 0;
  await window.ask('host.reveal', { resultId: psd });
  expect(window.revealed[0]).toMatch(/\.psd$/u);
  expect(window.bought()).toBe(2);

  window = await window.restart();
  expect(await window.ask('library.ask-psds', { ids })).toMatchObject({ asked: 0, there: 2 });
  expect(window.service.records().psds).toHaveLength(2);
});

it('reports what running photos again would buy, runs them on their tasks, and refuses those that can’t run', async () => {
  const ids = await delivered('a.jpg', 'b.jpg', 'c.jpg');
  await window.ask('settings.change', { preferences: { askAbove: 2 } });
  const foreseen = await window.ask('library.foresee', { ids });
  expect(foreseen).toMatchObject({ again: 3, images: 6, imagesEach: 2, isMany: true });
  expect(foreseen.jobIds).toHaveLength(3);
  await rename(join(window.shoot, 'b.jpg'), join(window.shoot, 'elsewhere.jpg'));
  await writeFile(join(window.shoot, 'c.jpg'), 'another picture');

  const jobIds = [...foreseen.jobIds];
  const begun = await window.ask('library.run-again', { jobIds: [...jobIds, 999] });
  expect(begun).toMatchObject({ changed: 1, images: 2, refused: 3 });
  const codes = begun.problems.map(({ code }) => code);
  expect(codes.sort()).toEqual(['file-missing', 'job-not-found', 'photo-replaced']);
  const job = (await rows()).find(({ photo }) => photo === 'a.jpg')?.jobId ?? 0;
  const twice = await window.ask('library.run-again', { jobIds: [job] });
  expect(twice).toMatchObject({ changed: 0, problems: [{ code: 'job-under-way' }] });
  await window.until(job, 'done');
  expect(window.bought()).toBe(4);
  expect(window.service.records().tasks).toHaveLength(3);
  expect((await window.ask('library.page', all)).total).toBe(8);
});

it('does not run photos again while their output folder is missing, and does not create it', async () => {
  await delivered('a.jpg');
  const [row] = await rows();
  const { file = '' } =
    (await window.ask('queue.job', { id: row?.jobId ?? 0 })).results[0]?.file ?? {};
  const out = dirname(file);
  await rename(out, `${out}-away`);
  const jobIds = [row?.jobId ?? 0];
  const refused = await window.ask('library.run-again', { jobIds });
  expect(refused).toMatchObject({ changed: 0, problems: [{ key: 'folder-unreachable.waiting' }] });
  await expect(stat(out)).rejects.toThrow('ENOENT');
  await rename(`${out}-away`, out);
  expect(await window.ask('library.run-again', { jobIds })).toMatchObject({ changed: 1 });
});

it('deletes tasks from the service unless they are in use, and keeps the results', async () => {
  const ids = await delivered('a.jpg', 'b.jpg');
  const [first = 0] = ids;
  await window.ask('retouch.mark', { resultIds: [first], pick: 1, stars: 4 });
  const { deletable, jobIds } = await window.ask('library.foresee', { ids });
  expect(deletable).toBe(2);
  const job = (await rows())[0]?.jobId ?? 0;
  const other = jobIds.find((id) => id !== job) ?? 0;
  // The other job runs again in the meantime, so its task is still needed.
  await window.ask('work.pause', {});
  await window.ask('library.run-again', { jobIds: [other] });
  const now = await window.ask('library.foresee', { ids });
  expect(now).toMatchObject({ deletable: 1, again: 1 });
  const acted = await window.act('delete-task', ...jobIds);
  expect(acted).toMatchObject({ changed: 1, refused: 1, problems: [{ code: 'task-in-use' }] });
  await expect.poll(tasks).toEqual({ kept: 1, gone: 1 });
  const detail = () => window.ask('queue.job', { id: job });
  const latest = async () => (await detail()).history.at(-1)?.what;
  // The service deletes the task before Darkslide records the answer.
  await expect.poll(latest).toBe('task deleted at the service');
  expect(await detail()).toMatchObject({ taskId: null, canDeleteTask: false });
  expect((await rows())[0]).toMatchObject({ id: first, pick: 1, stars: 4 });
  const psds = await window.ask('library.ask-psds', { ids: [first] });
  expect(psds).toMatchObject({ asked: 0, refused: 1, problems: [{ code: 'task-deleted' }] });

  await window.ask('work.resume', {});
  await window.ask('library.run-again', { jobIds: [job] });
  await window.until(job, 'done');
  await window.until(other, 'done');
  expect(window.bought()).toBe(4);
  expect(tasks()).toEqual({ kept: 2, gone: 1 });
});
