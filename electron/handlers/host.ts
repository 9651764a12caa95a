import type { Outcome } from '#shared/problem.ts';
import type { HostInfo } from '#shared/views/host.ts';

/** What carries the studio, for what only it can do: the system's dialogs and its file manager. */
export interface Host {
  readonly info: HostInfo;
  /** Null when the person closes the dialog, or the host has none. */
  chooseFolder(title: string): Promise<string | null>;
  /** Absolute paths; none when the person closes the dialog, or the host has none. */
  choosePhotos(title: string): Promise<readonly string[]>;
  /** Shows a file where it lies; `path` comes from the ledger. */
  reveal(path: string): Promise<Outcome<null>>;
}
