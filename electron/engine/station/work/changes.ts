import { problemOf } from '#shared/failure.ts';
import { problemCodes } from '#shared/problem-codes.ts';
import type { Problem, ProblemCode } from '#shared/problem.ts';
import { problemColumns, storedProblem } from '../../../adapters/ledger/rows.ts';
import type { Roots } from '../../../adapters/shared-studio/roots.ts';
import type { WorkChange, WorkOutcome } from '../../../adapters/shared-studio/shared-work.ts';
import type { WorkParts } from './parts.ts';
import { withoutPaths } from './without-paths.ts';

/** Records a change that another station made to a photo that this station has offered. */
export function applyChange(parts: WorkParts, change: WorkChange): void {
  const { ledger, hands } = parts;
  const jobId = ledger.jobs.find(change.photo, change.purchase);
  const known = jobId === undefined ? undefined : ledger.sharedWork.get(jobId);
  if (jobId === undefined || known === undefined || known.isTaken || !known.isOffered) return;
  const loaded = ledger.jobs.load(jobId);
  if (!loaded.ok || change.run < loaded.value.runs) return;
  const { state } = loaded.value;
  const { station } = change;
  if (change.state === 'offered' || change.state === 'taken') {
    if (known.station !== station) ledger.sharedWork.elsewhere(jobId, station);
    return;
  }
  if (change.state === 'withdrawn') return withdrawn(parts, jobId);
  if (station === null) return;
  // results also complete a job that needs attention
  const isOpen = state === 'waiting' || (change.state === 'done' && state === 'held');
  if (!isOpen || known.ended === change.state) return;
  const { problem = null } = change.outcome ?? {};
  const end = change.state;
  ledger.transaction(() => {
    ledger.sharedWork.elsewhere(jobId, station);
    ledger.sharedWork.ended(jobId, end, change.run);
    ledger.history.note(jobId, 'processed by another station', station);
    ledger.jobs.end(jobId, end, problem === null ? null : readProblem(problem, station));
  });
  hands.ended(jobId);
}

/**
 * Cancels a job that another station has withdrawn. A job whose end is known here was withdrawn by this station, or is
 * about to be offered again.
 */
function withdrawn({ ledger, hands }: WorkParts, jobId: number): void {
  const job = ledger.jobs.load(jobId);
  if (!job.ok || job.value.state !== 'waiting') return;
  if (ledger.sharedWork.get(jobId)?.ended !== null) return;
  ledger.transaction(() => {
    ledger.sharedWork.ended(jobId, 'cancelled', job.value.runs);
    ledger.jobs.end(jobId, 'cancelled', problemOf('cancelled.elsewhere'));
  });
  hands.ended(jobId);
}

/** Returns a problem in the form in which it is reported to the other stations, without absolute paths. */
export function outcomeOf(problem: Problem | null, roots: Roots): WorkOutcome {
  if (problem === null) return { problem: null };
  const { code, message, about, said } = problemColumns(withoutPaths(problem, roots));
  return { problem: { code: code ?? problem.code, message: message ?? '', about, said } };
}

/**
 * Returns the problem that another station reported. For a code that this program does not know, returns
 * work-elsewhere with that station's message.
 */
export function readProblem(
  { code, ...rest }: NonNullable<WorkOutcome['problem']>,
  station: string,
): Problem {
  const known = isProblemCode(code) ? storedProblem({ code, ...rest }) : null;
  return known ?? problemOf('work-elsewhere', { station, words: rest.message }, { about: station });
}

function isProblemCode(code: string): code is ProblemCode {
  return Object.hasOwn(problemCodes, code);
}
