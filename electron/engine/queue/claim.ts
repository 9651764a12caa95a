import { problemOf } from '#shared/failure.ts';
import type { ExecutionRow } from '../../adapters/ledger/executions.ts';
import type { Job } from '../../adapters/ledger/jobs.ts';
import { localDay } from '#shared/day.ts';
import { intentOf } from './ordered.ts';
import type { StationAnswer } from '../station/station.ts';
import type { Parts } from './parts.ts';
import { advanced, type Report } from './report.ts';

/**
 * Claims the current run of a job in the shared studio; returns the reason if it may not be bought now, and null if it
 * may. `left`: the job's earlier INTENT, which was not sent. Problems: bought-elsewhere, claimed-elsewhere,
 * spending-limit, limit-too-low, those of `Station.claim`.
 */
export async function claimRun(
  parts: Parts,
  job: Job,
  left: ExecutionRow | null,
): Promise<Report | null> {
  const { station, ledger, clock, random } = parts;
  if (station === undefined) return null;
  const { images, taskId: task } = intentOf(job);
  const identity = ledger.claims.identityOf(job.id);
  const day = localDay(clock.wall());
  const request = { job: job.id, jobRun: job.runs, ...identity, task, images, day };
  const answer = await station.claim(request);
  if (!answer.ok) return { kind: 'studio', problem: answer.problem };
  const { name } = job;
  switch (answer.value.kind) {
    case 'granted':
    case 'adopt':
      return take(parts, job, answer.value, left);
    case 'elsewhere':
    case 'bought': {
      const isBought = answer.value.kind === 'bought';
      const code = isBought ? 'bought-elsewhere' : 'claimed-elsewhere';
      const problem = problemOf(code, { name, station: answer.value.station }, { about: name });
      return isBought ? { kind: 'hold', problem } : { kind: 'await', ms: ELSEWHERE, problem };
    }
    case 'busy': {
      const ms = BUSY + random() * BUSY;
      return { kind: 'await', ms, problem: problemOf('studio-busy') };
    }
    case 'no-lease':
      return { kind: 'studio', problem: problemOf('station-lease-lost') };
    case 'limit':
      return limited(answer.value, name, images);
  }
}

/** Time in ms between two checks of a purchase of another station. */
const ELSEWHERE = 5000;
/** Least time in ms between two attempts while the account's concurrency limit is reached; at most twice that. */
const BUSY = 1000;

type TakenClaim = Extract<StationAnswer, { kind: 'granted' | 'adopt' }>;

/**
 * Records a claim. With one of another task, the job takes over that task: another station, or an earlier job, may have
 * executed it. From here on that request counts as sent with an unknown outcome, and the service is asked about it until
 * the doubt window ends, so that nothing is sent beside it.
 */
function take(
  { ledger }: Parts,
  job: Job,
  answer: TakenClaim,
  left: ExecutionRow | null,
): Report | null {
  const { claim, fence } = answer;
  return ledger.transaction(() => {
    ledger.claims.set({ jobId: job.id, run: job.runs, claim, fence });
    if (answer.kind === 'granted') return null;
    const { jobs, executions } = ledger;
    if (left !== null) executions.giveUp(left.id, 'another task was claimed before');
    jobs.created(job.id, answer.task);
    const id = executions.intend({ ...intentOf(job), taskId: answer.task });
    executions.sending(id);
    executions.doubt(id, problemOf('claim-taken-over', { station: answer.from ?? '' }));
    return advanced;
  });
}

function limited(
  { per, allowed: limit }: Extract<StationAnswer, { kind: 'limit' }>,
  name: string,
  images: number,
): Report {
  const more = { about: String(limit) };
  if (per === 'never') {
    return {
      kind: 'hold',
      problem: problemOf('limit-too-low.shared', { name, limit, images }, more),
    };
  }
  const problem = problemOf('spending-limit.shared', { per, limit }, more);
  return { kind: 'limit', problem, of: 'studio' };
}
