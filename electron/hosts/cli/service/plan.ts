import { failure } from '#shared/failure.ts';
import { success, type Failure, type Outcome } from '#shared/problem.ts';

/** A service that runs a hot folder or a worker; the definition for the service manager is written from this plan. */
export interface ServicePlan {
  /** The name of the service; see `isServiceName`. */
  readonly name: string;
  /** What the service runs. */
  readonly what: 'hot folder' | 'worker';
  /** `user` runs while the user is signed in; `system` runs from the start of the computer. */
  readonly scope: 'user' | 'system';
  /** The account that a system service runs as; null for the current user. */
  readonly account: string | null;
  /** The absolute path of the program, and its arguments. */
  readonly command: readonly string[];
  /** The absolute path of the service's data folder. */
  readonly folder: string;
  /** Whether the desktop app runs the command; its own sandbox conflicts with some protections of the system. */
  readonly isElectron: boolean;
}

/** Time in s that running steps have to finish before the system kills the service. */
export const STOP_SECONDS = 300;
/** Time in s before the system restarts a service that ended. */
export const PAUSE_SECONDS = 30;

/** Returns whether a text can be part of file names and service names on every system. */
export function isServiceName(text: string): boolean {
  return /^[a-z0-9]([a-z0-9-]{0,38}[a-z0-9])?$/u.test(text);
}

/** Checks that a definition can contain each text unchanged on every system. Problem: service-unwritable. */
export function checkWritable({ command, folder, account }: ServicePlan): Outcome<void> {
  const broken = [...command, folder, account ?? ''].find((text) => /\p{Cc}/u.test(text));
  if (broken !== undefined) return unwritable(broken, 'control');
  // systemd does not quote the folder, and would change these characters at the end of the line.
  return /[\s\\]$/u.test(folder) ? unwritable(folder, 'end') : success();
}

export function unwritable(text: string, what: 'control' | 'end' | 'percent' | 'dollar'): Failure {
  const shown = text.replaceAll(/\p{Cc}/gu, '·').slice(0, 200);
  return failure('service-unwritable', { text: shown, what }, { about: shown });
}

/** Returns the lines that differ between two definitions: `- old`, `+ new`. */
export function changedLines(before: string, after: string): string[] {
  const [old, next] = [linesOf(before), linesOf(after)];
  return [
    ...old.filter((line) => !next.includes(line)).map((line) => `- ${line}`),
    ...next.filter((line) => !old.includes(line)).map((line) => `+ ${line}`),
  ];
}

function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}
