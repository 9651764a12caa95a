import { failure } from '#shared/failure.ts';
import { success, type Outcome } from '#shared/problem.ts';
import type { HeldAction, HeldElsewhere } from '#shared/views/stations.ts';
import type { Ledger } from '../../adapters/ledger/open.ts';
import type { HeldRow } from '../../adapters/ledger/shared-held.ts';
import { storedHeld } from '../../engine/station/documents/held-document.ts';
import { readProblem } from '../../engine/station/work/changes.ts';

type HeldLedger = Pick<Ledger, 'sharedHeld' | 'transaction'>;

/** Returns what needs attention at other stations of the shared studio, oldest first. */
export function heldElsewhere({
  sharedHeld,
}: Pick<Ledger, 'sharedHeld'>): readonly HeldElsewhere[] {
  return sharedHeld.open().flatMap((row) => (row.isOwn ? [] : viewOf(row)));
}

/**
 * Answers something that needs attention at another station, which uses the answer once it reads it. The first answer
 * is used. Problems: held-unknown, held-answered if somebody has answered before.
 */
export function answerHeldElsewhere(
  { sharedHeld, transaction }: HeldLedger,
  { id, action }: { readonly id: number; readonly action: HeldAction },
): Outcome<{ readonly name: string; readonly station: string }> {
  return transaction(() => {
    const row = sharedHeld.open().find((one) => one.id === id && !one.isOwn);
    const [view] = row === undefined ? [] : viewOf(row);
    const about = String(id);
    if (view === undefined) return failure('held-unknown', { id }, { about });
    const { name, station, given, answers } = view;
    if (given !== null && given.by !== null) {
      return failure('held-answered', { name, station: given.by }, { about: name });
    }
    if (!answers.some((one) => one.action === action)) {
      return failure('held-unknown.answer', { name }, { about: name });
    }
    sharedHeld.choose(id, action);
    return success({ name, station });
  });
}

function viewOf({ id, station, choice, content }: HeldRow): HeldElsewhere[] {
  const held = storedHeld(content);
  if (held.state === 'settled') return [];
  const { name, answers, what } = held;
  const chosen = answers.find(({ action }) => action === choice)?.action;
  const sent = held.given === null ? null : { by: held.given.by, action: held.given.action };
  const given = chosen === undefined ? sent : { by: null, action: chosen };
  const seen =
    what.kind === 'drop' || what.problem === null
      ? { ...what, problem: null }
      : { ...what, problem: readProblem(what.problem, station) };
  return [{ id, station, name, answers, what: seen, given }];
}
