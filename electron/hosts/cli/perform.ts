import { problemOf } from '#shared/failure.ts';
import type { Readable } from 'node:stream';
import type { Command } from 'commander';
import type { Problem } from '#shared/problem.ts';
import { systemClock } from '../../base/clock.ts';
import type { Interrupts } from '../../base/interrupts.ts';
import type { StartHelper } from '../../base/helper.ts';
import type { Environment } from '../../base/environment.ts';
import type { PolicyPlace } from '../../base/policy-place.ts';
import { thrownProblem } from '../../app/command-line/problem.ts';
import { startCommand, type OpeningEvent } from '../../app/command-line/setup.ts';
import { createAsk } from './ask.ts';
import type { Context, SharedOptions } from './context.ts';
import { statusOf, type ExitStatus } from './exit.ts';
import { openLog } from './log.ts';
import { letCommandsIn, printOpening } from './opening.ts';
import { createOutput, type Stream } from './output.ts';
import { refuse } from './refuse.ts';
import { speechIn, type Tongue } from './speech.ts';
import { readKeyFile } from './service/key-file.ts';

/** Runs the work of a command. Passed as an argument, so that commands do not use the process directly. */
export type Perform = (
  command: Command,
  work: (context: Context) => Promise<ExitStatus>,
  how?: How,
) => Promise<void>;

export interface How {
  /** Set for a command that must work even with an invalid administrator policy. */
  readonly beforePolicy?: true;
  /** Time limit in s after which the command ends as after Ctrl-C, with the problem time-over; no limit if absent. */
  readonly timeout?: number | undefined;
}

/** What the program needs besides its arguments: taken from the process, or replaced in tests. */
export interface Surroundings {
  readonly env: Environment;
  readonly stdin: Readable & { readonly isTTY?: boolean };
  readonly stdout: Stream;
  readonly stderr: Stream;
  /** Listens for Ctrl-C and SIGTERM while a command runs. */
  readonly listen: () => Interrupts;
  /** Starts helper processes; undefined under plain Node. */
  readonly startHelper?: StartHelper | undefined;
  /** Where to find the administrator policy. */
  readonly policy: PolicyPlace;
}

/** Returns a `Perform` that passes the exit status of the command to `onEnd`. */
export function performWith(
  { env: given, stdin, stdout, stderr, listen, startHelper, policy }: Surroundings,
  tongue: Tongue,
  onEnd: (status: ExitStatus) => void,
): Perform {
  return async (command, work, how) => {
    const options = command.optsWithGlobals<SharedOptions>();
    const interrupts = listen();
    const speech = await speechIn(tongue);
    const { keyFile } = options;
    const key = keyFile === undefined ? null : readKeyFile(keyFile);
    const log = options.log === undefined ? null : openLog(options.log);
    const env = key?.ok === true ? { ...given, DARKSLIDE_API_KEY: key.value } : given;
    const out = createOutput(
      {
        json: options.json === true,
        verbose: options.verbose === true,
        mono: systemClock.mono,
        secrets: [env['DARKSLIDE_API_KEY']?.trim() ?? ''],
        speech,
        log: log?.ok === true ? { write: log.value.write, wall: systemClock.wall } : null,
      },
      stdout,
      stderr,
    );
    const rereadKey = (file: string) => {
      const read = readKeyFile(file);
      if (!read.ok) return null;
      out.hide(read.value);
      return read.value;
    };
    const givenUp = new AbortController();
    const interrupted = AbortSignal.any([interrupts.signal, out.closed, givenUp.signal]);
    let reason = null as Problem | null;
    const giveUp = (problem: Problem) => {
      if (reason !== null) return;
      reason = problem;
      out.problem(problem);
      givenUp.abort();
    };
    const ask = createAsk(stdin, stderr, interrupted);
    const ended = new AbortController();
    if (how?.timeout !== undefined) void giveUpAfter(how.timeout, giveUp, ended.signal);
    try {
      const start = await startCommand(options, env, how?.beforePolicy === true ? null : policy);
      for (const opened of [key, log, start]) {
        if (opened?.ok === false) return onEnd(refuse({ out }, opened.problem));
      }
      if (!start.ok) return;
      const shared = {
        ...speech,
        language: tongue.language,
        out,
        options,
        env,
        start: start.value,
        startHelper,
        rereadKey: keyFile === undefined ? undefined : () => rereadKey(keyFile),
        hear: (event: OpeningEvent) => printOpening(out, speech, event),
        notice: (problem: Problem) => printOpening(out, speech, { kind: 'notice', problem }),
        letCommandsIn: letCommandsIn(out, speech),
      };
      const status = await work({ ...shared, interrupted, ask, giveUp });
      onEnd(reason === null ? status : statusOf(reason));
    } catch (error) {
      const problem = thrownProblem(error);
      if (reason === null) out.problem(problem);
      onEnd(statusOf(reason ?? problem));
    } finally {
      ended.abort();
      await out.release();
      if (log?.ok === true) log.value.close();
      interrupts.release();
    }
  };
}

async function giveUpAfter(
  timeout: number,
  giveUp: (problem: Problem) => void,
  ended: AbortSignal,
): Promise<void> {
  await systemClock.sleep(timeout * 1000, ended);
  if (ended.aborted) return;
  giveUp(problemOf('time-over', { timeout }, { about: `${timeout} s` }));
}
