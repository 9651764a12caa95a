import type { CustomModelKind } from '#shared/custom-models.ts';
import { failure } from '#shared/failure.ts';
import { success, type Outcome, type Problem } from '#shared/problem.ts';
import type { AwaitedModelView } from '#shared/views/command-line.ts';
import { systemClock } from '../../base/clock.ts';
import { failureProblem, isNo } from '../../adapters/service/failure-problem.ts';
import type { Service } from '../../adapters/service/types.ts';
import { operationsOf } from '../../engine/models/kinds.ts';
import { failedProblem, notInAccount } from './problems.ts';

/** Interval in ms between two rounds of queries; it grows from the first to the last value. */
const FIRST_PAUSE = 500;
const LAST_PAUSE = 5000;

interface ModelProgress extends AwaitedModelView {
  readonly isFinal: boolean;
}

export interface WaitProgress {
  /** Called when a model or scene is complete, or has a lasting problem. */
  ended(model: AwaitedModelView): void;
  /** Called when the service does not answer; Darkslide queries it again. */
  away(problem: Problem): void;
  waiting(count: number): void;
}

/**
 * Waits until all models and scenes are complete or failed, but at most `patience` seconds. Returns those that are
 * still unfinished, also after an abort. Queries each of them at least once. Problem: service-unauthorised.
 */
export async function waitForCustomModels(
  service: Service,
  { kind, ids, patience }: { kind: CustomModelKind; ids: readonly number[]; patience: number },
  progress: WaitProgress,
  signal: AbortSignal,
): Promise<Outcome<readonly AwaitedModelView[]>> {
  const time = new AbortController();
  const over = AbortSignal.any([signal, time.signal]);
  void systemClock.sleep(patience * 1000, signal).then(() => time.abort());
  let pending = [...new Set(ids)].map((id): ModelProgress => ({
    id,
    told: null,
    problem: null,
    isFinal: false,
  }));
  for (let pause = FIRST_PAUSE, end = signal; ; end = over) {
    const asked: ModelProgress[] = [];
    for (const one of pending) asked.push(await question(service, kind, one, end));
    const refused = asked.find(({ problem }) => problem?.code === 'service-unauthorised');
    if (refused?.problem) return failure(refused.problem);
    for (const one of asked.filter(({ isFinal }) => isFinal)) progress.ended(one);
    const wasAway = pending.some(isAway);
    pending = asked.filter(({ isFinal }) => !isFinal);
    if (pending.length === 0 || over.aborted) return success(pending);

    const away = pending.find(isAway);
    if (away?.problem && !wasAway) progress.away(away.problem);
    progress.waiting(pending.length);
    await systemClock.sleep(pause, over);
    pause = Math.min(pause * 1.5, LAST_PAUSE);
  }
}

/** Returns whether the service did not answer the query. */
function isAway({ problem }: ModelProgress): boolean {
  return problem !== null;
}

async function question(
  service: Service,
  kind: CustomModelKind,
  one: ModelProgress,
  signal: AbortSignal,
): Promise<ModelProgress> {
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
    return { id, told: null, problem: notInAccount(kind, id, answer.failure), isFinal: true };
  }
  return { ...one, problem: failureProblem(answer.failure) };
}
