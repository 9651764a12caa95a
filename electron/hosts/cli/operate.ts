import type { CommandInput, CommandResult } from '#shared/contract/command-line-channels.ts';
import { failure } from '#shared/failure.ts';
import type { Outcome, Problem } from '#shared/problem.ts';
import type { CommandEvent, JobLine, RunCounts } from '#shared/views/command-line.ts';
import { ownPlace } from '../../app/command-line/own-place.ts';
import type { CommandChannel, CommandUseCase } from '../../app/command-line/place.ts';
import { serviceOf } from '../../app/command-line/setup.ts';
import { addCounts, createSummary } from '../../app/command-line/summary.ts';
import type { Talk } from '../../app/command-line/talk.ts';
import { systemClock } from '../../base/clock.ts';
import type { Context } from './context.ts';
import { findHolder, findNamed, isAt, mayAnswer, meantLedger, STARTING } from './holder.ts';
import { talkOf } from './talk.ts';
import { workThrough, type Attempt } from './through.ts';

/** The work of a command, done in this process or in the Darkslide that is open on the data folder. */
export interface Operation<C extends CommandChannel> {
  readonly channel: C;
  readonly useCase: CommandUseCase<C>;
  readonly input: CommandInput<C>;
  /**
   * `ledger` for work that needs no service; it uses the ledger of the real service or, if there is none, that of the
   * demo. If absent, the work uses the ledger of the command's service.
   */
  readonly on?: 'ledger';
  /**
   * If another command did the work and ended before it was finished, returns the input with which this command
   * continues the work. Null or absent if the work must not start again.
   */
  readonly takeOver?: (progress: Progress) => CommandInput<C> | null;
}

/** What this command has printed so far while another command did its work. */
interface Progress {
  /** Photos whose lines have been printed. */
  readonly told: readonly string[];
  /** Whether its hot folder was already being watched. */
  readonly isWatching: boolean;
}

/** Problems after which another Darkslide may still be able to do the work. */
const leadsToHolder: readonly Problem['code'][] = ['data-folder-locked', 'service-key-missing'];

/** How long a Darkslide that is closing may take to unlock the data folder, in ms. */
const CLOSING = 60_000;
/** Interval in ms between two checks of a Darkslide that is starting or closing. */
const LOOK = 200;

/**
 * Opens the parts that the work needs, and does the work. If another Darkslide holds the data folder, that Darkslide
 * does the work with its own key and limits, and this process prints the results. Problems: those of opening and of the
 * work, control-not-safe, version-differs, open-with-other-service, option-not-taken, studio-closing, studio-gone.
 */
export async function operate<C extends CommandChannel>(
  context: Context,
  operation: Operation<C>,
): Promise<Outcome<CommandResult<C>>> {
  const talk = talkOf(context);
  const earlier = createSummary(systemClock.mono);
  const told: string[] = [];
  let isWatching = false;
  let { input } = operation;
  let patience = STARTING;
  for (;;) {
    const lines: JobLine[] = [];
    const hearing = hear(talk, (event) => {
      if (event.kind === 'job') lines.push(event.line);
      isWatching ||= event.kind === 'watching';
    });
    const now = { ...operation, input };
    const { result, isLeft } = await attempt(context, now, hearing, patience);
    told.push(...lines.map(({ photo }) => photo));
    const next = isLeft ? operation.takeOver?.({ told, isWatching }) : null;
    if (next === null || next === undefined) {
      return patience === STARTING ? result : withEarlier(result, earlier.counts(0));
    }
    context.out.warn(context.t('holder.takeOver'));
    lines.forEach(earlier.add);
    [input, patience] = [next, CLOSING];
  }
}

/** Tries until the data folder is free, or until another Darkslide accepts the command. */
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
    const { about: locked = meant.value.folder } = result.problem;
    if (!mayAnswer(locked, context.start.dataFolder, systemClock.wall())) return ended(result);
    if (systemClock.mono() > until) return ended(patience === CLOSING ? stillClosing() : result);
    await systemClock.sleep(LOOK, interrupted);
  }

  function mayTakeOver(): boolean {
    return !interrupted.aborted && serviceOf(context).ok;
  }
}

function ended<R>(result: Outcome<R>): Attempt<R> {
  return { result, isLeft: false };
}

/** Returns a `Talk` that also passes its events to a listener. */
function hear(talk: Talk, listener: (event: CommandEvent) => void): Talk {
  return {
    ...talk,
    tell(event) {
      listener(event);
      talk.tell(event);
    },
  };
}

/** Adds the counts of the work that another command did before this command continued the work. */
function withEarlier<R>(result: Outcome<R>, before: RunCounts): Outcome<R> {
  if (!result.ok || !hasCounts(result.value)) return result;
  return { ok: true, value: { ...result.value, counts: addCounts(before, result.value.counts) } };
}

function hasCounts(value: unknown): value is { readonly counts: RunCounts } {
  return typeof value === 'object' && value !== null && 'counts' in value;
}

function stillClosing(): Outcome<never> {
  return failure('studio-closing.command');
}
