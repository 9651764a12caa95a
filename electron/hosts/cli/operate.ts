import type { CommandInput, CommandResult } from '#shared/contract/command-line-channels.ts';
import { failure, type Outcome, type Problem } from '#shared/problem.ts';
import type { JobLine, RunCounts } from '#shared/views/command-line.ts';
import { ownPlace } from '../../app/command-line/own-place.ts';
import type { CommandChannel, CommandUseCase } from '../../app/command-line/place.ts';
import { serviceOf } from '../../app/command-line/setup.ts';
import { addCounts, createSummary } from '../../app/command-line/summary.ts';
import type { Talk } from '../../app/command-line/talk.ts';
import { systemClock } from '../../base/clock.ts';
import type { Context } from './context.ts';
import { findHolder, findNamed, isAt, meantLedger } from './holder.ts';
import { talkOf } from './talk.ts';
import { workThrough, type Attempt } from './through.ts';

/** The work of a command: done here, or by the Darkslide that is open on the data folder. */
export interface Operation<C extends CommandChannel> {
  readonly channel: C;
  readonly useCase: CommandUseCase<C>;
  readonly input: CommandInput<C>;
  /** The ledger is changed without the service: the one that bought, where no service is named. */
  readonly on?: 'ledger';
  /**
   * What the command goes on with when another command did its work and ended before it; null, or left out, where it
   * must not begin anew. `told`: photos whose lines are printed.
   */
  readonly takeOver?: (told: readonly string[]) => CommandInput<C> | null;
}

/** With these another Darkslide may be able to do what this process cannot. */
const leadsToHolder: readonly Problem['code'][] = ['data-folder-locked', 'service-key-missing'];

/** ms in which a Darkslide that starts takes commands, and one that closes lets go of the data folder. */
const STARTING = 3000;
const CLOSING = 60_000;
/** ms between two looks at either. */
const LOOK = 200;

/**
 * Opens what the work needs and does it. Where another Darkslide holds the data folder, that one does the work, with
 * its own key and limits, and this process prints. Problems: those of opening and of the work, control-not-safe,
 * version-differs, open-with-other-service, option-not-taken, studio-closing, studio-gone.
 */
export async function operate<C extends CommandChannel>(
  context: Context,
  operation: Operation<C>,
): Promise<Outcome<CommandResult<C>>> {
  const talk = talkOf(context);
  const earlier = createSummary(systemClock.mono);
  const told: string[] = [];
  let { input } = operation;
  let patience = STARTING;
  for (;;) {
    const lines: JobLine[] = [];
    const now = { ...operation, input };
    const { result, isLeft } = await attempt(context, now, remembering(talk, lines), patience);
    const next = isLeft
      ? operation.takeOver?.([...told, ...lines.map(({ photo }) => photo)])
      : null;
    if (next === null || next === undefined) {
      return patience === STARTING ? result : withEarlier(result, earlier.counts(0));
    }
    context.out.warn('The Darkslide that did the work has ended; this command goes on by itself.');
    lines.forEach(earlier.add);
    told.push(...lines.map(({ photo }) => photo));
    [input, patience] = [next, CLOSING];
  }
}

/** Tries until the data folder is free, or until another Darkslide takes the command. */
async function attempt<C extends CommandChannel>(
  context: Context,
  operation: Operation<C>,
  talk: Talk,
  patience: number,
): Promise<Attempt<CommandResult<C>>> {
  const { interrupted } = context;
  const meant = meantLedger(context, operation.on);
  if (!meant.ok) return ended(meant);
  const until = systemClock.mono() + patience;
  for (;;) {
    const open = await findNamed(context, operation.on);
    if (!open.ok) return ended(open);
    if (open.value !== null) {
      const done = await workThrough(context, open.value, operation, talk);
      return mayTakeOver() && isAt(open.value.holder, meant.value) ? done : ended(done.result);
    }
    const { useCase, input } = operation;
    const result = await useCase(ownPlace(context, talk), input, talk, interrupted);
    if (result.ok || !leadsToHolder.includes(result.problem.code)) return ended(result);
    const found = await findHolder(context, meant.value);
    if (!found.ok) return ended(found);
    if (found.value !== null) {
      const done = await workThrough(context, found.value, operation, talk);
      return mayTakeOver() ? done : ended(done.result);
    }
    if (result.problem.code !== 'data-folder-locked' || interrupted.aborted) return ended(result);
    if (systemClock.mono() > until) return ended(patience === CLOSING ? stillClosing() : result);
    // whoever holds it has not opened its socket yet, or is ending
    await systemClock.sleep(LOOK, interrupted);
  }

  function mayTakeOver(): boolean {
    return !interrupted.aborted && serviceOf(context).ok;
  }
}

function ended<R>(result: Outcome<R>): Attempt<R> {
  return { result, isLeft: false };
}

/** Notes the lines that are told. */
function remembering(talk: Talk, lines: JobLine[]): Talk {
  return {
    ...talk,
    tell(event) {
      if (event.kind === 'job') lines.push(event.line);
      talk.tell(event);
    },
  };
}

/** Adds what was told before the command began anew. */
function withEarlier<R>(result: Outcome<R>, before: RunCounts): Outcome<R> {
  if (!result.ok || !hasCounts(result.value)) return result;
  return { ok: true, value: { ...result.value, counts: addCounts(before, result.value.counts) } };
}

function hasCounts(value: unknown): value is { readonly counts: RunCounts } {
  return typeof value === 'object' && value !== null && 'counts' in value;
}

function stillClosing(): Outcome<never> {
  return failure(
    'studio-closing',
    'The Darkslide that did the work is still closing. Nothing is lost; run the command again in a moment.',
  );
}
