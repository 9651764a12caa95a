import { expect, it } from 'vitest';
import { problemOf } from '#shared/failure.ts';
import {
  exchanged,
  openStation,
  type DocumentStation,
} from '../../../test/fixtures/document-station.ts';
import { takeIn } from '../../../test/fixtures/fresh-ledger.ts';
import { sharedPostgres } from '../../../test/fixtures/shared-postgres.ts';
import { valueOf } from '../../../test/fixtures/values.ts';
import { libraryShelves } from '../library/pages.ts';
import { needAttention } from './need-attention.ts';

const server = await sharedPostgres();
const roots = { shoots: '/Volumes/shoots' };

function hold({ ledger }: DocumentStation): number {
  const photo = { sha256: 'a'.repeat(64), name: 'a.jpg', source: '/Volumes/shoots/a.jpg' };
  const jobId = takeIn(ledger, photo);
  ledger.jobs.end(jobId, 'held', problemOf('paused'));
  return jobId;
}

const counts = ({ ledger }: DocumentStation) => [
  needAttention(ledger, ledger.jobs.count()),
  libraryShelves(ledger).held,
];

it('what needs attention at another station counts at each station until someone answers', async () => {
  const studio = await server.newStudio();
  const a = await openStation(studio, 'A', roots);
  const b = await openStation(studio, 'B', roots);
  const c = await openStation(studio, 'C', roots);
  // A has offered the photo, and B has taken it; both list it
  a.ledger.sharedWork.offered({ jobId: hold(a), run: 1, priority: 0 });
  b.ledger.sharedWork.taken({ jobId: hold(b), run: 1 });
  await exchanged(a, b, c);
  expect([a, b, c].map(counts)).toEqual([
    [1, 1],
    [1, 1],
    [1, 1],
  ]);
  expect([b, c].map((one) => one.held().map(({ isHere }) => isHere))).toEqual([[true], [false]]);
  valueOf(c.answer('cancel'));
  expect(counts(c)).toEqual([0, 0]);
  await exchanged(c, a, b, c);
  expect([a, c].map(counts)).toEqual([
    [0, 0],
    [0, 0],
  ]);
});
