import { readFile } from 'node:fs/promises';
import { afterAll, expect, it } from 'vitest';
import { openWindow, type Window } from '../../../test/handlers/window.ts';
import { openReader } from '../../../test/fixtures/exiftool.ts';

const reader = await openReader();
let window: Window;
afterAll(() => reader.end());

const inFiles = () => window.ask('library.marks-in-files', {});
const ratingIn = async (file: string) => (await reader.read(file)).Rating;

it('ratings and picks are written into files after the user turns that on, and earlier ones on request', async () => {
  window = await openWindow();
  const job = await window.admit();
  await window.until(job, 'done');
  const [{ id } = { id: 0 }] = await window.resultsOf(job);
  const file = await window.ask('library.path', { id });
  const untouched = await readFile(file);
  await window.ask('retouch.mark', { resultIds: [id], stars: 2 });
  expect(await inFiles()).toEqual({ waiting: 0, untold: 1 });
  const { content } = await window.ask('media.geometry', { kind: 'result', id });

  await window.ask('settings.change', { preferences: { marksInFiles: true } });
  expect(await inFiles()).toEqual({ waiting: 0, untold: 1 });
  expect((await readFile(file)).equals(untouched)).toBe(true);
  await window.ask('library.write-marks', {});
  await expect.poll(inFiles).toEqual({ waiting: 0, untold: 0 });
  expect(await ratingIn(file)).toBe(2);
  expect(window.hasTold('marks')).toBe(true);

  // The rating and pick change several times before the restart, and the file contains the last values.
  await window.ask('retouch.mark', { resultIds: [id], stars: 5 });
  await window.ask('retouch.mark', { resultIds: [id], pick: -1 });
  await window.ask('retouch.mark', { resultIds: [id], pick: 0, stars: 3 });
  expect((await inFiles()).waiting).toBe(1);
  window = await window.restart();
  await expect.poll(inFiles).toEqual({ waiting: 0, untold: 0 });
  expect(await ratingIn(file)).toBe(3);

  // Thumbnails and tiles are still found by the content that was delivered.
  expect(await window.ask('media.geometry', { kind: 'result', id })).toMatchObject({ content });
  expect(window.bugs).toEqual([]);

  await window.ask('settings.change', { preferences: { marksInFiles: false } });
  await window.ask('retouch.mark', { resultIds: [id], stars: 1 });
  expect(await inFiles()).toEqual({ waiting: 0, untold: 1 });
});
