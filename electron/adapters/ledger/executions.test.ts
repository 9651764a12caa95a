import { expect, it } from 'vitest';
import { freshLedger, takeIn } from '../../../test/fixtures/fresh-ledger.ts';
import { handClock } from '../../../test/fixtures/hand-clock.ts';

const DAY = 24 * 3_600_000;

it('a lost request counts from the time when it was sent, however old its intent is', async () => {
  const clock = handClock();
  const { ledger } = await freshLedger(clock);
  const { jobs, executions } = ledger;
  const job = takeIn(ledger);
  jobs.created(job, 'task');
  const intent = { jobId: job, run: 1, taskId: 'task', agent: 'removeBG', images: 1 };
  const id = executions.intend(intent);
  // the computer slept over the weekend
  clock.pass(4 * DAY);
  executions.renew(id);
  executions.sending(id);
  const sent = clock.wall();
  executions.doubt(id, 'no answer');
  executions.giveUp(id, 'not listed after the doubt window');
  jobs.end(job, 'done', null);
  expect(executions.lost(sent, 100)).toEqual([{ jobId: job, taskId: 'task' }]);
  expect(executions.hasLost(job, sent)).toBe(true);
  expect(executions.jobsWithOldLost(sent)).toEqual([]);
  expect(executions.lost(sent + 1, 100)).toEqual([]);
  expect(executions.jobsWithOldLost(sent + 1)).toEqual([job]);
});
