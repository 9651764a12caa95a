import type { Command } from 'commander';
import type { Problem } from '#shared/problem.ts';
import { systemClock } from '../base/clock.ts';
import { listenForInterrupts } from '../base/interrupts.ts';
import { troubleOf } from '../ledger/fault.ts';
import { createAsk } from './ask.ts';
import type { Context, SharedOptions } from './context.ts';
import { exitStatus, statusOf, type ExitStatus } from './exit.ts';
import { openLog } from './log.ts';
import { createOutput } from './output.ts';
import { refuse } from './refuse.ts';
import { readKeyFile } from './service/key-file.ts';

/** Runs the work of a command; handed to every command, so that none of them meets the process. */
export type Perform = (
  command: Command,
  work: (context: Context) => Promise<ExitStatus>,
) => Promise<void>;

/** A `Perform` that tells the status of the command to `onEnd`. */
export function performWith(
  { env: given, startHelper }: Pick<Context, 'env' | 'startHelper'>,
  onEnd: (status: ExitStatus) => void,
): Perform {
  return async (command, work) => {
    const options = command.optsWithGlobals<SharedOptions>();
    const interrupts = listenForInterrupts(systemClock, exitStatus.unfinished);
    const key = options.keyFile === undefined ? null : readKeyFile(options.keyFile);
    const log = options.log === undefined ? null : openLog(options.log);
    const env = key?.ok === true ? { ...given, DARKSLIDE_API_KEY: key.value } : given;
    const out = createOutput(
      {
        json: options.json === true,
        verbose: options.verbose === true,
        secrets: [env['DARKSLIDE_API_KEY']?.trim() ?? ''],
        log: log?.ok === true ? { write: log.value.write, wall: systemClock.wall } : null,
      },
      process.stdout,
      process.stderr,
    );
    const givenUp = new AbortController();
    const interrupted = AbortSignal.any([interrupts.signal, out.closed, givenUp.signal]);
    let reason = null as Problem | null;
    const giveUp = (problem: Problem) => {
      if (reason !== null) return;
      reason = problem;
      out.problem(problem);
      givenUp.abort();
    };
    const ask = createAsk(process.stdin, process.stderr, interrupted);
    try {
      const refused = [key, log].find((opened) => opened?.ok === false);
      const status =
        refused?.ok === false
          ? refuse({ out }, refused.problem)
          : await work({ out, options, env, startHelper, interrupted, ask, giveUp });
      onEnd(reason === null ? status : statusOf(reason));
    } catch (error) {
      const problem = troubleOf(error) ?? mistake(error);
      if (reason === null) out.problem(problem);
      onEnd(statusOf(reason ?? problem));
    } finally {
      await out.release();
      if (log?.ok === true) log.value.close();
      interrupts.release();
    }
  };
}

function mistake(error: unknown): Problem {
  return {
    code: 'internal',
    message:
      'Darkslide made a mistake; what the ledger holds is kept. Please report it with what --verbose shows.',
    detail: error instanceof Error ? (error.stack ?? error.message) : String(error),
  };
}
