import { fileURLToPath } from 'node:url';
import type { Clock } from '../clock.ts';
import type { HelperProcess, StartHelper } from '../helper.ts';
import { moduleBeside } from '../modules.ts';
import type { Runner, ThreadAnswer } from './thread.ts';

/** The process's answer to a command. */
export type ProcessAnswer = ThreadAnswer | { readonly failed: string };

/**
 * Runs ExifTool without Perl in a separate process. The process starts with the first command, and
 * starts again if a command arrives after the process has ended. A command that takes longer than
 * `deadline` ms ends the process.
 */
export function processRunner(parts: {
  readonly start: StartHelper;
  readonly clock: Clock;
  readonly program: string;
  readonly args: readonly string[];
  readonly deadline: number;
}): Runner {
  const { clock } = parts;
  let helper: HelperProcess | null = null;
  let asked = Promise.withResolvers<ThreadAnswer>();

  const drop = (which: HelperProcess, reason: string) => {
    which.kill();
    if (helper !== which) return;
    helper = null;
    asked.reject(new Error(reason));
  };
  const open = (): HelperProcess => {
    const module = fileURLToPath(moduleBeside('./main', import.meta.url));
    const opened = parts.start(module, [parts.program, ...parts.args]);
    opened.onExit(() => drop(opened, 'ExifTool has ended.'));
    opened.onMessage((message) => {
      if (helper !== opened) return;
      const answer = message as ProcessAnswer;
      if ('failed' in answer) drop(opened, answer.failed);
      else asked.resolve(answer);
    });
    return opened;
  };

  const endAfter = async (which: HelperProcess, answered: AbortSignal) => {
    await clock.sleep(parts.deadline, answered);
    if (!answered.aborted) drop(which, 'ExifTool took too long.');
  };

  return {
    async run(command) {
      asked = Promise.withResolvers();
      const running = (helper ??= open());
      running.send(command);
      const answered = new AbortController();
      void endAfter(running, answered.signal);
      try {
        return await asked.promise;
      } finally {
        answered.abort();
      }
    },
    close() {
      if (helper !== null) drop(helper, 'ExifTool was closed.');
      return Promise.resolve();
    },
  };
}
