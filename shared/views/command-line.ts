import type { DeliveredFile, DeliveredShopFile, JobState, StateCounts } from '../job.ts';
import type { CustomModelKind, ReleaseStatus, ServiceModel } from '../custom-models.ts';
import type { Money } from '../money.ts';
import type { Problem } from '../problem.ts';
import type { Said } from '../said.ts';
import type { StudioSpending } from '../spending-limits.ts';
import type {
  CreationState,
  CustomModelNotes,
  CustomModelPhoto,
  CustomModelPresence,
  CustomModelUses,
} from './custom-models.ts';
import type { ChangeMeaning, JobAction } from './queue.ts';
import type { Waiting } from './status.ts';

/** A job that has ended, as `run`, `watch` and `resume` print it with --json. */
export interface JobLine {
  /** Absolute path or URL. */
  readonly photo: string;
  readonly sha256: string | null;
  readonly state: JobState;
  readonly taskId: string | null;
  readonly executionId: string | null;
  readonly results: readonly DeliveredFile[];
  readonly psd: DeliveredFile | null;
  /** How the mask was used, as text. */
  readonly mask?: string;
  /** Layered files that Darkslide created, if original pixels were restored. */
  readonly layers?: readonly DeliveredFile[];
  /** Files for shops, if the recipe names presets of Finish. */
  readonly shopFiles?: readonly DeliveredShopFile[];
  /** Why the job failed or is held; for a job that is done, what is missing. */
  readonly error: { readonly code: string; readonly message: string } | null;
  /** Set if the job was already done, so that nothing was sent. */
  readonly already?: true;
  /** Name of the other station that processes the photo, or did. */
  readonly station?: string;
}

/** A line about a job, and its error as a message that can be translated; null if there is no error. */
export interface ReportedJob {
  readonly line: JobLine;
  readonly why: Said | null;
}

/** The totals of a command that processed photos. */
export interface RunCounts {
  readonly photos: number;
  readonly done: number;
  readonly failed: number;
  readonly held: number;
  readonly cancelled: number;
  /** Images that this command delivered, not counting earlier ones. */
  readonly images: number;
  readonly seconds: number;
}

/** Photos in a hot folder that wait for the user's answer, and the images that they would buy. */
export interface LargeDropConfirmation {
  readonly hotFolderId: number;
  /** Absolute path of the hot folder. */
  readonly path: string;
  readonly photos: number;
  readonly images: number;
  /** Null if there is no price. */
  readonly cost: Money | null;
}

/** The consequences of deleting a custom model or scene. */
export interface DeletionQuestion {
  readonly of: CustomModelKind;
  readonly id: number;
  /** The name on its card, or otherwise the service's name; empty if there is neither. */
  readonly name: string;
  readonly uses: CustomModelUses;
  readonly hasRelease: boolean;
}

/** A question that a command asks on the terminal. */
export type CommandQuestion =
  | ({ readonly kind: 'large-drop' } & LargeDropConfirmation)
  | ({ readonly kind: 'delete-model' } & DeletionQuestion);

/** An unfinished or stopped creation. */
export interface CreationView {
  readonly id: number;
  readonly kind: CustomModelKind;
  /** Null if the service chooses the name. */
  readonly name: string | null;
  /** `path` is an absolute path or a URL. */
  readonly photos: readonly { readonly path: string; readonly name: string }[];
  readonly state: CreationState | 'created' | 'away';
  readonly problem: Problem | null;
  /** Wall-clock ms. */
  readonly createdAt: number;
}

/** The card of a custom model or scene. */
export interface CardView extends Omit<CustomModelNotes, 'expires'> {
  readonly release: ReleaseStatus;
  /** The last valid local day, YYYY-MM-DD. */
  readonly expires: string | null;
  /** Name of the release's file. */
  readonly releaseFile: string | null;
}

/** A custom model or scene in the list. */
export interface ListedModelView {
  readonly told: ServiceModel;
  readonly presence: CustomModelPresence;
  readonly problem: Problem | null;
  /** Whether the model or scene was created with this data folder; null if unknown. */
  readonly madeHere: boolean | null;
  readonly card: CardView | null;
}

/** The status of a custom model or scene that a command waits for. */
export interface AwaitedModelView {
  readonly id: number;
  /** The last report of the service; null before the first answer. */
  readonly told: ServiceModel | null;
  /** Why the model or scene cannot be used, or why the last query failed; null if there is no problem. */
  readonly problem: Problem | null;
}

/** The result of `create`. */
export type CreationEnd =
  /** The request or photos had problems, and nothing was started. */
  | { readonly kind: 'refused'; readonly problems: readonly Problem[] }
  /** An earlier request with these photos may have arrived at the service. */
  | { readonly kind: 'uncertain'; readonly problem: Problem }
  | { readonly kind: 'nothing-begun' }
  /** A model or scene was already created from these photos. */
  | { readonly kind: 'already'; readonly model: ServiceModel }
  /** The creation has stopped, or continues without the command. */
  | { readonly kind: 'stands'; readonly creation: CreationView }
  /** The service has assigned an ID, and the user has told the command not to wait. */
  | { readonly kind: 'created' }
  | { readonly kind: 'ready'; readonly model: ServiceModel; readonly problem: Problem | null }
  | { readonly kind: 'not-ready'; readonly id: number; readonly problem: Problem };

