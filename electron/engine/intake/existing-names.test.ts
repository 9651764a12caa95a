import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { hotFolderHarness, jpeg } from '../../../test/intake/hot-folder-harness.ts';

it('existing photos are skipped on request, and later ones are admitted', async () => {
  const { take, put, watch, events, folder, ledger } = await hotFolderHarness();
  await put('old.jpg', await jpeg(1));
  const watched = folder();
  const watcher = await watch(watched, 'skip');
  expect(watcher.state().settling).toBe(0);
  await take('new.jpg', 2);
  expect(events).toHaveLength(1);
  expect(ledger.sightings.find(watched.id, 'old.jpg')?.outcome).toBe('seen');
});

it('photos that arrive while the existing ones are being skipped are admitted', async () => {
  const { until, put, watch, events, folder, ledger } = await hotFolderHarness();
  const photos = [await jpeg(1), await jpeg(2)] as const;
  await Promise.all(Array.from({ length: 500 }, (_, n) => put(`a/${n}.jpg`, 'old')));
  await put('b/old.jpg', 'old');
  const watched = folder();
  const write = ledger.transaction.bind(ledger);
  const inTheMiddle = vi.spyOn(ledger, 'transaction').mockImplementationOnce((work) => {
    mkdirSync(join(watched.path, 'c'));
    writeFileSync(join(watched.path, 'b/new.jpg'), photos[0]);
    writeFileSync(join(watched.path, 'c/new.jpg'), photos[1]);
    return write(work);
  });
  await watch(watched, 'skip');
  await until('admitted', 'b/new.jpg');
  await until('admitted', 'c/new.jpg');
  expect(inTheMiddle).toHaveBeenCalled();
  expect(events).toHaveLength(2);
  expect(ledger.sightings.find(watched.id, 'b/old.jpg')?.outcome).toBe('seen');
});
