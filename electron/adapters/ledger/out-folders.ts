import type { OutputFolder } from '../../base/permitted.ts';
import { readColumn } from './rows.ts';
import type { Database } from './sqlite.ts';

/** Every folder that results were ever to be put into. */
export interface OutFolderRepository {
  /** Absolute paths. */
  all(): string[];
  /** One that no job names: that of an export. */
  add(path: OutputFolder): void;
}

export function outFolderRepository(db: Database): OutFolderRepository {
  return {
    all: () => readColumn(db, 'SELECT path FROM out_folders'),
    add: (path) => {
      db.run('INSERT OR IGNORE INTO out_folders (path) VALUES (?)', path);
    },
  };
}
