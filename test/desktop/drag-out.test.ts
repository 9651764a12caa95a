import { mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { desktopHost } from '#electron/desktop/desktop-host.ts';
import { openDesk, type Desk } from '#electron/handlers/desk.ts';
import { createHandlers } from '#electron/handlers/handlers.ts';
import { createReach } from '#electron/handlers/reach.ts';
import { noUpdates } from '#electron/handlers/updates.ts';
import { sessionSecrets } from '#electron/settings/secrets.ts';
import { fillLibrary } from '../fixtures/library.ts';
import { app, BrowserWindow } from './electron/electron.ts';

let folder: string;
let desk: Desk;
let window: BrowserWindow;
let drag: (resultIds: number[]) => unknown;
let images: readonly { readonly id: number; readonly file: string }[];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'darkslide-drag-'));
  await fillLibrary(join(folder, 'demo'), 3);
  await app.whenReady();
  window = new BrowserWindow({ webPreferences: {} });
  const opened = await openDesk({
    dataFolder: folder,
    service: null,
    secrets: sessionSecrets(),
    env: {},
  });
  if (!opened.ok) throw new Error(opened.problem.message);
  desk = opened.value;
  const handlers = createHandlers(
    desk,
    desktopHost(
      () => window as unknown as ReturnType<Parameters<typeof desktopHost>[0]>,
      null,
      noUpdates('checkout', '0'),
    ),
    createReach(desk, null),
  );
  const { signal } = new AbortController();
  drag = (resultIds) => handlers['host.drag-out']({ resultIds }, signal);
  const { ledger } = desk.studio();
  images = ledger.library.page({}, 'newest', 0, 3).ids.map((id) => ({
    id,
    file: ledger.results.get(id)?.delivered?.file ?? '',
  }));
});
afterAll(async () => {
  await desk.stop();
  await rm(folder, { recursive: true, force: true });
});

it('files leave the window below the picture of the first one, with their number', async () => {
  const [first, second] = images;
  if (first === undefined || second === undefined) throw new Error('There are no results.');
  expect(await drag([first.id])).toEqual({ ok: true, value: null });
  expect(await drag([first.id, second.id])).toEqual({ ok: true, value: null });
  const [one, both] = window.webContents.dragged;
  expect(one).toMatchObject({ file: first.file, files: [first.file] });
  expect(one?.icon.path).toMatch(/previews.*-160\.jpg$/);
  // a picture with a badge is made anew, and lies nowhere
  expect(both).toMatchObject({ files: [first.file, second.file], icon: { path: null } });
});

it('files that are not where they were delivered are said, and nothing is dragged', async () => {
  const [first, second, third] = images;
  if (first === undefined || second === undefined || third === undefined) throw new Error('None.');
  const before = window.webContents.dragged.length;
  await rename(second.file, `${second.file}.away`);
  expect(await drag([first.id, second.id, third.id])).toMatchObject({
    ok: false,
    problem: { code: 'result-gone', about: basename(second.file) },
  });
  expect(await drag([4711])).toMatchObject({ problem: { code: 'result-gone' } });
  expect(window.webContents.dragged).toHaveLength(before);
});
