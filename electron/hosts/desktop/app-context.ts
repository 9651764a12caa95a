import { causeText, type Problem } from '#shared/problem.ts';
import type { Session } from '../../app/session/session.ts';
import type { Clock } from '../../base/clock.ts';
import type { Environment } from '../../base/environment.ts';
import type { PolicyPlace } from '../../base/policy-place.ts';
import type { StartArguments } from './arguments.ts';
import type { Starts } from './second-instance.ts';
import type { Texts } from './texts.ts';

/** The arguments and environment with which the desktop app is started. */
export interface DesktopOptions {
  /** Arguments without the program and its script. */
  readonly args: readonly string[];
  /** Absolute path of the folder in which it was started. */
  readonly workFolder: string;
  readonly env: Environment;
  /** Where to find this computer's administrator policy. */
  readonly policy: PolicyPlace;
  /** Public keys of the releases' signatures; empty if this build has no updates. */
  readonly updateKeys: readonly string[];
  readonly clock: Clock;
  readonly random: () => number;
}

/** The state before the first window opens. */
export interface StartState {
  readonly told: StartArguments;
  readonly starts: Starts;
  readonly texts: () => Texts;
  /** Returns a problem's text for a dialog outside the page. */
  readonly problemText: (problem: Problem) => Promise<string>;
  /** Absolute path of the folder for the window's own files. */
  readonly folder: string;
  /** Parts to close at the end, in reverse order. */
  readonly open: AsyncDisposableStack;
}

/** What the parts of the open app share. */
export interface AppContext {
  readonly session: Session;
  readonly options: DesktopOptions;
  readonly start: StartState;
  /** Aborted first when Darkslide quits. */
  readonly stopping: AbortController;
  readonly onBug: (what: string, error: unknown) => void;
}

/** Returns the context of an app that is being opened; bugs are written to the session's log. */
export function createContext(
  session: Session,
  options: DesktopOptions,
  start: StartState,
): AppContext {
  return {
    session,
    options,
    start,
    stopping: new AbortController(),
    onBug: (what, error) =>
      session.log.note('error', `Something went wrong in Darkslide at "${what}".`, {
        code: 'internal',
        detail: causeText(error),
      }),
  };
}
