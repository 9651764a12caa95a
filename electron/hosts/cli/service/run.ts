import { execFile } from 'node:child_process';
import type { Environment } from '../../../base/environment.ts';
import { STOP_SECONDS } from './plan.ts';

export interface Ran {
  /** Exit status; null if the program does not exist or did not end in time. */
  readonly status: number | null;
  readonly stdout: string;
  /** The program's error output as one line. */
  readonly said: string;
}

/** Runs a program of the service manager, which may wait until a service has ended. */
export function runProgram(
  [program = '', ...args]: readonly string[],
  env: Environment,
): Promise<Ran> {
  return new Promise((resolve) => {
    execFile(
      program,
      args,
      { env: { ...env }, timeout: (STOP_SECONDS + 60) * 1000, windowsHide: true },
      (error, stdout, stderr) => {
        const code = error === null ? 0 : error.code;
        const said = (stderr.trim() || stdout.trim() || (error?.message ?? '')).replaceAll(
          /\s+/gu,
          ' ',
        );
        resolve({ status: typeof code === 'number' ? code : null, stdout, said });
      },
    );
  });
}
