import { basename } from 'node:path';
import type { FolderAttention } from '#shared/views/folders.ts';
import { imagesOf } from '../intake/images-of.ts';
import { readProblem } from '../ledger/history.ts';
import type { Ledger } from '../ledger/open.ts';

/** Refused files that are listed; a person dismisses them one by one. */
const MOST = 300;

/** Large drops and refused files, which need attention although no job stands for them. */
export function attentionOf(ledger: Ledger): FolderAttention {
  const folders = ledger.hotFolders.all();
  const drops = folders.flatMap(({ id, path, savedRecipeId }) => {
    const saved = ledger.savedRecipes.get(savedRecipeId ?? 0);
    const asks = ledger.drops.waiting(id, saved === undefined ? 1 : imagesOf(saved.recipe));
    return asks.photos === 0 ? [] : [{ hotFolderId: id, folder: path, ...asks }];
  });
  const refused = folders.flatMap(({ id, path: folder }) =>
    ledger.sightings.failed(id).flatMap(({ path, code, message }) => {
      const problem = readProblem(code, message, basename(path));
      return problem === null ? [] : [{ hotFolderId: id, folder, path, problem }];
    }),
  );
  return { drops, refused: refused.slice(0, MOST) };
}
