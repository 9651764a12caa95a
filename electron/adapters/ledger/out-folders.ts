import type { OutputFolder } from '../../base/permitted.ts';
import type { Tables } from './rows.ts';

/** Every folder that results were ever to be written to. */
export interface OutFolderRepository {
  /** Returns absolute paths. */
  all(): string[];
  /** Adds a folder that no job names: that of an export. */
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
