import { failure, success, type Failure, type Outcome } from '#shared/problem.ts';

/** A drop folder that the system runs by itself: what a definition for its service manager says. */
export interface ServicePlan {
  /** Of the service; see `isServiceName`. */
  readonly name: string;
  /** `user` runs while that person is signed in, `system` from the start of the computer on. */
  readonly scope: 'user' | 'system';
  /** Account that a service of the system runs as; null for that of the person. */
  readonly account: string | null;
  /** The program, absolute, and its arguments. */
  readonly command: readonly string[];
  /** Absolute; the data folder of the service. */
  readonly folder: string;
  /** The desktop app brings a sandbox of its own, which some of the system's stand in the way of. */
  readonly isElectron: boolean;
}

/** s that what is under way gets to come to a safe end before the system ends it. */
export const STOP_SECONDS = 300;
/** s before a service that ended is started again. */
export const PAUSE_SECONDS = 30;

/** A name is part of file names and of names in the system, on all of them. */
export function isServiceName(text: string): boolean {
  return /^[a-z0-9]([a-z0-9-]{0,38}[a-z0-9])?$/u.test(text);
}

/** Checks that a definition can hold each text whole, on any of the systems. Problem: service-unwritable. */
export function checkWritable({ command, folder, account }: ServicePlan): Outcome<void> {
  const broken = [...command, folder, account ?? ''].find((text) => /\p{Cc}/u.test(text));
  if (broken !== undefined) return unwritable(broken, 'a line break or control character');
  // the end of a line in a unit of systemd, which quotes no folder
  return /[\s\\]$/u.test(folder)
    ? unwritable(folder, 'a space or backslash at its end')
    : success();
}

export function unwritable(text: string, what: string): Failure {
  const shown = text.replaceAll(/\p{Cc}/gu, '·').slice(0, 200);
  return failure(
    'service-unwritable',
    `"${shown}" contains ${what}, which system services do not support. Nothing was changed; choose another name.`,
    { about: shown },
  );
}

/** What is different between two definitions, line by line: `- old`, `+ new`. */
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
