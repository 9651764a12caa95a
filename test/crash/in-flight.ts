import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { startDemo } from '#electron/demo/demo.ts';
import { ledgerFile } from '#electron/ledger/files.ts';
import { openDatabase } from '#electron/ledger/sqlite.ts';
import { makePhotos } from '../bench/photos.ts';
import { live } from './life.ts';

/** ms an execution takes here, long enough to kill and start again in between. */
const EXECUTION = 4000;

/**
 * Kills the command with eight executions in flight and starts it again. Expects that all eight come home
 * without a person. What it returns is, in ms and for each, how long after its end it was known.
 */
export async function killInFlight(place: string): Promise<number[]> {
  const demo = await startDemo({
    folder: join(place, 'demo'),
    keys: ['crash-loop'],
    render: 'quick',
    speed: { executionMs: EXECUTION, jitterMs: 0 },
  });
  onTestFinished(() => demo.close());
  const photos = join(place, 'photos');
  await makePhotos(photos, 8, 600);
  await mkdir(join(place, 'out'));
  const env = {
    DARKSLIDE_DATA: join(place, 'data'),
    DARKSLIDE_SERVICE_URL: demo.url,
    DARKSLIDE_API_KEY: 'crash-loop',
  };
  const out = ['--out', join(place, 'out'), '--metadata=none'];
  const set = ['--agent=removeBG', '--set=maskType=autoSubjectSegment', '--set=batchCount=1'];
  const first = live(['run', photos, ...out, ...set], env);
  await expect.poll(() => demo.books().executions.length, { timeout: 30_000, interval: 5 }).toBe(8);
  first.kill();
  expect((await first.ended).status).toBeNull();

  const second = await live(['resume', '--until-idle=1'], env).ended;
  expect(second.status, second.stderr).toBe(0);
  const { executions } = demo.books();
  expect(executions).toHaveLength(8);

  const ledger = openDatabase(ledgerFile(join(place, 'data')), { readOnly: true });
  onTestFinished(() => ledger.close());
  expect(ledger.all('SELECT state, count(*) AS jobs FROM jobs GROUP BY state')).toEqual([
    { state: 'done', jobs: 8 },
  ]);
  return executions.map(({ executionId, arrivedAt }) => {
    const known = ledger.get<{ finished_at: number }>(
      'SELECT finished_at FROM executions WHERE execution_id = ?',
      executionId,
    );
    return (known?.finished_at ?? Infinity) - (arrivedAt + EXECUTION);
  });
}
