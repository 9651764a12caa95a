import { rename } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { desktopHost } from '#electron/hosts/desktop/desktop-host.ts';
import { createHandlers } from '#electron/hosts/contract/handlers.ts';
import { createReach } from '#electron/hosts/contract/reach.ts';
import { noUpdates } from '#electron/hosts/contract/updates.ts';
import { fillLibrary } from '../fixtures/library.ts';
import { ownFolder } from '../fixtures/own-folder.ts';
import { sessionIn } from '../handlers/session-in.ts';
import { app, BrowserWindow } from './electron/electron.ts';

const folder = await ownFolder('drag', afterAll);
await fillLibrary(join(folder, 'demo'), 3);
await app.whenReady();
const window = new BrowserWindow({ webPreferences: {} });
const session = await sessionIn(folder);
afterAll(() => session.stop());
const host = desktopHost(() => window as never, null, noUpdates('checkout', '0'));
const handlers = createHandlers(session, host, createReach(session, null));
const { signal } = new AbortController();
const drag = (resultIds: number[]) => handlers['host.drag-out']({ resultIds }, signal);
const { ledger } = session.studio();
const [first = 0, second = 0, third = 0] = ledger.library.page({}, 'newest', 0, 3).ids;
const fileOf = (id: number) => ledger.results.get(id)?.delivered?.file ?? '';

it('the drag image shows the picture of the first file and the number of files', async () => {
  expect(await drag([first])).toEqual({ ok: true, value: null });
  expect(await drag([first, second])).toEqual({ ok: true, value: null });
  const [one, both] = window.webContents.dragged;
  expect(one).toMatchObject({ file: fileOf(first), files: [fileOf(first)] });
  expect(one?.icon.path).toMatch(/previews.*-160\.jpg$/);
  // a picture with a number is created on demand and not stored
  expect(both).toMatchObject({ files: [fileOf(first), fileOf(second)], icon: { path: null } });
});

it('missing files are reported, and nothing is dragged', async () => {
  const before = window.webContents.dragged.length;
  await rename(fileOf(second), `${fileOf(second)}.away`);
  const gone = { code: 'result-gone', about: basename(fileOf(second)) };
  expect(await drag([first, second, third])).toMatchObject({ problem: gone });
  expect(await drag([4711])).toMatchObject({ problem: { code: 'result-gone' } });
  expect(window.webContents.dragged).toHaveLength(before);
});
