import type { OutputFolder } from '../../base/permitted.ts';
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
    all: () => db.all<{ path: string }>('SELECT path FROM out_folders').map((row) => row.path),
    add: (path) => {
      db.run('INSERT OR IGNORE INTO out_folders (path) VALUES (?)', path);
    },
  };
}
