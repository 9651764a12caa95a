import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { startDemo } from '#electron/demo/demo.ts';
import { ledgerFile } from '#electron/adapters/ledger/files.ts';
import { openDatabase } from '#electron/adapters/ledger/sqlite.ts';
import { makePhotos } from '../bench/photos.ts';
import { newFolder } from '../world/folder.ts';
import { live } from './life.ts';
import { crashRound, envOf, outTo } from './round.ts';

async function folder(): Promise<string> {
  const path = await newFolder('crash-test');
  onTestFinished(() => rm(path, { recursive: true, force: true, maxRetries: 5 }));
  return path;
}

/**
 * How long an execution takes in this test, in ms; long enough to kill and restart the command
 * during it.
 */
const EXECUTION = 4000;
/** A seed with which the command is killed while it works, while it recovers and while it starts. */
const SEED = 9589;

it('a command that is killed buys each photo once, loses none and leaves no files behind', async () => {
  const photos = await makePhotos(join(await folder(), 'photos'), 9, 600);
  const round = await crashRound(SEED, 3, photos);
  expect(round).toMatchObject({ kills: 3, photos: 9, wrong: [] });
}, 300_000);

it('a restart after a kill with eight executions in progress delivers all eight without the user', async () => {
  const place = await folder();
  const demo = await startDemo({
    folder: join(place, 'demo'),
    render: 'quick',
    speed: { executionMs: EXECUTION, jitterMs: 0 },
  });
  onTestFinished(() => demo.close());
  const photos = join(place, 'photos');
  await makePhotos(photos, 8, 600);
  await mkdir(join(place, 'out'));
  const env = envOf({ data: join(place, 'data') }, demo);
  const first = live(['run', photos, ...outTo(join(place, 'out'), 'none')], env);
  const bought = () => demo.records().executions.length;
  await expect.poll(bought, { timeout: 120_000, interval: 5 }).toBe(8);
  first.kill();
  expect((await first.ended).status).toBeNull();

  const second = await live(['resume', '--until-idle=1'], env).ended;
  expect(second.status, second.stderr).toBe(0);
  expect(bought()).toBe(8);

  const ledger = openDatabase(ledgerFile(join(place, 'data')), { readOnly: true });
  onTestFinished(() => ledger.close());
  const states = ledger.all('SELECT state, count(*) AS jobs FROM jobs GROUP BY state');
  expect(states).toEqual([{ state: 'done', jobs: 8 }]);
}, 300_000);
