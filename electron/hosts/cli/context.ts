import type { Problem } from '#shared/problem.ts';
import type { CommandSetup, GivenLimits } from '../../app/command-line/setup.ts';
import type { Ask } from './ask.ts';
import type { Output } from './output.ts';

/** The options that every command takes, as the argument parser hands them over. */
export interface SharedOptions extends GivenLimits {
  readonly json?: true;
  readonly verbose?: true;
  readonly data?: string;
  readonly service?: string;
  readonly onDoubt?: 'hold' | 'resend';
  readonly metadata?: 'keep' | 'none';
  readonly keyFile?: string;
  /** Of the commands that write a log; see hot-folder-options.ts. */
  readonly log?: string;
}

/** What a command works with. */
export interface Context extends CommandSetup {
  readonly out: Output;
  readonly options: SharedOptions;
  /** Prints a problem that does not end the command. */
  notice(problem: Problem): void;
  /** Puts a question; null where nobody sits at a terminal. */
  readonly ask: Ask | null;
}
