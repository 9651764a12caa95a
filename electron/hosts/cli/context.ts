import type { Language } from '#shared/language.ts';
import type { Problem } from '#shared/problem.ts';
import type { CommandSetup, GivenLimits } from '../../app/command-line/setup.ts';
import type { Ask } from './ask.ts';
import type { Output } from './output.ts';
import type { Speech } from './speech.ts';

/** The options of every command, as the argument parser returns them. */
export interface SharedOptions extends GivenLimits {
  readonly json?: true;
  readonly verbose?: true;
  readonly data?: string;
  readonly service?: string;
  readonly onDoubt?: 'hold' | 'resend';
  readonly metadata?: 'keep' | 'none';
  readonly keyFile?: string;
  /** Only for commands that write a log; see hot-folder-options.ts. */
  readonly log?: string;
}

/** The setup of a command, its output, options and questions, and the texts in the user's language. */
export interface Context extends CommandSetup, Speech {
  readonly out: Output;
  readonly options: SharedOptions;
  /** Prints a problem that does not end the command. */
  notice(problem: Problem): void;
  readonly language: Language;
  /** Asks a question; null if there is no terminal. */
  readonly ask: Ask | null;
}
