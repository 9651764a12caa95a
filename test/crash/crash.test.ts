import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startDemo } from '#electron/demo/demo.ts';
import { ledgerFile } from '#electron/ledger/files.ts';
import { openDatabase } from '#electron/ledger/sqlite.ts';
import { makePhotos } from '../bench/photos.ts';
import { live } from './life.ts';
import { crashRound } from './round.ts';

async function folder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'darkslide-crash-test-'));
  onTestFinished(() => rm(path, { recursive: true, force: true, maxRetries: 5 }));
  return path;
}

describe('the command killed at random moments', () => {
  it('buys each photo once, loses none and leaves nothing behind', async () => {
    const photos = await makePhotos(join(await folder(), 'photos'), 36);
    const round = await crashRound(2026, 12, photos);
    expect(round).toMatchObject({ kills: 12, photos: 36, wrong: [] });
  }, 300_000);
});

/** ms an execution takes here, long enough to kill and start again in between. */
const EXECUTION = 4000;
/** ms between two questions about an execution that an earlier run of the program started. */
const ONE_POLL = 1000;
/** ms for the request itself and its commit on a machine that is busy with other tests. */
const ON_THE_WAY = 1500;

describe('a kill with eight executions in flight', () => {
  it('brings all eight home without a person, each within one poll of its end', async () => {
    const place = await folder();
    const demo = await startDemo({
      folder: join(place, 'demo'),
      keys: ['crash-loop'],
      render: 'quick',
      speed: { executionMs: EXECUTION, jitterMs: 0 },
    });
    onTestFinished(() => demo.close());
    const photos = join(place, 'photos');
    await makePhotos(photos, 8);
    await mkdir(join(place, 'out'));
    const env = {
      DARKSLIDE_DATA: join(place, 'data'),
      DARKSLIDE_SERVICE_URL: demo.url,
      DARKSLIDE_API_KEY: 'crash-loop',
    };
    const out = ['--out', join(place, 'out'), '--metadata=none'];
    const set = ['--agent=removeBG', '--set=maskType=autoSubjectSegment', '--set=batchCount=1'];
    const first = live(['run', photos, ...out, ...set], env);
    await expect
      .poll(() => demo.books().executions.length, { timeout: 30_000, interval: 5 })
      .toBe(8);
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
    const late = executions.map(({ executionId, arrivedAt }) => {
      const known = ledger.get<{ finished_at: number }>(
        'SELECT finished_at FROM executions WHERE execution_id = ?',
        executionId,
      );
      return (known?.finished_at ?? Infinity) - (arrivedAt + EXECUTION);
    });
    expect(Math.max(...late)).toBeLessThan(ONE_POLL + ON_THE_WAY);
  }, 60_000);
});
