import { expect, it } from 'vitest';
import { armInWindow, freshLedger, takeIn } from '../../../test/fixtures/fresh-ledger.ts';
import { valueOf } from '../../../test/fixtures/values.ts';
import { forgetStudio } from './forget-studio.ts';

/** Creates a ledger with three offered photos of a shared hot folder; another station processes the last one. */
async function sharedLedger() {
  const { ledger } = await freshLedger();
  const places = { path: '/shoots/drop', outFolder: '/shoots/out' };
  const hotFolderId = armInWindow(ledger, { ...places, isShared: true });
  const jobs = ['a', 'b', 'c'].map((letter) => {
    const source = `/shoots/drop/${letter}.jpg`;
    const jobId = takeIn(ledger, { sha256: letter.repeat(64), source, hotFolderId });
    ledger.sharedWork.offered({ jobId, run: 1, priority: 0 });
    return jobId;
  });
  const [first = 0, , last = 0] = jobs;
  ledger.sharedWork.elsewhere(last, 'B');
  const states = () => jobs.map((id) => valueOf(ledger.jobs.load(id)).state);
  return { ledger, hotFolderId, first, jobs, states };
}

it('a station that leaves pauses its shared hot folders and keeps the photos that no other station processes', async () => {
  const { ledger, hotFolderId, first, jobs, states } = await sharedLedger();
  expect(forgetStudio(ledger, [ledger.claims.identityOf(first)])).toBe(1);
  expect(states()).toEqual(['waiting', 'cancelled', 'cancelled']);
  expect(ledger.hotFolders.get(hotFolderId)).toMatchObject({ armed: false, isShared: false });
  expect(jobs.map((id) => ledger.sharedWork.get(id))).toEqual([undefined, undefined, undefined]);
  // the folder is paused, so the photo does not start
  expect(ledger.jobs.next(9, new Set(), ledger.pauses.folders())).toEqual([]);
});

it('without the database, a station cancels only the photos that it knows are at other stations', async () => {
  const { ledger, states } = await sharedLedger();
  expect(forgetStudio(ledger, null)).toBe(1);
  expect(states()).toEqual(['waiting', 'waiting', 'cancelled']);
  expect(forgetStudio(ledger, null)).toBe(0);
});
