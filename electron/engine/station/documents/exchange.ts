import { randomUUID } from 'node:crypto';
import { problemOf } from '#shared/failure.ts';
import { success, type Outcome, type Problem } from '#shared/problem.ts';
import type { Ledger } from '../../../adapters/ledger/open.ts';
import type { SharedEntry, SharedKindName } from '../../../adapters/ledger/shared-documents.ts';
import type {
  DocumentAnswer,
  Documents,
  DocumentVersion,
  SharedDocument,
} from '../../../adapters/shared-studio/documents.ts';
import type { Lease } from '../../../adapters/shared-studio/types.ts';
import { applyChoices } from './choices.ts';
import { readContent } from './content.ts';
import { HELD, readHeldDocuments, writeHeld, type HeldParts } from './held.ts';
import { hashOf, type SharedItem, type SharedKind } from './kind.ts';
import { MARK, readMarks, writeMarks, type MarkParts } from './marks.ts';
import { putDocument } from './put.ts';
import { recordRuns, RUN, writeRuns, type RunParts } from './run-exchange.ts';
import { settle, type ReadDocument } from './settle.ts';

export interface ExchangeParts extends RunParts, MarkParts, HeldParts {
  readonly documents: Documents;
  readonly ledger: Pick<
    Ledger,
    | 'sharedConflicts'
    | 'sharedDocuments'
    | 'sharedHeld'
    | 'sharedMarks'
    | 'studioRuns'
    | 'transaction'
  >;
  /** The kinds of documents, ordered so that documents come after those they refer to: hot folders after recipes. */
  readonly kinds: readonly SharedKind[];
  /**
   * Returns a text that changes whenever this station becomes able to use more documents, for example with a new
   * root.
   */
  readonly reader: () => string;
  readonly memory: ExchangeMemory;
  /** Called after a commit with the ids of the items that were written, so that their changes take effect. */
  readonly applied: (kind: SharedKindName, localIds: readonly number[]) => void;
}

/** What a process remembers between two rounds of the exchange. */
export interface ExchangeMemory {
  /** The last value of `reader`; null at first. */
  reader: string | null;
  /** Documents that this station cannot use yet, by key, such as a hot folder on a disk that is not connected. */
  readonly unusable: Map<string, SharedDocument>;
  position: DocumentVersion;
}

export function newMemory(): ExchangeMemory {
  return { reader: null, unusable: new Map(), position: { version: 0, mark: null } };
}

/** Maximum number of times that an exchange reads and writes, because another station may have been faster. */
const ROUNDS = 5;

/**
 * Reads the changes of other stations and writes those of this station. Problems: those of the database,
 * station-lease-lost.
 */
export async function exchangeDocuments(
  parts: ExchangeParts,
  lease: () => Lease | null,
): Promise<Outcome<void>> {
  await applyChoices(parts);
  for (let round = 0; round < ROUNDS; round += 1) {
    const read = await readDocuments(parts);
    if (!read.ok) return read;
    const written = await writeDocuments(parts, lease);
    if (!written.ok) return written;
    // a document that this station cannot use stays in conflict
    if (written.value === 0 || (round > 0 && read.value === 0)) break;
  }
  parts.ledger.transaction(() => {
    recordRuns(parts, []);
    readMarks(parts, []);
  });
  const runs = await writeRuns(parts, lease);
  if (!runs.ok) return runs;
  const marks = await writeMarks(parts, lease);
  return marks.ok ? writeHeld(parts, lease) : marks;
}

/** Returns whether this station has changes that have not been written yet. */
export function hasChanges(parts: ExchangeParts): boolean {
  return parts.kinds.some((kind) => changesOf(parts, kind).length > 0);
}

/**
 * Applies the documents that have changed since the last round, and those that this station could not use in that
 * round. Returns the number of new documents.
 */
async function readDocuments(parts: ExchangeParts): Promise<Outcome<number>> {
  const { documents, ledger, memory } = parts;
  const { sharedDocuments } = ledger;
  let count = 0;
  startReading(parts);
  for (let isFirst = true; ; isFirst = false) {
    const changed = await documents.since(memory.position);
    if (!changed.ok) return changed;
    if (changed.value === null) {
      const lost = await documents.lost(sharedDocuments.versions());
      if (!lost.ok) return lost;
      ledger.transaction(() => {
        sharedDocuments.restart(lost.value);
        ledger.studioRuns.restart();
        ledger.sharedMarks.restart();
        ledger.sharedHeld.restart();
      });
      memory.reader = null;
      startReading(parts);
      continue;
    }
    const last = changed.value.at(-1);
    if (last === undefined && !isFirst) return success(count);
    for (const kind of parts.kinds) count += await apply(parts, kind, changed.value);
    if (last === undefined) return success(count);
    const position = { version: last.version, mark: last.mark };
    const ofKind = (name: string) => changed.value?.filter(({ kind }) => kind === name) ?? [];
    ledger.transaction(() => {
      recordRuns(parts, ofKind(RUN));
      readMarks(parts, ofKind(MARK));
      readHeldDocuments(parts, ofKind(HELD));
      // if this process cannot use some documents, the next process reads them again from the beginning
      const reader = memory.unusable.size === 0 ? parts.reader() : '';
      sharedDocuments.reach(position, reader);
    });
    memory.position = position;
  }
}

