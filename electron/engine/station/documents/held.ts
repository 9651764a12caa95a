import { problemOf } from '#shared/failure.ts';
import { success, type Outcome, type Problem } from '#shared/problem.ts';
import type { Ledger } from '../../../adapters/ledger/open.ts';
import type { HeldRow } from '../../../adapters/ledger/shared-held.ts';
import type { Documents, SharedDocument } from '../../../adapters/shared-studio/documents.ts';
import type { Roots } from '../../../adapters/shared-studio/roots.ts';
import type { Lease } from '../../../adapters/shared-studio/types.ts';
import { outcomeOf } from '../work/changes.ts';
import {
  readHeld,
  storedHeld,
  type GivenAnswer,
  type Held,
  type HeldItem,
} from './held-document.ts';
import { putDocument } from './put.ts';

/** Kind of the documents about photos and large drops that need attention. */
export const HELD = 'held';

/** A photo or a large drop that needs attention here. */
export interface HeldHere {
  /** Key of its document. */
  readonly key: string;
  /** Whether this station speaks for it: false for a photo of a hot folder that another station watches now. */
  readonly isOurs: boolean;
  readonly item: HeldItem;
}

/** The functions of the rest of the studio that the exchange of answers uses. */
export interface HeldHands {
  /** Returns what needs attention here, without what other stations cannot reach. */
  list(): readonly HeldHere[];
  /**
   * Uses an answer from another station, and calls `record` in the same transaction. Problems: held-changed if the
   * item or its answers have changed; those of the action.
   */
  answer(here: HeldHere, given: GivenAnswer, record: () => void): Promise<Outcome<void>>;
}

export interface HeldParts {
  readonly documents: Pick<Documents, 'put'>;
  readonly ledger: Pick<Ledger, 'sharedHeld' | 'transaction'>;
  readonly held: HeldHands;
  readonly roots: () => Roots;
  /** Name of this station. */
  readonly name: string;
  readonly notice: (problem: Problem) => void;
  /** Tells the user what became of an answer. */
  readonly tell: (problem: Problem) => void;
}

/** Records what needs attention at the stations. Must be called within a transaction. */
export function readHeldDocuments(parts: HeldParts, documents: readonly SharedDocument[]): void {
  const { ledger, name, notice } = parts;
  for (const { key, content, station, version, mark } of documents) {
    const before = ledger.sharedHeld.get(key);
    if (content === null || before?.mark === mark) continue;
    const held = readHeld(content, station);
    if (held === null) {
      notice(problemOf('shared-document', { station }, { about: station }));
      continue;
    }
    const choice = before !== undefined && isSame(before, held) ? before.choice : null;
    ledger.sharedHeld.put({ ...rowOf(name, key, held), version, mark, isWritten: true, choice });
    if (before !== undefined && choice === null) tellUser(parts, before, held);
  }
}

/**
 * Uses the answers of other stations, and writes what needs attention here and the answers of this station's user.
 * Problems: those of the database, station-lease-lost.
 */
export async function writeHeld(
  parts: HeldParts,
  lease: () => Lease | null,
): Promise<Outcome<void>> {
  const used = await useAnswers(parts, lease);
  if (!used.ok) return used;
  const { sharedHeld } = parts.ledger;
  parts.ledger.transaction(() => publish(parts));
  for (const row of sharedHeld.unwritten()) {
    const written = await write(parts, lease, row, storedHeld(row.content));
    if (!written.ok) return written;
  }
  for (const row of sharedHeld.open()) {
    const held = storedHeld(row.content);
    if (row.choice === null || held.state !== 'open') continue;
    const action = held.answers.find((one) => one.action === row.choice)?.action;
    if (action === undefined) continue;
    const given = { by: parts.name, action };
    const written = await write(parts, lease, row, answeredBy(held, given, false));
    if (!written.ok) return written;
  }
  return success();
}

/** Returns whether a document still asks what `row` asks, so that the user's answer in `row` holds for both. */
function isSame({ content }: HeldRow, held: Held): boolean {
  const before = storedHeld(content);
  const isOpen = held.state === 'open' && held.given === null && before.state === 'open';
  return isOpen && before.hold === held.hold;
}

/** Tells the user if an answer that was given here came too late, or could not be used. */
function tellUser({ name, tell }: HeldParts, row: HeldRow, held: Held): void {
  const before = storedHeld(row.content);
  const isSent = before.state === 'answered' && before.given.by === name;
  if (row.choice === null && !isSent) return;
  const { at: station, name: about } = held;
  const last = held.state === 'open' && held.given === null ? held.last : null;
  const by = last?.by ?? held.given?.by ?? station;
  if (by !== name) tell(problemOf('held-answered', { name: about, station: by }, { about }));
  else if (last !== null && last.problem !== null) {
    const { message: words } = last.problem;
    tell(problemOf('held-refused', { name: about, station, words }, { about }));
  }
}

