import { randomUUID } from 'node:crypto';
import { failure, problemOf } from '#shared/failure.ts';
import { success, type Outcome, type Problem } from '#shared/problem.ts';
import type { Ledger } from '../../../adapters/ledger/open.ts';
import type { SharedEntry, SharedKindName } from '../../../adapters/ledger/shared-documents.ts';
import type {
  DocumentAnswer,
  Documents,
  SharedDocument,
} from '../../../adapters/shared-studio/documents.ts';
import type { Lease } from '../../../adapters/shared-studio/types.ts';
import { hashOf, type SharedItem, type SharedKind } from './kind.ts';
import { recordRuns, RUN, writeRuns, type RunParts } from './run-exchange.ts';
import { settle, type ReadDocument } from './settle.ts';

export interface ExchangeParts extends RunParts {
  readonly documents: Documents;
  readonly ledger: Pick<Ledger, 'sharedDocuments' | 'studioRuns' | 'transaction'>;
  /** In the order in which documents refer to each other: recipes before the hot folders that run them. */
  readonly kinds: readonly SharedKind[];
  /** Changes whenever this station can use documents that it could not use before, such as with another root. */
  readonly reader: () => string;
  /** Called after a commit with the items that it wrote, so that they take effect. */
  readonly applied: (kind: SharedKindName, localIds: readonly number[]) => void;
}

/** Number of times that a round reads again because another station was faster. */
const ROUNDS = 5;

/**
 * Reads what other stations have changed, and writes what has changed here. Problems: those of the database,
 * station-lease-lost.
 */
export async function exchangeDocuments(
  parts: ExchangeParts,
  lease: () => Lease | null,
): Promise<Outcome<void>> {
  for (let round = 0; round < ROUNDS; round += 1) {
    const read = await readDocuments(parts);
    if (!read.ok) return read;
    const written = await writeDocuments(parts, lease);
    if (!written.ok) return written;
    // a document that this station cannot use stays in conflict
    if (written.value === 0 || (round > 0 && read.value === 0)) break;
  }
  parts.ledger.transaction(() => recordRuns(parts, []));
  return writeRuns(parts, lease);
}

/** Applies the documents that changed since the last time; returns their number. */
async function readDocuments(parts: ExchangeParts): Promise<Outcome<number>> {
  const { documents, ledger } = parts;
  const { sharedDocuments } = ledger;
  let count = 0;
  for (;;) {
    const reader = parts.reader();
    const changed = await documents.since(sharedDocuments.position(reader));
    if (!changed.ok) return changed;
    if (changed.value === null) {
      const lost = await documents.lost(sharedDocuments.versions());
      if (!lost.ok) return lost;
      ledger.transaction(() => {
        sharedDocuments.restart(lost.value);
        ledger.studioRuns.unshareAll();
      });
      continue;
    }
    const last = changed.value.at(-1);
    if (last === undefined) return success(count);
    count += changed.value.length;
    const checked = await checkAll(parts, changed.value);
    const position = { version: last.version, mark: last.mark };
    const runs = changed.value.filter(({ kind }) => kind === RUN);
    apply(parts, checked, () => {
      recordRuns(parts, runs);
      sharedDocuments.reach(position, reader);
    });
  }
}

/** Applies checked documents in one commit, together with `reach`. */
function apply(
  { kinds, ledger, notice, applied }: ExchangeParts,
  checked: readonly ReadDocument[],
  reach: () => void,
): void {
  const written = kinds.map((kind) => ({ kind, ids: [] as number[] }));
  ledger.transaction(() => {
    for (const { kind, ids } of written) {
      const own = checked.filter(({ document }) => document.kind === kind.name);
      const wrote = (id: number) => void ids.push(id);
      settle({ entries: ledger.sharedDocuments, kind, notice, wrote }, own);
    }
    reach();
  });
  for (const { kind, ids } of written) if (ids.length > 0) applied(kind.name, ids);
}

/** Checks documents; reports those that this station cannot use, and leaves them out. */
async function checkAll(
  { kinds, notice }: ExchangeParts,
  documents: readonly SharedDocument[],
): Promise<ReadDocument[]> {
  const usable: ReadDocument[] = [];
  for (const document of documents) {
    const kind = kinds.find(({ name }) => name === document.kind);
    // a newer Darkslide may share more
    if (kind === undefined) continue;
    const { content, station } = document;
    if (content === null) usable.push({ document, checked: null });
    else {
      const checked = await check(kind, content);
      if (checked.ok) usable.push({ document, checked: checked.value });
      else notice(unusable(checked.problem, station));
    }
  }
  return usable;
}

function unusable(problem: Problem, station: string): Problem {
  return problem.code === 'shared-root-missing'
    ? problem
    : problemOf('shared-document', { station }, { about: station, detail: problem.message });
}

async function check(kind: SharedKind, content: string): ReturnType<SharedKind['check']> {
  let json: unknown;
  try {
    json = JSON.parse(content);
  } catch {
    return failure('shared-document.unreadable');
  }
  return kind.check(json);
}

/**
 * Writes the items that changed here; returns their number. They are read afterwards: for the position, which must include
 * them to notice that the database was restored, and because another station may have been faster.
 */
async function writeDocuments(
  parts: ExchangeParts,
  lease: () => Lease | null,
): Promise<Outcome<number>> {
  let count = 0;
  for (const kind of parts.kinds) {
    for (const change of changesOf(parts, kind)) {
      const held = lease();
      if (held === null) return failure('station-lease-lost');
      const { key, subject, content } = change;
      const draft = { kind: kind.name, key, subject, base: change.base, content };
      const answer = await parts.documents.put(draft, held);
      if (!answer.ok) return answer;
      if (answer.value.kind === 'no-lease') return failure('station-lease-lost');
      if (answer.value.kind === 'saved') saved(parts, kind, change, answer.value);
      count += 1;
    }
  }
  return success(count);
}

/** A change of this station that its document does not contain yet. */
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
  { ledger: { sharedDocuments } }: ExchangeParts,
  { name }: SharedKind,
  { key, localId, content }: Change,
  { version, mark }: Extract<DocumentAnswer, { kind: 'saved' }>,
): void {
  if (content === null) sharedDocuments.remove(name, key);
  else sharedDocuments.set(name, { key, localId, version, mark, hash: hashOf(content) });
}
