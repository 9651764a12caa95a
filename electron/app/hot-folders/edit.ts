import { failure } from '#shared/failure.ts';
import { success, type Outcome } from '#shared/problem.ts';
import type { HotFolderDraft } from '#shared/views/folders.ts';
import type { HotFolder } from '../../adapters/ledger/hot-folders.ts';
import type { Studio } from '../../studio.ts';
import { findSaved } from './find.ts';
import { writeHotFolder } from './write.ts';

interface Edit {
  readonly id: number;
  /** The revision of the settings that the user edited. */
  readonly revision: number;
  readonly draft: HotFolderDraft;
}

/**
 * Changes the settings of one of the window's hot folders, and watches it with the new settings. Problems:
 * folder-unknown, edited-elsewhere, those of `writeHotFolder`.
 */
export async function editHotFolder(
  studio: Pick<Studio, 'ledger' | 'access' | 'sharedRoots' | 'hotFolders' | 'wake' | 'limit'>,
  { id, revision, draft }: Edit,
  signal: AbortSignal,
): Promise<Outcome<HotFolder>> {
  const { ledger, hotFolders } = studio;
  const before = findSaved(ledger, id);
  if (!before.ok) return before;
  if (before.value.revision !== revision) return editedElsewhere();
  const edited = await writeHotFolder(studio, draft, id, signal, (settings) => {
    const now = findSaved(ledger, id);
    if (!now.ok) return now;
    const folder = ledger.hotFolders.change(id, revision, settings, draft.savedRecipeId);
    return folder === undefined ? editedElsewhere() : success(folder);
  });
  if (!edited.ok) return edited;
  hotFolders.refresh(id);
  studio.wake();
  // Photos that wait for the folder's daily limit are checked against the new limit.
  await studio.limit({});
  return edited;
}

function editedElsewhere(): Outcome<never> {
  return failure('edited-elsewhere.folder');
}