/**
 * Uses the answers to what needs attention here. The document first tells that this station uses the answer, so that
 * no station that takes over the photo uses it again; the ledger records the use together with its effect.
 */
async function useAnswers(parts: HeldParts, lease: () => Lease | null): Promise<Outcome<void>> {
  const { ledger, held: hands, name, roots } = parts;
  for (const { key } of ledger.sharedHeld.open()) {
    const held = answerTo(parts, key);
    const here = hands.list().find((one) => one.key === key);
    if (held === null || here?.isOurs === false) continue;
    const { given } = held;
    const settled = { state: 'settled', at: name, name: held.name } as const;
    if (here === undefined || here.item.hold !== held.hold) {
      note(parts, key, { ...settled, given: null });
      continue;
    }
    const row = ledger.sharedHeld.get(key);
    if (row !== undefined && !isBegun(held)) {
      const begun = await write(parts, lease, row, answeredBy(held, given, true));
      if (!begun.ok) return begun;
    }
    const now = answerTo(parts, key);
    // another station was faster, and the next exchange reads its version
    if (now === null || !isBegun(now)) continue;
    const used = await hands.answer(here, given, () => note(parts, key, { ...settled, given }));
    if (used.ok) continue;
    const last = { by: given.by, problem: outcomeOf(used.problem, roots()).problem };
    note(parts, key, { ...here.item, state: 'open', at: name, given: null, last });
  }
  return success();
}

type Answered = Exclude<Held, { state: 'settled' }> & { readonly given: GivenAnswer };

/** Returns what needs attention here and was answered elsewhere; null if there is no such answer. */
function answerTo({ ledger }: HeldParts, key: string): Answered | null {
  const row = ledger.sharedHeld.get(key);
  if (row === undefined || !row.isOwn) return null;
  const held = storedHeld(row.content);
  if (held.state === 'settled' || held.given === null) return null;
  return { ...held, given: held.given };
}

function isBegun(held: Answered): boolean {
  return held.state === 'answered' && held.begun;
}

function answeredBy(
  { at, hold, name, source, answers, what }: HeldItem & { readonly at: string },
  given: GivenAnswer,
  begun: boolean,
): Held {
  return { state: 'answered', at, hold, name, source, answers, what, given, begun };
}

/** Records a content that must be written to its document. */
function note({ ledger: { sharedHeld }, name }: HeldParts, key: string, held: Held): void {
  const { version = 0, mark = null } = sharedHeld.get(key) ?? {};
  sharedHeld.put({ ...rowOf(name, key, held), version, mark, isWritten: false, choice: null });
}

/** Notes what has to be told to the other stations about this one. Must be called within a transaction. */
function publish(parts: HeldParts): void {
  const { ledger, held: hands, name } = parts;
  const here = hands.list();
  for (const { key, isOurs, item } of here) {
    const row = ledger.sharedHeld.get(key);
    const known = row === undefined ? null : storedHeld(row.content);
    const isOpen = known !== null && known.state !== 'settled';
    const isTold = isOpen && known.at === name && known.hold === item.hold;
    if (!isOurs || isTold) continue;
    // an answer to the station that had the photo before is an answer to this one
    const isUnused = isOpen && known.at !== name && !(known.state === 'answered' && known.begun);
    const given = isUnused ? known.given : null;
    const by = known?.given?.by ?? known?.at;
    const last = by === undefined ? null : { by, problem: null };
    note(parts, key, { ...item, state: 'open', at: name, given, last });
  }
  const keys = new Set(here.map(({ key }) => key));
  for (const { key, isOwn, content } of ledger.sharedHeld.open()) {
    if (!isOwn || keys.has(key)) continue;
    const { name: of } = storedHeld(content);
    note(parts, key, { state: 'settled', at: name, name: of, given: null });
  }
}

/** Writes a document. If another station was faster, the next exchange reads its version first. */
async function write(
  { documents, ledger, name }: HeldParts,
  lease: () => Lease | null,
  row: HeldRow,
  held: Held,
): Promise<Outcome<void>> {
  const { key, version: base } = row;
  const content = JSON.stringify(held);
  const draft = { kind: HELD, key, subject: key, base, content };
  const answer = await putDocument(documents, lease, draft);
  if (!answer.ok || answer.value.kind !== 'saved') return answer.ok ? success() : answer;
  const { version, mark } = answer.value;
  const saved = { version, mark, isWritten: true, choice: null };
  ledger.sharedHeld.put({ ...rowOf(name, key, held), ...saved });
  return success();
}

function rowOf(name: string, key: string, held: Held) {
  const isOpen = held.state !== 'settled';
  const content = JSON.stringify(held);
  return { key, station: held.at, isOwn: held.at === name, isOpen, content };
}
