import { success, type Outcome } from '#shared/problem.ts';
import type { HotFolderDraft } from '#shared/views/folders.ts';
import type { HotFolder } from '../../adapters/ledger/hot-folders.ts';
import type { Studio } from '../../studio.ts';
import type { Foresight } from './foresight.ts';
import { writeHotFolder } from './write.ts';

interface NewFolder {
  readonly draft: HotFolderDraft;
  /** Whether existing files are processed or marked as seen. */
  readonly existing: 'process' | 'skip';
}

/**
 * Saves a new hot folder for the window and starts to watch it. Photos that the preview counted before the user
 * armed the folder need no second confirmation. Problems: those of `writeHotFolder`.
 */
export async function addHotFolder(
  studio: Pick<Studio, 'ledger' | 'access' | 'sharedRoots' | 'hotFolders' | 'wake'>,
  foresight: Pick<Foresight, 'take'>,
  { draft, existing }: NewFolder,
  signal: AbortSignal,
): Promise<Outcome<HotFolder>> {
  const { ledger, hotFolders } = studio;
  const added = await writeHotFolder(studio, draft, null, signal, (settings) => {
    const folder = ledger.hotFolders.add(settings, draft.savedRecipeId, existing);
    if (existing === 'process') {
      ledger.largeDrops.grant(folder.id, foresight.take({ ...draft, path: settings.path }));
    }
    return success(folder);
  });
  if (!added.ok) return added;
  hotFolders.refresh(added.value.id);
  studio.wake();
  return added;
}