/** Starts to read where the last process stopped, or at the beginning if this station can use more documents now. */
function startReading({ ledger, memory, reader }: ExchangeParts): void {
  if (memory.reader === reader()) return;
  memory.reader = reader();
  memory.position = ledger.sharedDocuments.position(memory.reader);
  memory.unusable.clear();
}

/**
 * Applies the documents of one kind in one commit; the kinds to which they refer were applied before. Reports documents
 * that this station cannot use. Returns the number of new documents.
 */
async function apply(
  { ledger, memory, notice, applied }: ExchangeParts,
  kind: SharedKind,
  documents: readonly SharedDocument[],
): Promise<number> {
  const newest = new Map(memory.unusable);
  for (const document of documents) newest.set(document.key, document);
  const own = [...newest.values()].filter((document) => document.kind === kind.name);
  const usable: ReadDocument[] = [];
  const unused = new Map<string, string | null>();
  for (const document of own) {
    const { key, content, station } = document;
    const checked = content === null ? success(null) : await readContent(kind, content);
    const isValid = !checked.ok && checked.problem.code !== 'shared-document';
    unused.set(key, isValid ? content : null);
    if (checked.ok) {
      usable.push({ document, checked: checked.value });
      memory.unusable.delete(key);
    } else {
      const { problem } = checked;
      // a document that no station can use is not read again
      if (problem.code === 'shared-document') memory.unusable.delete(key);
      else memory.unusable.set(key, document);
      if (problem.code !== 'own-unknown') notice(unusable(problem, station));
    }
  }
  const written: number[] = [];
  const wrote = (id: number) => void written.push(id);
  const { sharedDocuments: entries, sharedConflicts: conflicts } = ledger;
  const parts = { entries, conflicts, kind, notice, wrote };
  const count =
    own.length === 0
      ? 0
      : ledger.transaction(() => {
          for (const [key, content] of unused) kind.keepUnused?.(key, content);
          return settle(parts, usable);
        });
  if (written.length > 0) applied(kind.name, written);
  return count;
}

/** Problems that prevent this station from using a valid document, and that the station's user can fix. */
const ownReasons: ReadonlySet<Problem['code']> = new Set([
  'shared-root-missing',
  'folder-missing',
  'folder-unwritable',
  'folder-unreachable',
  'folder-in-folder',
  'folder-in-data',
  'folder-own-output',
  'managed',
  'managed-folder',
  'folder-not-shared',
  'managed-limit',
]);

function unusable(problem: Problem, station: string): Problem {
  return ownReasons.has(problem.code)
    ? problem
    : problemOf('shared-document', { station }, { about: station, detail: problem.message });
}

/**
 * Writes the items that changed here; returns the number of changes. The caller then reads again: because another
 * station may have been faster, and because the position must include this station's own changes for it to notice
 * when the database is restored.
 */
async function writeDocuments(
  parts: ExchangeParts,
  lease: () => Lease | null,
): Promise<Outcome<number>> {
  let count = 0;
  for (const kind of parts.kinds) {
    for (const change of changesOf(parts, kind)) {
      const { key, subject, content } = change;
      const prepared = content === null ? success() : await kind.prepare?.(change.localId, key);
      if (prepared?.ok === false) return prepared;
      const draft = { kind: kind.name, key, subject, base: change.base, content };
      const answer = await putDocument(parts.documents, lease, draft);
      if (!answer.ok) return answer;
      if (answer.value.kind === 'saved') saved(parts, kind, change, answer.value);
      count += 1;
    }
  }
  return success(count);
}

/** A change at this station that has not been written to the shared document yet. */
interface Change {
  readonly key: string;
  readonly localId: number;
  readonly subject: string;
  readonly base: number;
  readonly content: string | null;
}

function changesOf({ ledger }: ExchangeParts, kind: SharedKind): Change[] {
  const entries = new Map(
    ledger.sharedDocuments.all(kind.name).map((entry) => [entry.localId, entry]),
  );
  const items = kind.list();
  const there = new Set(items.map(({ localId }) => localId));
  const gone = [...entries.values()].filter(({ localId }) => !there.has(localId));
  return [
    // first, because a new item may have the subject of a removed one
    ...gone.map((entry) => ({ ...baseOf(entry), subject: '', content: null })),
    ...items.flatMap((item) => changeOf(item, entries.get(item.localId))),
  ];
}

function changeOf(item: SharedItem, entry: SharedEntry | undefined): Change[] {
  const { localId, subject, content } = item;
  if (content === null) return [];
  if (entry === undefined) return [{ key: randomUUID(), localId, subject, base: 0, content }];
  const isSame = entry.version > 0 && entry.hash === hashOf(content);
  return isSame ? [] : [{ ...baseOf(entry), subject, content }];
}

const baseOf = ({ key, localId, version }: SharedEntry) => ({ key, localId, base: version });

function saved(
  { ledger: { sharedDocuments, sharedConflicts } }: ExchangeParts,
  { name }: SharedKind,
  { key, localId, content }: Change,
  { version, mark }: Extract<DocumentAnswer, { kind: 'saved' }>,
): void {
  if (content === null) sharedDocuments.remove(name, key);
  else {
    sharedDocuments.set(name, { key, localId, version, mark, hash: hashOf(content) });
    sharedConflicts.follow({ kind: name, key }, content);
  }
}
