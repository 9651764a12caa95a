import { failure } from '#shared/failure.ts';
import { success, type Outcome } from '#shared/problem.ts';
import type { HeldAction, HeldElsewhere } from '#shared/views/stations.ts';
import type { Ledger } from '../../adapters/ledger/open.ts';
import type { HeldRow } from '../../adapters/ledger/shared-held.ts';
import { storedHeld } from '../../engine/station/documents/held-document.ts';
import { heldDropKey, heldPhotoKey } from '../../engine/station/documents/held-keys.ts';
import { readProblem } from '../../engine/station/work/changes.ts';

type HeldLedger = Pick<Ledger, 'sharedHeld' | 'transaction'>;
type OwnLedger = Pick<
  Ledger,
  'claims' | 'hotFolders' | 'jobs' | 'largeDrops' | 'sharedDocuments' | 'sharedHeld' | 'sharedWork'
>;

/** Maximum number of this station's own held jobs that are compared with those of other stations. */
const MOST = 500;

/** Returns what needs attention at other stations of the shared studio, oldest first. */
export function heldElsewhere(ledger: OwnLedger): readonly HeldElsewhere[] {
  const rows = ledger.sharedHeld.open().filter(({ isOwn }) => !isOwn);
  if (rows.length === 0) return [];
  const here = ownKeys(ledger);
  return rows.flatMap((row) => viewOf(row, here.has(row.key)));
}

/**
 * Returns how many photos need attention at other stations only and are not answered yet: single photos, and
 * photos of large drops.
 */
export function unansweredElsewhere(ledger: OwnLedger): {
  readonly single: number;
  readonly dropped: number;
} {
  const rows = ledger.sharedHeld.unanswered();
  const here = rows.length === 0 ? new Set<string>() : ownKeys(ledger);
  const elsewhere = rows.filter(({ key }) => !here.has(key));
  return {
    single: elsewhere.filter(({ photos }) => photos === null).length,
    dropped: elsewhere.reduce((sum, { photos }) => sum + (photos ?? 0), 0),
  };
}

/** Returns the keys of the documents about photos and large drops that also need attention in this ledger. */
function ownKeys({
  claims,
  hotFolders,
  jobs,
  largeDrops,
  sharedDocuments,
  sharedWork,
}: OwnLedger): ReadonlySet<string> {
  const photos = jobs.list(['held'], MOST).flatMap((id) => {
    if (sharedWork.get(id) === undefined) return [];
    const { photo, purchase } = claims.identityOf(id);
    return [heldPhotoKey(photo, purchase)];
  });
  const drops = hotFolders.saved().flatMap(({ id }) => {
    const key = sharedDocuments.keyOf('hot-folder', id);
    const isAsking = key !== undefined && largeDrops.waiting(id, 1).photos > 0;
    return isAsking ? [heldDropKey(key)] : [];
  });
  return new Set([...photos, ...drops]);
}

/**
 * Answers something that needs attention at another station, which uses the answer once it reads it. The first answer
 * is used. Problems: held-unknown, held-answered if another user has answered before.
 */
export function answerHeldElsewhere(
  { sharedHeld, transaction }: HeldLedger,
  { id, action }: { readonly id: number; readonly action: HeldAction },
): Outcome<{ readonly name: string; readonly station: string }> {
  return transaction(() => {
    const row = sharedHeld.open().find((one) => one.id === id && !one.isOwn);
    const [view] = row === undefined ? [] : viewOf(row, false);
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

function viewOf({ id, station, choice, content }: HeldRow, isHere: boolean): HeldElsewhere[] {
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
  return [{ id, station, name, answers, what: seen, given, isHere }];
}