/** The result of `delete`. */
export type DeletionEnd =
  | { readonly kind: 'deleted' }
  /** The user answered no. */
  | { readonly kind: 'kept' }
  /** The model or scene is in use, and the user has not confirmed the deletion. */
  | ({ readonly kind: 'in-use' } & DeletionQuestion)
  | { readonly kind: 'not-deleted'; readonly problem: Problem };

/** An event during a command, printed as a line on the terminal or as a line of JSON. */
export type CommandEvent =
  | ({ readonly kind: 'job' } & ReportedJob)
  | {
      readonly kind: 'progress';
      readonly ended: number;
      readonly running: number;
      readonly waiting: number;
    }
  /** All photos wait because of this problem. */
  | { readonly kind: 'waiting'; readonly problem: Problem }
  | { readonly kind: 'no-longer-waiting' }
  /** The service cannot be reached, and the command waits for it. */
  | { readonly kind: 'service-away'; readonly problem: Problem }
  /** A job that the command changed. */
  | {
      readonly kind: 'job-changed';
      readonly job: number;
      readonly name: string;
      readonly state: JobState;
      readonly means: ChangeMeaning;
      /** Id of the job that replaces the job; null if none does. */
      readonly newJob: number | null;
    }
  | { readonly kind: 'job-unchanged'; readonly job: number; readonly problem: Problem }
  /** All files of a hot folder have been checked once, and it is now watched. */
  | { readonly kind: 'watching'; readonly path: string; readonly endsWhenIdle: boolean }
  /**
   * Darkslide can reach a hot folder again, or the folder's photos no longer wait for a ledger that could not be
   * written.
   */
  | { readonly kind: 'folder-back' | 'folder-goes-on'; readonly path: string }
  /** A photo whose ticket is missing, or a ticket whose photo is missing; absolute path. */
  | { readonly kind: 'unpaired'; readonly file: string; readonly waitsFor: 'photo' | 'ticket' }
  /** The system cannot watch more files, so the folder is scanned every few seconds instead. */
  | { readonly kind: 'polling'; readonly detail: string; readonly seconds: number }
  /** The list of models or scenes contains no cards, because the ledger cannot be read. */
  | { readonly kind: 'without-cards'; readonly problem: Problem }
  /** A large drop needs an answer, but there is no terminal. */
  | ({ readonly kind: 'unanswered-drop' } & LargeDropConfirmation)
  /**
   * A photo for a custom model or scene is being checked; a second event contains the result, with the copy for the
   * service.
   */
  | { readonly kind: 'looking'; readonly path: string }
  | { readonly kind: 'photo-looked'; readonly photo: Omit<CustomModelPhoto, 'pictureId'> }
  | {
      readonly kind: 'creation-continues';
      readonly creationId: number;
      readonly name: string | null;
    }
  /** `sent`: fraction of the photos that has been uploaded, from 0 to 1. */
  | {
      readonly kind: 'creation-progress';
      readonly state: CreationView['state'];
      readonly sent: number;
    }
  | {
      readonly kind: 'model-created';
      readonly of: CustomModelKind;
      readonly model: ServiceModel;
      readonly isAwaited: boolean;
    }
  | { readonly kind: 'model-preparing'; readonly of: CustomModelKind; readonly id: number }
  /** The command no longer waits for a custom model or scene, because it is complete or because of the problem. */
  | ({ readonly kind: 'model-ended'; readonly of: CustomModelKind } & AwaitedModelView)
  | { readonly kind: 'models-preparing'; readonly count: number }
  | { readonly kind: 'psd-progress'; readonly seconds: number }
  /** The Darkslide that does the work is closing. */
  | { readonly kind: 'closing' };

/** The actions of the commands `retry` and `cancel`. */
export type CommandAction = Exclude<JobAction, 'pause' | 'to-front' | 'delete-task'>;

/** The kinds of program that can have a ledger open. */
export const holderKinds = ['desktop', 'browser', 'command-line'] as const;
export type HolderKind = (typeof holderKinds)[number];

/** The Darkslide that has a ledger open, as it describes itself to commands on its socket. */
export interface Holder {
  readonly kind: HolderKind;
  readonly pid: number;
  readonly version: string;
  /** Start time, ISO 8601. */
  readonly since: string;
  /** Absolute path of the folder of its ledger. */
  readonly dataFolder: string;
  /** Null for the demo service. */
  readonly serviceUrl: string | null;
}

/** The state of the work that `status` reports. */
export interface WorkStatus {
  readonly jobs: StateCounts;
  /** See `needPerson`. */
  readonly needPerson: number;
  readonly waitingFor: readonly Waiting[];
  readonly isPaused: boolean;
  readonly hotFolders: readonly {
    readonly id: number;
    readonly path: string;
    readonly isWatched: boolean;
  }[];
  readonly spending: StudioSpending;
}
