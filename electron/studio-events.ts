import type { Problem } from '#shared/problem.ts';
import type { Commit } from './adapters/ledger/commits.ts';
import type { HotFolderEvent } from './engine/intake/supervised-folder.ts';
import type { CustomModelEvent } from './engine/models/types.ts';
import type { QueueEvent } from './engine/queue/runner-types.ts';
import { mistake } from './engine/queue/steps.ts';

export type StudioEvent =
  | QueueEvent
  | HotFolderEvent
  /** The ledger was written to. */
  | { readonly kind: 'committed'; readonly commit: Commit }
  /** Something a person should know of the ledger; work goes on. */
  | { readonly kind: 'notice'; readonly problem: Problem }
  /** A list of templates may be another now. */
  | { readonly kind: 'templates' }
  | CustomModelEvent
  /** How notifications are listened for, or what came, is another now. */
  | { readonly kind: 'callback' }
  /** The data folder is gone: nothing is sent or written any more, and the studio is to be stopped. */
  | { readonly kind: 'gone'; readonly problem: Problem };

/** Tells the host what happens. */
export interface Reporter {
  readonly tell: (event: StudioEvent) => void;
  readonly notice: (problem: Problem) => void;
  /** Tells of a bug, or of a ledger that takes nothing, in the work of `where`. */
  mistake(error: unknown, where: string): void;
  /** Tells of a commit; a listener that throws makes no commit fail. */
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
        reporter.mistake(error, 'what is shown of the ledger');
      }
    },
  };
  return reporter;
}

/** Returns what makes the problem of a bug in the work of `where`. */
export function mistakeIn(where: string): (error: unknown) => Problem {
  return (error) => mistake(error, where).problem;
}
