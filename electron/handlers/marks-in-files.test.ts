import { readFile } from 'node:fs/promises';
import { afterAll, afterEach, expect, it } from 'vitest';
import { openWindow, patience, type Window } from '../../test/handlers/window.ts';
import { openReader } from '../../test/fixtures/exiftool.ts';

const reader = await openReader();
let window: Window;
afterEach(() => window.close());
afterAll(() => reader.end());

const inFiles = () => window.ask('library.marks-in-files', {});
const ratingIn = async (file: string) => (await reader.read(file)).Rating;

async function delivered(): Promise<{ readonly id: number; readonly file: string }> {
  const job = await window.admit();
  await window.until(job, 'done');
  const { results } = await window.ask('queue.job', { id: job });
  const id = results[0]?.id ?? 0;
  return { id, file: await window.ask('library.path', { id }) };
}

it('marks are told by files once a person wants that, those of before when they are asked for', async () => {
  window = await openWindow();
  const { id, file } = await delivered();
  const untouched = await readFile(file);
  await window.ask('retouch.mark', { resultIds: [id], stars: 2 });
  expect(await inFiles()).toEqual({ waiting: 0, untold: 1 });
  const { content } = await window.ask('media.geometry', { kind: 'result', id });

  await window.ask('settings.change', { preferences: { marksInFiles: true } });
  expect(await inFiles()).toEqual({ waiting: 0, untold: 1 });
  expect((await readFile(file)).equals(untouched)).toBe(true);
  await window.ask('library.write-marks', {});
  await expect.poll(inFiles, patience).toEqual({ waiting: 0, untold: 0 });
  expect(await ratingIn(file)).toBe(2);
  expect(window.changes.some(({ parts }) => parts.includes('marks'))).toBe(true);

  // the mark of one window is taken back in another, and the file tells what holds in the end
  await window.ask('retouch.mark', { resultIds: [id], stars: 5 });
  await window.ask('retouch.mark', { resultIds: [id], pick: -1 });
  await window.ask('retouch.mark', { resultIds: [id], pick: 0, stars: 3 });
  expect((await inFiles()).waiting).toBe(1);
  window = await window.restart();
  await expect.poll(inFiles, patience).toEqual({ waiting: 0, untold: 0 });
  expect(await ratingIn(file)).toBe(3);

  // its pictures are kept under what it was delivered as
  expect(await window.ask('media.geometry', { kind: 'result', id })).toMatchObject({ content });
  expect(window.bugs).toEqual([]);

  await window.ask('settings.change', { preferences: { marksInFiles: false } });
  await window.ask('retouch.mark', { resultIds: [id], stars: 1 });
  expect(await inFiles()).toEqual({ waiting: 0, untold: 1 });
});
