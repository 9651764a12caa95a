import { describe, expect, it } from 'vitest';
import { problemOf } from '#shared/failure.ts';
import {
  exchanged,
  openStation,
  type DocumentStation,
} from '../../../../test/fixtures/document-station.ts';
import { takeIn } from '../../../../test/fixtures/fresh-ledger.ts';
import { sharedPostgres } from '../../../../test/fixtures/shared-postgres.ts';
import { codeOf, valueOf } from '../../../../test/fixtures/values.ts';
import { cancel } from '../../queue/change-jobs.ts';
import { readHeld } from './held-document.ts';

const server = await sharedPostgres();

const roots = { shoots: '/Volumes/shoots' };

async function stations() {
  const studio = await server.newStudio();
  const [a, b, c] = [
    await openStation(studio, 'A', roots),
    await openStation(studio, 'B', { shoots: '/mnt/shoots' }),
    await openStation(studio, 'C', roots),
  ];
  return { studio, a, b, c };
}

/** Adds a job that needs attention at a station; returns its id. */
function hold({ ledger }: DocumentStation, source = '/Volumes/shoots/a.jpg'): number {
  const jobId = takeIn(ledger, { sha256: 'a'.repeat(64), name: 'a.jpg', source });
  ledger.jobs.end(jobId, 'held', problemOf('paused'));
  return jobId;
}

const stateOf = ({ ledger }: DocumentStation, jobId: number) =>
  valueOf(ledger.jobs.load(jobId)).state;
const retries = ({ ledger }: DocumentStation, jobId: number) =>
  ledger.history.of(jobId).filter(({ what }) => what === 'let go on').length;

describe('a job that needs attention', () => {
  it('is shown at all stations, and another station answers it once', async () => {
    const { a, b, c } = await stations();
    const job = hold(a);
    hold(a, '/Users/anna/private.jpg');
    await exchanged(a, b, c);
    expect(b.held()).toMatchObject([
      {
        station: 'A',
        name: 'a.jpg',
        what: { kind: 'job', problem: { code: 'paused' } },
        answers: [{ action: 'retry' }, { action: 'cancel' }],
        given: null,
      },
    ]);
    expect(a.held()).toEqual([]);
    expect(codeOf(b.answer('skip'))).toBe('held-unknown');
    expect(codeOf(b.answer('retry', 99))).toBe('held-unknown');
    valueOf(b.answer('retry'));
    expect(b.held()).toMatchObject([{ given: { by: null, action: 'retry' } }]);
    await exchanged(b, c);
    expect([b, c].map((one) => one.held()[0]?.given?.by)).toEqual(['B', 'B']);
    expect(stateOf(a, job)).toBe('held');
    await exchanged(a, b, c, a);
    expect([stateOf(a, job), retries(a, job)]).toEqual(['waiting', 1]);
    expect(a.ledger.history.of(job)).toContainEqual(
      expect.objectContaining({ what: 'answered at another station', detail: 'B' }),
    );
    expect([b, c].map((one) => [one.held(), one.codes()])).toEqual([
      [[], []],
      [[], []],
    ]);
  });

  it('uses the first of two answers, and informs the other station', async () => {
    const { a, b, c } = await stations();
    const job = hold(a);
    await exchanged(a, b, c);
    valueOf(b.answer('retry'));
    valueOf(c.answer('cancel'));
    await exchanged(b, c, a);
    expect([stateOf(a, job), b.codes(), c.codes()]).toEqual(['waiting', [], ['held-answered']]);
    expect(codeOf(c.answer('retry'))).toBe('held-answered');
    await exchanged(b, c);
    expect([b.held(), c.held(), b.codes(), c.codes()]).toEqual([[], [], [], []]);
  });

  it('is answered by its own station if that is faster', async () => {
    const { a, b } = await stations();
    const job = hold(a);
    await exchanged(a, b);
    valueOf(b.answer('retry'));
    await exchanged(b);
    a.ledger.transaction(() => valueOf(cancel(a.ledger, job)));
    await exchanged(a, b);
    expect([stateOf(a, job), b.codes(), b.held()]).toEqual(['cancelled', ['held-answered'], []]);
  });

  it('does not take an answer to an earlier question', async () => {
    const { a, b } = await stations();
    const job = hold(a);
    await exchanged(a, b);
    valueOf(b.answer('retry'));
    await exchanged(b);
    a.ledger.jobs.resume(job);
    a.ledger.jobs.end(job, 'held', problemOf('execution-unknown', { name: 'a.jpg' }));
    await exchanged(a, b);
    expect([stateOf(a, job), b.codes()]).toEqual(['held', ['held-answered']]);
    expect(b.held()).toMatchObject([{ what: { problem: { code: 'execution-unknown' } } }]);
  });

  it('keeps the answer of a station that is away until it is back', async () => {
    const { a, b, c } = await stations();
    hold(a);
    await exchanged(a, b, c);
    valueOf(b.answer('retry'));
    valueOf(c.answer('cancel'));
    await exchanged(c, a);
    await exchanged(b);
    expect([b.codes(), b.held()]).toEqual([['held-answered'], []]);
  });

  it('is shown again after the database was restored', async () => {
    const { studio, a, b } = await stations();
    await exchanged(a, b);
    const job = hold(a);
    await exchanged(a, b, a);
    await studio.sql('DELETE FROM documents');
    await studio.sql('DELETE FROM document_versions');
    await exchanged(a, b, a, b);
    valueOf(b.answer('cancel'));
    await exchanged(b, a, b);
    expect([stateOf(a, job), b.held()]).toEqual(['cancelled', []]);
  });
});

describe('a photo of a shared hot folder', () => {
  async function taken() {
    const { a, b, c } = await stations();
    const jobs = [a, b].map((station) => {
      const id = hold(station, a === station ? undefined : '/mnt/shoots/a.jpg');
      station.ledger.sharedWork.offered({ jobId: id, run: 1, priority: 0 });
      return id;
    });
    b.own.watches = false;
    await exchanged(a, b, c);
    return { a, b, c, jobs };
  }

  it('is answered where it was taken over, even if it was answered before', async () => {
    const { a, b, c, jobs } = await taken();
    expect(c.held()).toMatchObject([{ station: 'A' }]);
    valueOf(c.answer('retry'));
    await exchanged(c);
    // A is away, and B watches the folder
    a.own.watches = false;
    b.own.watches = true;
    await exchanged(b, b, c);
    expect(stateOf(b, jobs[1] ?? 0)).toBe('waiting');
    expect([c.held(), c.codes()]).toEqual([[], []]);
    await exchanged(a, a);
    expect([stateOf(a, jobs[0] ?? 0), retries(a, jobs[0] ?? 0)]).toEqual(['held', 0]);
  });

  it('does not take an answer again that its former station had begun to use', async () => {
    const { a, b, c, jobs } = await taken();
    valueOf(c.answer('retry'));
    await exchanged(c);
    a.own.crashes = true;
    await expect(a.exchange()).rejects.toThrow('lost');
    a.own.watches = false;
    b.own.watches = true;
    await exchanged(b, b, c);
    expect(stateOf(b, jobs[1] ?? 0)).toBe('held');
    // nobody knows what became of the answer, so B asks again
    expect(c.held()).toMatchObject([{ station: 'B', given: null }]);
  });
});

it('a document is only read from the station that may write it', () => {
  const text = JSON.stringify({ state: 'settled', at: 'A', name: 'a.jpg', given: null });
  expect(readHeld(text, 'A')).toMatchObject({ state: 'settled' });
  expect(readHeld(text, 'B')).toBeNull();
  expect(readHeld('{', 'A')).toBeNull();
});
