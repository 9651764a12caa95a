import { ownFacts } from '#shared/own.ts';
import type { Problem } from '#shared/problem.ts';
import { systemClock } from '../../../base/clock.ts';
import type { ToldOwn } from '../../../adapters/ledger/own.ts';
import { operationsOf } from '../../../engine/models/kinds.ts';
import { failureProblem, isNo } from '../../../adapters/service/failure-problem.ts';
import type { Service } from '../../../adapters/service/types.ts';
import type { Context } from '../context.ts';
import { exitStatus, type ExitStatus } from '../exit.ts';
import { refuse } from '../refuse.ts';
import { withTools } from '../tools-session.ts';
import { errorOf, ownLine, unknownLine, withId, type OwnWords } from './lines.ts';
import { failedProblem, unknownProblem } from './problems.ts';

/** s that are waited where nothing else is said; making one ready takes minutes. */
export const USUAL_PATIENCE = 900;
/** ms between two rounds of questions; they grow to the second. */
const FIRST_PAUSE = 500;
const LAST_PAUSE = 5000;

/** How one stands that is waited for. */
interface Standing {
  readonly id: number;
  /** As last told; null before the first answer. */
  readonly told: ToldOwn | null;
  /** Why it cannot be used, or why the last question had no answer. */
  readonly problem: Problem | null;
  readonly isFinal: boolean;
}

/** `wait`: until each is complete or failed. Asks the service alone, so it works beside a window. */
export function waitForOwn(
  context: Context,
  words: OwnWords,
  ids: readonly number[],
  patience: number,
): Promise<ExitStatus> {
  const { out, interrupted } = context;
  return withTools(context, async ({ service }) => {
    const over = AbortSignal.any([interrupted, AbortSignal.timeout(patience * 1000)]);
    let pending = [...new Set(ids)].map((id): Standing => unasked(id));
    let status: ExitStatus = exitStatus.done;
    // the first round is made whatever the patience, so that --timeout 0 tells how all of them stand
    for (let pause = FIRST_PAUSE, signal = interrupted; ; signal = over) {
      const asked: Standing[] = [];
      for (const one of pending) asked.push(await question(words, service, one, signal));
      const refused = asked.find(({ problem }) => problem?.code === 'service-unauthorised');
      if (refused?.problem) return refuse(context, refused.problem);
      for (const one of asked.filter(({ isFinal }) => isFinal)) {
        if (one.problem !== null) status = exitStatus.unfinished;
        tell(context, words, one);
      }
      const wasAway = awayOf(pending);
      pending = asked.filter(({ isFinal }) => !isFinal);
      if (pending.length === 0) return status;
      if (over.aborted) return unfinished(context, words, pending);

      const away = awayOf(pending);
      if (away !== null && wasAway === null) out.warn(`waiting, ${away.code}: ${away.message}`);
      out.progress(`${pending.length} being made ready`);
      await systemClock.sleep(pause, over);
      pause = Math.min(pause * 1.5, LAST_PAUSE);
    }
  });
}

function unasked(id: number): Standing {
  return { id, told: null, problem: null, isFinal: false };
}

/** Why the service does not answer, where it does not. */
function awayOf(pending: readonly Standing[]): Problem | null {
  return pending.find(({ problem }) => problem !== null)?.problem ?? null;
}

async function question(
  { kind }: OwnWords,
  service: Service,
  one: Standing,
  signal: AbortSignal,
): Promise<Standing> {
  if (signal.aborted) return one;
  const { id } = one;
  const answer = await operationsOf(service, kind).query(id, { signal });
  if (answer.ok) {
    const { status } = answer.value;
    const isFinal = status === 'complete' || status === 'failed';
    const problem = status === 'failed' ? failedProblem(kind, id) : null;
    return { id, told: answer.value, problem, isFinal };
  }
  if (answer.failure.kind === 'aborted') return one;
  if (isNo(answer.failure)) {
    return { id, told: null, problem: unknownProblem(kind, id, answer.failure), isFinal: true };
  }
  return { ...one, problem: failureProblem(answer.failure) };
}

/** Prints those that are not final when the waiting ends. */
function unfinished(
  context: Context,
  words: OwnWords,
  pending: readonly Standing[],
): typeof exitStatus.unfinished {
  const { kind, command } = words;
  for (const one of pending) {
    const problem: Problem = context.interrupted.aborted
      ? {
          code: 'aborted',
          message: `The service goes on making the ${kind} ${one.id} ready; darkslide ${command} wait ${one.id} waits on.`,
        }
      : {
          code: 'time-over',
          message: `The ${kind} ${one.id} is not ready yet; the service goes on with it. darkslide ${command} wait ${one.id} waits on.`,
        };
    tell(context, words, { ...one, problem: one.problem ?? problem });
  }
  return exitStatus.unfinished;
}

function tell({ out }: Context, { kind }: OwnWords, { id, told, problem }: Standing): void {
  const { parameter } = ownFacts[kind];
  const line = told === null ? { ...unknownLine, error: errorOf(problem) } : ownLine(told, problem);
  const text =
    problem === null
      ? `The ${kind} ${id} (${line.name}) is complete: --set ${parameter}=${id}`
      : `${id}, ${problem.code}: ${problem.message}`;
  out.result(withId(kind, id, line), text);
}
