import type { DeliveredFile, JobState, StateCounts } from '../job.ts';
import type { CustomModelKind, ReleaseStatus, ServiceModel } from '../custom-models.ts';
import type { Problem } from '../problem.ts';
import type {
  CreationState,
  CustomModelNotes,
  CustomModelPhoto,
  CustomModelPresence,
  CustomModelUses,
} from './custom-models.ts';
import type { ChangeMeaning, JobAction } from './queue.ts';
import type { Waiting } from './status.ts';

/** A finished job as `run`, `watch` and `resume` print it with --json. */
export interface JobLine {
  /** Absolute path or address. */
  readonly photo: string;
  readonly sha256: string | null;
  readonly state: JobState;
  readonly taskId: string | null;
  readonly executionId: string | null;
  readonly results: readonly DeliveredFile[];
  readonly psd: DeliveredFile | null;
  /** What was made of the mask that was given, in words. */
  readonly mask?: string;
  /** Layered files that were made here, where the photo's own pixels were put back. */
  readonly layers?: readonly DeliveredFile[];
  /** Why it failed or is held; what is missing of one that is done. */
  readonly error: { readonly code: string; readonly message: string } | null;
  /** It was bought before; nothing was sent for this line. */
  readonly already?: true;
}

/** The summary of a command that processed photos. */
export interface RunCounts {
  readonly photos: number;
  readonly done: number;
  readonly failed: number;
  readonly held: number;
  readonly cancelled: number;
  /** Delivered by this command; what was there already does not count. */
  readonly images: number;
  readonly seconds: number;
}

/** Photos of a hot folder that wait for an answer, and the images that they would buy. */
export interface LargeDropConfirmation {
  readonly hotFolderId: number;
  /** Absolute path of the hot folder. */
  readonly path: string;
  readonly photos: number;
  readonly images: number;
}

/** What is lost, and what is not, when a custom model or scene is deleted. */
export interface DeletionQuestion {
  readonly of: CustomModelKind;
  readonly id: number;
  /** Its local name, else the service's; '' where there is neither. */
  readonly name: string;
  readonly uses: CustomModelUses;
  readonly hasRelease: boolean;
}

/** What a command asks the person at its terminal. */
export type CommandQuestion =
  | ({ readonly kind: 'large-drop' } & LargeDropConfirmation)
  | ({ readonly kind: 'delete-model' } & DeletionQuestion);

/** One that is being made, or was not. */
export interface CreationView {
  readonly id: number;
  readonly kind: CustomModelKind;
  /** Null where the service names it. */
  readonly name: string | null;
  /** `path` is absolute, or an address. */
  readonly photos: readonly { readonly path: string; readonly name: string }[];
  readonly state: CreationState | 'created' | 'away';
  readonly problem: Problem | null;
  /** Wall-clock ms. */
  readonly createdAt: number;
}

/** What the card of one says. */
export interface CardView extends Omit<CustomModelNotes, 'expires'> {
  readonly release: ReleaseStatus;
  /** Its last local day, YYYY-MM-DD. */
  readonly expires: string | null;
  /** Name of the release's file. */
  readonly releaseFile: string | null;
}

/** One of the list. */
export interface ListedModelView {
  readonly told: ServiceModel;
  readonly presence: CustomModelPresence;
  readonly problem: Problem | null;
  /** Null where this data folder does not know it. */
  readonly madeHere: boolean | null;
  readonly card: CardView | null;
}

/** How one stands that is waited for. */
export interface AwaitedModelView {
  readonly id: number;
  /** As last told; null before the first answer. */
  readonly told: ServiceModel | null;
  /** Why it cannot be used, or why the last question had no answer. */
  readonly problem: Problem | null;
}

