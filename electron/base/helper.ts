import type { OpenExiftool } from './exiftool/open.ts';

/** A process of ours beside the main one. */
export interface HelperProcess {
  send(message: unknown): void;
  onMessage(listener: (message: unknown) => void): void;
  onExit(listener: (code: number | null) => void): void;
  kill(): void;
}

/** How the host starts one: child_process under Node, utilityProcess on the desktop. */
export interface StartHelper {
  (modulePath: string, args?: readonly string[]): HelperProcess;
  /** How ExifTool is opened, where studios that come one after the other share it. */
  readonly openExiftool?: OpenExiftool;
}
