import { folderHolder } from '../../adapters/ledger/lock.ts';

/** A process that has a data folder open. */
export interface FolderUser {
  readonly pid: number;
  /** ISO date and time. */
  readonly since: string;
}

/** Returns the process that has a data folder open; null if there is none. */
export function folderUser(folder: string): FolderUser | null {
  return folderHolder(folder);
}
