import type { Outcome } from '#shared/problem.ts';
import type { HostInfo } from '#shared/views/host.ts';
import type { DraggedFiles } from '../../app/library/files.ts';
import type { Browsing } from './browsing.ts';
import type { Updates } from './updates.ts';

const platforms: Readonly<Record<string, HostInfo['platform']>> = {
  darwin: 'mac',
  win32: 'windows',
};

/** Returns the system of this computer as a page names it. */
export function platform(): HostInfo['platform'] {
  return platforms[process.platform] ?? 'linux';
}

/** The system's setting to start Darkslide at login. */
export interface LoginItem {
  read(): Promise<Outcome<boolean>>;
  /** Returns the setting after the change. Problems: login-item, those of the disk. */
  set(isOn: boolean): Promise<Outcome<boolean>>;
}

/** The process that runs the studio, with what only it can do: system dialogs and the file manager. */
export interface Host {
  readonly info: HostInfo;
  readonly updates: Updates;
  /** The folders that the page may list; null if the host has system dialogs. */
  readonly browsing: Browsing | null;
  /** Returns null if the user closes the dialog or the host has none. */
  chooseFolder(title: string): Promise<string | null>;
  /** Returns a file that the user chose; null if the user cancelled. */
  chooseFile(title: string): Promise<string | null>;
  /** Returns absolute paths; none if the user closes the dialog or the host has none. */
  choosePhotos(title: string): Promise<readonly string[]>;
  /** Shows a file in its folder; `path` comes from the ledger. */
  reveal(path: string): Promise<Outcome<null>>;
  /** Drags files of the ledger out of the window with the pressed pointer. */
  dragOut(dragged: DraggedFiles): Outcome<null>;
  /** Null if the system cannot start this host. */
  readonly loginItem: LoginItem | null;
}