/** What `create` came to. */
export type CreationEnd =
  /** Before anything was begun: what is wrong with the request or with photos. */
  | { readonly kind: 'refused'; readonly problems: readonly Problem[] }
  /** An earlier request of these photos may have arrived. */
  | { readonly kind: 'uncertain'; readonly problem: Problem }
  | { readonly kind: 'nothing-begun' }
  /** These photos made this one before. */
  | { readonly kind: 'already'; readonly model: ServiceModel }
  /** It stopped, or goes on without the command. */
  | { readonly kind: 'stands'; readonly creation: CreationView }
  /** Its id is known, and the command was not to wait for more. */
  | { readonly kind: 'created' }
  | { readonly kind: 'ready'; readonly model: ServiceModel; readonly problem: Problem | null }
  | { readonly kind: 'not-ready'; readonly id: number; readonly problem: Problem };

/** What `delete` came to. */
export type DeletionEnd =
  | { readonly kind: 'deleted' }
  /** The person said no. */
  | { readonly kind: 'kept' }
  /** It is used, and nobody was told of that. */
  | ({ readonly kind: 'in-use' } & DeletionQuestion)
  | { readonly kind: 'not-deleted'; readonly problem: Problem };

/** What happens while a command works: a line on the terminal or of its JSON. */
export type CommandEvent =
  | { readonly kind: 'job'; readonly line: JobLine }
  | {
      readonly kind: 'progress';
      readonly ended: number;
      readonly running: number;
      readonly waiting: number;
    }
  /** All photos wait for this. */
  | { readonly kind: 'waiting'; readonly problem: Problem }
  | { readonly kind: 'no-longer-waiting' }
  /** The service cannot be reached; the command waits for it. */
  | { readonly kind: 'service-away'; readonly problem: Problem }
  /** One of the jobs that the command was to change. */
  | {
      readonly kind: 'job-changed';
      readonly job: number;
      readonly name: string;
      readonly state: JobState;
      readonly means: ChangeMeaning;
    }
  | { readonly kind: 'job-unchanged'; readonly job: number; readonly problem: Problem }
  | { readonly kind: 'watching'; readonly path: string }
  /** A hot folder that was away is there again, or goes on after the ledger took nothing. */
  | { readonly kind: 'folder-back' | 'folder-goes-on'; readonly path: string }
  /** A photo that waits for its ticket, or a ticket that waits for its photo; absolute path. */
  | { readonly kind: 'unpaired'; readonly file: string; readonly waitsFor: 'photo' | 'ticket' }
  | { readonly kind: 'note'; readonly message: string }
  /** Nobody is at a terminal to answer. */
  | ({ readonly kind: 'unanswered-drop' } & LargeDropConfirmation)
  /** A photo of a custom model or scene is looked at, and what the service would get of it. */
  | { readonly kind: 'looking'; readonly path: string }
  | { readonly kind: 'photo-looked'; readonly photo: Omit<CustomModelPhoto, 'pictureId'> }
  | {
      readonly kind: 'creation-continues';
      readonly creationId: number;
      readonly name: string | null;
    }
  /** `sent`: how much of the photos the service has, 0 to 1. */
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
  /** One that was waited for: it is complete, or why it is not waited for any more. */
  | ({ readonly kind: 'model-ended'; readonly of: CustomModelKind } & AwaitedModelView)
  | { readonly kind: 'models-preparing'; readonly count: number }
  | { readonly kind: 'psd-progress'; readonly seconds: number }
  /** The Darkslide that does the work is closing. */
  | { readonly kind: 'closing' };

/** What `retry` and `cancel` do to jobs. */
export type CommandAction = Exclude<JobAction, 'pause' | 'to-front' | 'delete-task'>;

/** What kind of program works on a ledger. */
export const holderKinds = ['desktop', 'browser', 'command-line'] as const;
export type HolderKind = (typeof holderKinds)[number];

/** The Darkslide that works on a ledger, as it answers on its socket. */
export interface Holder {
  readonly kind: HolderKind;
  readonly pid: number;
  readonly version: string;
  /** When it was started, ISO 8601. */
  readonly since: string;
  /** Of the ledger that it works on; absolute. */
  readonly dataFolder: string;
  /** Null for the demo service. */
  readonly serviceUrl: string | null;
}

/** What `status` tells of the work. */
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
  /** Generated images of the local day, and the limit over all folders; null for none. */
  readonly today: { readonly images: number; readonly limit: number | null };
}
