import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { sharedPostgres } from '../../../test/fixtures/shared-postgres.ts';
import { openWindow } from '../../../test/handlers/window.ts';

const server = await sharedPostgres();

it('a window joins a studio with its history, shares a hot folder, and leaves once nothing is open', async () => {
  const window = await openWindow();
  const studio = await server.newStudio({ service: new URL(window.service.url).origin });
  const { host, port, database, user, password } = await studio.newStation();
  const address = `postgres://${user}@${host}:${port}/${database}`;
  const draft = { address, password, certificateFile: null, name: 'Retouch-1' };
  const { ask, refused } = window;
  expect(await ask('stations.membership', {})).toEqual({
    joined: null,
    managed: null,
    unusable: null,
  });
  const bought = await window.admit();
  await window.until(bought, 'done');

  const wrong = { ...draft, address: `postgres://${user}:secret@${host}/x` };
  expect((await refused('stations.join', wrong)).code).toBe('studio-address');
  const nobody = { ...draft, password: 'wrong' };
  expect((await refused('stations.join', nobody)).code).toBe('studio-refused');
  expect(await ask('stations.join', draft)).toEqual({ studio: 'Test', recorded: 1 });
  expect((await refused('stations.join', draft)).code).toBe('studio-joined');
  const { joined } = await ask('stations.membership', {});
  expect(joined).toEqual({
    studio: 'Test',
    station: 'Retouch-1',
    address,
    certificateFile: null,
    roots: [],
  });
  await expect
    .poll(() => ask('stations.all', {}))
    .toMatchObject([{ name: 'Retouch-1', isAlive: true, open: 0, bought: 1 }]);

  const path = join(window.shoot, 'drop');
  const outFolder = join(window.shoot, 'results');
  await mkdir(path, { recursive: true });
  const shared = { path, outFolder, isShared: true };
  await expect(window.watch(shared)).rejects.toThrow('folder-not-shared');
  const noRoot = { name: '../x', folder: window.shoot };
  expect((await refused('stations.set-root', noRoot)).code).toBe('studio-root');
  const root = { name: 'shoots', folder: window.shoot };
  expect(await ask('stations.set-root', root)).toEqual([root]);
  const { id } = await window.watch(shared);
  expect(await ask('folders.all', {})).toMatchObject([{ id, isShared: true }]);
  const documents = () =>
    studio.sql<{ content: string }>(`SELECT content FROM documents WHERE kind = 'hot-folder'`);
  await expect
    .poll(documents)
    .toMatchObject([
      { content: expect.stringContaining('"path":{"root":"shoots","path":"drop"}') as string },
    ]);

  const perImage = [{ agent: 'removeBG', version: null, amount: 20 }];
  await ask('settings.change', {
    preferences: { prices: { currency: 'EUR', perImage, taxNote: '' } },
  });
  await expect
    .poll(() => studio.sql(`SELECT content FROM documents WHERE kind = 'prices'`))
    .toHaveLength(1);
  expect(await ask('stations.conflicts', {})).toEqual([]);
  const nothing = await refused('stations.keep-version', { id: 1, version: 'mine' });
  expect(nothing.code).toBe('studio-conflict-unknown');

  await studio.sql(`UPDATE claims SET state = 'started'`);
  expect((await refused('stations.leave', {})).code).toBe('studio-work-open');
  await studio.sql(`UPDATE claims SET state = 'bought'`);
  expect(await ask('stations.leave', {})).toEqual({ studio: 'Test', paused: 1 });
  expect(await ask('stations.membership', {})).toEqual({
    joined: null,
    managed: null,
    unusable: null,
  });
  // the window still works without the shared studio
  expect(await ask('folders.all', {})).toMatchObject([{ id, isShared: false, state: 'paused' }]);
  await window.until(await window.admit('watch-steel.jpg'), 'done');
  expect(window.bugs).toEqual([]);
});
