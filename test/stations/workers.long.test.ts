import { randomUUID } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, expect, it, onTestFinished } from 'vitest';
import { openLedger } from '#electron/adapters/ledger/open.ts';
import { writeStationFile } from '#electron/adapters/shared-studio/station-file.ts';
import { systemClock } from '#electron/base/clock.ts';
import { startDemo } from '#electron/demo/demo.ts';
import { live, type Running } from '../crash/life.ts';
import { envOf } from '../crash/round.ts';
import { ownFolder } from '../fixtures/own-folder.ts';
import { startPostgres } from '../fixtures/postgres.ts';
import { valueOf } from '../fixtures/values.ts';
import { addSharedFolder, makeDisk } from './shared-folder.ts';

const server = await startPostgres();
afterAll(() => server.close());

const wait = { timeout: 60_000, interval: 100 };

it('a worker takes over from a frozen and from a killed worker, and each photo is bought once', async () => {
  const folder = await ownFolder('workers');
  const disk = await makeDisk(join(folder, 'disk'));
  const speed = { executionMs: 400, jitterMs: 0 };
  const demo = await startDemo({ folder: join(folder, 'demo'), render: 'quick', seed: 1, speed });
  onTestFinished(() => demo.close());
  const studio = await server.newStudio({ service: new URL(demo.url).origin, leaseSeconds: 6 });

  const joinStudio = async (name: string) => {
    const data = join(folder, name);
    await mkdir(data);
    const login = await studio.newStation();
    const roots = { disk: disk.root };
    const file = {
      format: 1,
      station: randomUUID(),
      name,
      studio: 'Test',
      roots,
      ...login,
    } as const;
    valueOf(await writeStationFile(data, file));
    return data;
  };
  const startWorker = (data: string): Running => {
    const worker = live(['--doubt-window=3', '--in-flight=2', 'worker'], envOf({ data }, demo));
    onTestFinished(worker.kill);
    return worker;
  };
  const watcher = async () => {
    const [row] = await studio.sql<{ name: string }>(
      `SELECT s.name FROM watches JOIN stations s ON s.id = station
       WHERE watched_until > clock_timestamp()`,
    );
    return row?.name;
  };

  const [one, two] = [await joinStudio('One'), await joinStudio('Two')];
  const ledger = valueOf(openLedger(one, systemClock));
  addSharedFolder(ledger, disk);
  ledger.close();
  const frozen = startWorker(one);
  await expect.poll(watcher, wait).toBe('One');
  const other = startWorker(two);
  await disk.drop(6);
  await expect.poll(() => disk.filesIn('out'), wait).not.toEqual([]);
  frozen.signal('SIGSTOP');
  await disk.drop(2);
  await expect.poll(watcher, wait).toBe('Two');
  await expect
    .poll(() => disk.filesIn('drop', 'Processed'), wait)
    .toEqual(expect.arrayContaining(['photo-007.png', 'photo-008.png']));
  // the images that the frozen worker has bought are delivered after it continues
  frozen.signal('SIGCONT');
  await expect.poll(() => disk.filesIn('drop'), wait).toEqual([]);

  await disk.drop(4);
  await expect.poll(() => demo.records().executions.length, wait).toBeGreaterThan(9);
  other.kill();
  await disk.drop(2);
  await expect.poll(watcher, wait).toBe('One');
  const again = startWorker(two);
  await expect.poll(() => disk.filesIn('drop'), wait).toEqual([]);
  const workers = [frozen, again];
  for (const worker of workers) worker.signal('SIGTERM');
  // the status is 1 if a photo needed attention until the worker that had bought it was back
  for (const worker of workers) expect([0, 1]).toContain((await worker.ended).status);
  expect(demo.records().executions).toHaveLength(14);
  expect(await disk.filesIn('drop', 'Processed')).toHaveLength(14);
  // a worker that was frozen during a delivery may write images again that the other worker has delivered
  const names = (await disk.filesIn('out')).map((name) => name.slice(0, 'photo-000'.length));
  expect(new Set(names).size).toBe(14);
});
