import { failure } from '#shared/failure.ts';
import { success, type Outcome, type Problem } from '#shared/problem.ts';
import type { Ledger } from '../../../adapters/ledger/open.ts';
import type { KeptVersion, SharedConflict } from '../../../adapters/ledger/shared-conflicts.ts';
import type { SharedKindName } from '../../../adapters/ledger/shared-documents.ts';
import { readContent } from './content.ts';
import type { CheckedDocument, SharedKind } from './kind.ts';
import { itemBeside } from './settle.ts';

export interface ChoiceParts {
  readonly ledger: Pick<Ledger, 'sharedConflicts' | 'sharedDocuments' | 'transaction'>;
  readonly kinds: readonly SharedKind[];
  readonly notice: (problem: Problem) => void;
  readonly applied: (kind: SharedKindName, localIds: readonly number[]) => void;
}

/**
 * Applies the versions that the user has chosen in conflicts. If this station can no longer use the chosen version,
 * the problem is reported, and the conflict is open again.
 */
export async function applyChoices(parts: ChoiceParts): Promise<void> {
  const { sharedConflicts } = parts.ledger;
  for (const conflict of sharedConflicts.chosen()) {
    const kind = parts.kinds.find(({ name }) => name === conflict.kind);
    if (kind === undefined) continue;
    const applied = await apply(parts, kind, conflict);
    if (applied.ok) continue;
    sharedConflicts.choose(conflict.id, null);
    parts.notice(applied.problem);
  }
}

/** Applies the choice for one conflict. Problems: shared-conflict, those of the kind. */
async function apply(
  parts: ChoiceParts,
  kind: SharedKind,
  conflict: SharedConflict & { readonly choice: KeptVersion },
): Promise<Outcome<void>> {
  const { choice, mine, theirs } = conflict;
  const isMineUsed = theirs === null;
  if (choice === 'mine' && !isMineUsed) {
    const checked = await readContent(kind, mine);
    if (!checked.ok) return checked;
    return parts.ledger.transaction(() => write(parts, kind, conflict, checked.value));
  }
  return parts.ledger.transaction(() => {
    const isRemoved = choice === 'theirs' && isMineUsed;
    return isRemoved ? remove(parts, kind, conflict) : settled(parts, conflict);
  });
}

function write(
  parts: ChoiceParts,
  kind: SharedKind,
  conflict: SharedConflict,
  checked: Omit<CheckedDocument, 'localId'>,
): Outcome<void> {
  const localId = localIdOf(parts, kind, conflict);
  const other = itemBeside(kind, checked.subject, localId);
  // if another item has this name now, that item is renamed; if it cannot be renamed, it becomes the chosen version
  const isReplaced = other !== undefined && kind.rename(other.localId) === null;
  const id = checked.write(isReplaced ? other.localId : localId);
  parts.applied(kind.name, [id]);
  return settled(parts, conflict);
}

/** Removes an item that the other station has removed. Problem: shared-conflict if the item is in use. */
function remove(parts: ChoiceParts, kind: SharedKind, conflict: SharedConflict): Outcome<void> {
  const localId = localIdOf(parts, kind, conflict);
  if (localId === null || kind.remove(localId)) return settled(parts, conflict);
  const { name } = conflict;
  return failure('shared-conflict.used', { name }, { about: name });
}

/** Returns the item of a conflict; null if the item has been removed. */
function localIdOf({ ledger }: ChoiceParts, kind: SharedKind, { key }: SharedConflict) {
  const localId = ledger.sharedDocuments.localIdOf(kind.name, key);
  return kind.list().find((item) => item.localId === localId)?.localId ?? null;
}

function settled({ ledger }: ChoiceParts, { id }: SharedConflict): Outcome<void> {
  ledger.sharedConflicts.remove(id);
  return success();
}
