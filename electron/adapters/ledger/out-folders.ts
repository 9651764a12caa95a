import type { OutputFolder } from '../../base/permitted.ts';
import type { Tables } from './rows.ts';

/** All folders to which results have been or will be written. */
export interface OutFolderRepository {
  /** Returns absolute paths. */
  all(): string[];
  /** Adds a folder to which no job writes, such as the folder of an export. */
  add(path: OutputFolder): void;
}

export function outFolderRepository(db: Tables): OutFolderRepository {
  return {
    all: () => db.column('SELECT path FROM out_folders'),
    add: (path) => {
      db.run('INSERT OR IGNORE INTO out_folders (path) VALUES (?)', path);
    },
  };
}
