import { describe, expect, it } from 'vitest';
import { freshLedger, anyRecipe, takeIn } from '../../../test/fixtures/fresh-ledger.ts';
import { deliver, intend } from '../../../test/fixtures/jobs.ts';
import { valueOf } from '../../../test/fixtures/values.ts';
import { jobLine } from '../../app/command-line/job-line.ts';
import type { Ledger } from './open.ts';
import type { StudioRun } from './record-run.ts';

const file = (at: number) => ({
  file: `/shoots/out/a-${at}.png`,
  sha256: `${at}`.repeat(64),
  bytes: 1000 + at,
  width: 400,
  height: 600,
});

/** Processes a photo with two results at this station. */
function processed(ledger: Ledger): number {
  const jobId = takeIn(ledger, {
    client: 'Nord',
    source: '/shoots/a.jpg',
    outFolder: '/shoots/out',
  });
  deliver(ledger, jobId, [file(0), file(1)]);
  return jobId;
}

/** Returns a run as another station has shared it. */
async function runElsewhere(): Promise<StudioRun> {
  const { ledger } = await freshLedger();
  processed(ledger);
  const [run] = ledger.studioRuns.unshared(10);
  if (run === undefined) throw new Error('there is no run');
  const { id: _id, ...shared } = run;
  return shared;
}

const everything = { from: null, to: null };
const from = { key: 'a', version: 1, station: 'Worker-1' };

describe('a run that the other stations do not know', () => {
  it('is finished and delivered, and is returned until it is shared', async () => {
    const { ledger } = await freshLedger();
    const open = takeIn(ledger, { sha256: 'b'.repeat(64), name: 'b.jpg' });
    intend(ledger, open, 1);
    processed(ledger);
    const [run, ...more] = ledger.studioRuns.unshared(10);
    expect(more).toEqual([]);
    expect(run).toMatchObject({
      agent: 'removeBG',
      name: 'a.jpg',
      source: '/shoots/a.jpg',
      photo: { sha256: 'a'.repeat(64) },
      identity: 'White',
      recipe: anyRecipe('White'),
      results: [
        { position: 0, ...file(0) },
        { position: 1, ...file(1) },
      ],
    });
    ledger.studioRuns.shared(run?.id ?? 0, null);
    expect(ledger.studioRuns.unshared(10)).toEqual([]);
    ledger.studioRuns.unshareAll();
    expect(ledger.studioRuns.unshared(10)).toEqual([run]);
  });

  it('is returned even if many earlier runs have no image', async () => {
    const { ledger } = await freshLedger();
    for (const sha256 of ['b', 'c'].map((letter) => letter.repeat(64))) {
      const jobId = takeIn(ledger, { sha256, name: 'b.jpg' });
      const row = intend(ledger, jobId, 1);
      ledger.executions.adopt(row, `execution-${jobId}`);
      ledger.executions.finished(row, 'Success');
      ledger.jobs.end(jobId, 'done', null);
    }
    processed(ledger);
    expect(ledger.studioRuns.unshared(2)).toMatchObject([{ photo: { sha256: 'a'.repeat(64) } }]);
  });
});

describe('a run of another station', () => {
  it('is in the queue and the library, once, and costs this station nothing', async () => {
    const run = await runElsewhere();
    const { ledger } = await freshLedger();
    expect(ledger.studioRuns.record(run, from)).toBe(true);
    expect(ledger.studioRuns.record(run, from)).toBe(true);
    const jobId = ledger.jobs.find(run.photo.sha256, run.identity) ?? 0;
    expect(valueOf(ledger.jobs.load(jobId))).toMatchObject({
      state: 'done',
      source: '/shoots/a.jpg',
    });
    const { ids, total } = ledger.library.page({}, 'newest', 0, 10);
    expect(total).toBe(2);
    expect(ledger.library.rows(ids).map(({ name }) => name)).toEqual(['a-1.png', 'a-0.png']);
    expect(
      ledger.library.stacked(
        { filter: {}, sort: 'newest', expanded: { isAll: false, except: [] } },
        0,
        9,
      ).total,
    ).toBe(1);
    const images = { delivered: 2, bought: 2 };
    expect(ledger.queue.rows([jobId])).toMatchObject([
      { state: 'done', station: 'Worker-1', images },
    ]);
    expect(jobLine(ledger, jobId).line.station).toBe('Worker-1');
    expect(ledger.costs.sums('agent', everything)).toEqual([]);
    expect(ledger.claims.unclaimed()).toEqual([]);
    expect(ledger.studioRuns.unshared(10)).toEqual([]);
  });

  it('completes a job that another station has processed instead', async () => {
    const run = await runElsewhere();
    const { ledger } = await freshLedger();
    const jobId = takeIn(ledger);
    expect(ledger.studioRuns.record(run, from)).toBe(false);
    expect(ledger.results.ofJob(jobId)).toEqual([]);
    ledger.jobs.end(jobId, 'held', null);
    expect(ledger.studioRuns.record(run, from)).toBe(true);
    expect(valueOf(ledger.jobs.load(jobId)).state).toBe('done');
    expect(ledger.results.ofJob(jobId)).toHaveLength(2);
    // the run is not this station's purchase
    expect(ledger.claims.facts(jobId, 1).executions).toEqual([]);
  });

  it('does not wait any longer once the station has left its studio', async () => {
    const { ledger } = await freshLedger();
    ledger.studioRuns.wait({ ...from, content: '{}' });
    expect(ledger.studioRuns.waiting()).toHaveLength(1);
    ledger.studioRuns.leave();
    expect(ledger.studioRuns.waiting()).toEqual([]);
  });

  it('waits while this station is making the same purchase itself', async () => {
    const run = await runElsewhere();
    const { ledger } = await freshLedger();
    const jobId = takeIn(ledger);
    const row = intend(ledger, jobId, 1);
    ledger.executions.sending(row);
    ledger.executions.doubt(row, 'no answer');
    ledger.jobs.end(jobId, 'held', null);
    expect(ledger.studioRuns.record(run, from)).toBe(false);
  });
});
