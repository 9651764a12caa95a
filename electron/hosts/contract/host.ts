import type { Outcome } from '#shared/problem.ts';
import type { HostInfo } from '#shared/views/host.ts';
import type { DraggedFiles } from '../../app/library/files.ts';
import type { Browsing } from './browsing.ts';
import type { Updates } from './updates.ts';

const platforms: Readonly<Record<string, HostInfo['platform']>> = {
  darwin: 'mac',
  win32: 'windows',
};

/** Returns the name by which the user interface knows the operating system. */
export function platform(): HostInfo['platform'] {
  return platforms[process.platform] ?? 'linux';
}

/** The system's setting to start Darkslide at login. */
export interface LoginItem {
  read(): Promise<Outcome<boolean>>;
  /** Changes the setting, and returns it as the system now reports it. Problems: login-item, those of the disk. */
  set(isOn: boolean): Promise<Outcome<boolean>>;
}

/** The process that runs the studio, with its system dialogs and file manager. */
export interface Host {
  readonly info: HostInfo;
  readonly updates: Updates;
  /** The folders that the page may list; null if the host has system dialogs. */
  readonly browsing: Browsing | null;
  /** Returns an absolute path; null if the user closes the dialog or the host has no dialogs. */
  chooseFolder(title: string): Promise<string | null>;
  /** Returns the file that the user chose; null if the user cancelled. */
  chooseFile(title: string): Promise<string | null>;
  /** Returns absolute paths; empty if the user closes the dialog or the host has no dialogs. */
  choosePhotos(title: string): Promise<readonly string[]>;
  /** Shows a file in its folder; `path` comes from the ledger. */
  reveal(path: string): Promise<Outcome<null>>;
  /** Opens a folder; `path` comes from the ledger. */
  openFolder(path: string): Promise<Outcome<null>>;
  /** Starts to drag files out of the window, while the pointer is pressed. */
  dragOut(dragged: DraggedFiles): Outcome<null>;
  /** Null if the system cannot start this host at login. */
  readonly loginItem: LoginItem | null;
}
