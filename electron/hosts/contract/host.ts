import type { Outcome } from '#shared/problem.ts';
import type { HostInfo } from '#shared/views/host.ts';
import type { DraggedFiles } from '../../app/library/files.ts';
import type { Browsing } from './browsing.ts';
import type { Updates } from './updates.ts';

/** Darkslide among what the system starts at login. */
export interface LoginItem {
  read(): Promise<Outcome<boolean>>;
  /** Answers what is in force then. Problems: login-item, those of the disk. */
  set(isOn: boolean): Promise<Outcome<boolean>>;
}

/** What carries the studio, for what only it can do: the system's dialogs and its file manager. */
export interface Host {
  readonly info: HostInfo;
  readonly updates: Updates;
  /** What the page may look through itself; null where it has the dialogs of the system. */
  readonly browsing: Browsing | null;
  /** Null when the person closes the dialog, or the host has none. */
  chooseFolder(title: string): Promise<string | null>;
  /** As `chooseFolder`. */
  chooseFile(title: string): Promise<string | null>;
  /** Absolute paths; none when the person closes the dialog, or the host has none. */
  choosePhotos(title: string): Promise<readonly string[]>;
  /** Shows a file where it lies; `path` comes from the ledger. */
  reveal(path: string): Promise<Outcome<null>>;
  /** Drags files of the ledger out of the window, under the pointer that is pressed in it. */
  dragOut(dragged: DraggedFiles): Outcome<null>;
  /** Null where the host is nothing that a system could start. */
  readonly loginItem: LoginItem | null;
}
