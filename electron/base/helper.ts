import type { OpenExiftool } from './exiftool/open.ts';

/** A process that Darkslide starts in addition to the main one. */
export interface HelperProcess {
  send(message: unknown): void;
  onMessage(listener: (message: unknown) => void): void;
  onExit(listener: (code: number | null) => void): void;
  kill(): void;
}

/** Starts a helper process: child_process under Node, utilityProcess on the desktop. */
export interface StartHelper {
  (modulePath: string, args?: readonly string[]): HelperProcess;
  /** Opens an ExifTool. Consecutive studios of one process share it. */
  readonly openExiftool?: OpenExiftool;
}
