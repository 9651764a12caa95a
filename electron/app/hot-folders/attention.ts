import { basename } from 'node:path';
import type { FolderAttention } from '#shared/views/folders.ts';
import { largeDropOf } from '../../engine/intake/large-drops.ts';
import type { Ledger } from '../../adapters/ledger/open.ts';
import { storedProblem } from '../../adapters/ledger/rows.ts';

/** Maximum number of refused files in the list; the user dismisses them one by one. */
const MOST = 300;

/** Returns large drops and refused files, which need attention although they have no job. */
export function attentionOf(ledger: Ledger): FolderAttention {
  const folders = ledger.hotFolders.all();
  const largeDrops = folders.flatMap((folder) => {
    const asks = largeDropOf(ledger, folder);
    return asks.photos === 0 ? [] : [{ hotFolderId: folder.id, folder: folder.path, ...asks }];
  });
  const refused = folders.flatMap(({ id, path: folder }) =>
    ledger.sightings.failed(id).flatMap(({ path, code, message, said }) => {
      const problem = storedProblem({ code, message, said, about: basename(path) });
      return problem === null ? [] : [{ hotFolderId: id, folder, path, problem }];
    }),
  );
  return { largeDrops, refused: refused.slice(0, MOST) };
}
