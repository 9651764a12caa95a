import type { Problem } from '#shared/problem.ts';
import type { Commit } from './adapters/ledger/commits.ts';
import type { HotFolderEvent } from './engine/intake/supervised-folder.ts';
import type { CustomModelEvent } from './engine/models/types.ts';
import type { QueueEvent } from './engine/queue/runner-types.ts';
import { mistake } from './engine/queue/steps.ts';

export type StudioEvent =
  | QueueEvent
  | HotFolderEvent
  /** A commit was written to the ledger. */
  | { readonly kind: 'committed'; readonly commit: Commit }
  /** A problem of the ledger that the user should know about; work continues. */
  | { readonly kind: 'notice'; readonly problem: Problem }
  /** A list of templates may have changed. */
  | { readonly kind: 'templates' }
  | CustomModelEvent
  /** The callback receiver changed its state or received a notification. */
  | { readonly kind: 'callback' }
  /**
   * The data folder no longer exists: Darkslide sends and writes nothing any more, and the host must stop the studio.
   */
  | { readonly kind: 'gone'; readonly problem: Problem };

/** Reports events to the host. */
export interface Reporter {
  readonly tell: (event: StudioEvent) => void;
  readonly notice: (problem: Problem) => void;
  /**
   * Reports an unexpected error, or that the ledger could not be written. `where`: where it happened, for the message.
   */
  mistake(error: unknown, where: string): void;
  /** Reports a commit; a listener that throws does not make the commit fail. */
  committed(commit: Commit): void;
}

export function createReporter(tell: (event: StudioEvent) => void): Reporter {
  const reporter: Reporter = {
    tell,
    notice: (problem) => tell({ kind: 'notice', problem }),
    mistake: (error, where) => tell({ kind: 'mistake', problem: mistakeIn(where)(error) }),
    committed(commit) {
      try {
        tell({ kind: 'committed', commit });
      } catch (error) {
        reporter.mistake(error, 'the display of the ledger');
      }
    },
  };
  return reporter;
}

/** Returns a function that turns an unexpected error into a problem; `where` says where the error happened. */
export function mistakeIn(where: string): (error: unknown) => Problem {
  return (error) => mistake(error, where).problem;
}
