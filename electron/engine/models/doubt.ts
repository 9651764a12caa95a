import type { CreationRow } from '../../adapters/ledger/own-creations.ts';
import type { OwnContext } from './context.ts';
import { notCreatedProblem, uncertainProblem, unclearProblem } from './problems.ts';
import { advanced, type Report } from './report.ts';
import { lookThrough } from './sync.ts';

/**
 * Doubt: the request may or may not have reached the service, and sending it again could make a second
 * one. So nothing is sent until there is evidence, and a list without it becomes evidence only after a
 * window in which a late request must have been processed.
 */

/** s since the doubt began at which the account is looked through, then every minute. */
const ASKED_AT = [2, 5, 10, 20, 40, 60] as const;
const THEN_EVERY = 60;
/** Whole lists without it that are needed at least. */
const EMPTY_LISTS = 3;
/** Looks after which a list that contradicts itself ends the doubt, once the window is over. */
const LOOKS = 3;

/**
 * ms from the look before, or from the doubt, to the next one, so that a machine that slept does not look
 * three times in one breath. Jitter of up to a tenth, from the row itself.
 */
export function gapBefore({ id, doubtQueries: asked }: CreationRow): number {
  const at = ASKED_AT[asked];
  const gap = at === undefined ? THEN_EVERY : at - (ASKED_AT[asked - 1] ?? 0);
  const jitter = 1 + ((id * 7919 + asked * 104_729) % 1000) / 10_000;
  return gap * 1000 * jitter;
}

/**
 * Looks through the account for a creation in doubt. Found there, it is created; a whole list without it
 * that was begun after the window ends the doubt, when there were others before. So does an answered list
 * that contradicts itself: then a person looks, because the service will never be clear. Nothing is ever
 * sent from here: that a person decides.
 */
export async function resolveDoubt(
  context: OwnContext,
  creation: CreationRow,
  signal: AbortSignal,
): Promise<Report> {
  const { id, kind, doubtSince } = creation;
  const { creations } = context.ledger;
  const began = context.clock.mono();
  const listing = await lookThrough(context, kind, signal);
  const found = listing.found.get(id);
  // another look through the account has found it already, or the account may be another one
  if (creations.get(id)?.state !== 'doubt' || signal.aborted) return advanced;
  const isWhole = listing.problem === null && found?.kind === 'missing';
  creations.looked(id, isWhole);
  if (doubtSince === null || began - doubtSince < context.doubtWindow()) return advanced;
  if (!isWhole) {
    const isUnclear = listing.isAnswered && found !== undefined;
    if (!isUnclear || creation.doubtQueries + 1 < LOOKS) return advanced;
    return { kind: 'stopped', problem: unclearProblem(kind) };
  }
  if (creation.doubtEmpty + 1 < EMPTY_LISTS) return advanced;
  const names = found.suspects.map(({ id: other, name }) => (name === '' ? String(other) : name));
  const isSure = names.length === 0 && listing.isCounted;
  const problem = isSure ? notCreatedProblem(kind) : uncertainProblem(kind, names);
  return { kind: 'stopped', problem };
}
