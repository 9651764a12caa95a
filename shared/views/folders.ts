import * as v from 'valibot';
import { between, id, text } from '../contract/schemas.ts';
import type { Problem } from '../problem.ts';
import type { EndingRelease } from './custom-models.ts';
import type { Counts } from './status.ts';

/** What a hot folder does with its photos, whatever recipe it runs. Paths are absolute. */
export const hotFolderSettings = v.strictObject({
  path: text,
  outFolder: text,
  after: v.picklist(['move', 'leave']),
  subFolders: v.picklist(['keep', 'flatten', 'ignore']),
  /** ms a file's size and time must stand still. */
  settleMs: v.pipe(v.number(), v.minValue(0), v.maxValue(3_600_000)),
  /** ms between two looks at the whole folder. */
  rescanMs: between(1000, 3_600_000),
  /** Generated images a day; null for no limit of its own. */
  imagesPerDay: v.nullable(id),
  /** A photo waits for the ticket beside it. */
  needsTickets: v.boolean(),
  /** Asks before a large drop is bought; where it is left out as before, and true of a new folder. */
  asksDrops: v.optional(v.boolean()),
});
export type HotFolderSettings = Readonly<v.InferOutput<typeof hotFolderSettings>>;

/** A hot folder as a person sets it up in the window. */
export interface HotFolderDraft extends HotFolderSettings {
  readonly savedRecipeId: number;
}

/** What was done on one day with the photos of a hot folder and one recipe. */
export interface DayLine {
  /** Null for photos that a person gave. */
  readonly path: string | null;
  readonly recipe: string;
  readonly done: number;
  readonly failed: number;
  /** Generated images, reserved or spent. */
  readonly images: number;
}

/** A photo of a hot folder, for the card. */
export interface RecentPhoto {
  readonly jobId: number;
  readonly name: string;
  /** Of its first image; null when none was delivered. */
  readonly resultId: number | null;
}

/** Files that wait for another one to come. */
export interface Wanting {
  readonly count: number;
  /** One of them, below the folder, with forward slashes; null when there is none. */
  readonly first: string | null;
}

/** Halves of pairs whose other half is not there. */
export interface UnpairedFiles {
  /** Photos that the folder does not take without a ticket. */
  readonly photos: Wanting;
  /** Tickets whose photos have not come for a while. */
  readonly tickets: Wanting;
}

/** A file that came to nothing, and why. */
export interface RefusedFile {
  /** Below the folder, with forward slashes. */
  readonly path: string;
  readonly problem: Problem;
}

/** What of hot folders needs attention and is no job. */
export interface FolderAttention {
  /** Large drops that wait for an answer. */
  readonly largeDrops: readonly {
    readonly hotFolderId: number;
    /** Of the hot folder. */
    readonly folder: string;
    readonly photos: number;
    readonly images: number;
  }[];
  /** Refused files, at most a few hundred. */
  readonly refused: readonly (RefusedFile & {
    readonly hotFolderId: number;
    readonly folder: string;
  })[];
}

/** A hot folder of `darkslide watch`: it has no card, because its recipe is not a saved one. */
export interface CommandLineFolder {
  readonly id: number;
  readonly path: string;
  /** Its name. */
  readonly recipe: string;
  /** What of it needs attention, see `needPerson`. */
  readonly needPerson: number;
}

/** A hot folder as its card shows it. */
export interface HotFolderCard extends HotFolderDraft {
  readonly id: number;
  /** Grows with every change of the settings; an edit names the one it began from. */
  readonly revision: number;
  readonly recipe: {
    readonly name: string;
    readonly agent: string;
    readonly version: string;
    /** Generated images for one photo. */
    readonly images: number;
    readonly psd: boolean;
  };
  /**
   * `asks`: more photos came at once than are taken without a question. `waiting`: the ledger takes
   * nothing, because its disk is full for example.
   */
  readonly state:
    'starting' | 'watching' | 'paused' | 'unreachable' | 'waiting' | 'asks' | 'stopped';
  /** Why it is unreachable, waiting or stopped, or why its photos are held. */
  readonly problem: Problem | null;
  readonly counts: Counts;
  /** What of it needs attention, see `needPerson`. */
  readonly needPerson: number;
  /** Files that are not whole yet or wait to be looked at. */
  readonly settling: number;
  /** Photos listed as failed before they became a job. */
  readonly refused: number;
  /** The last of them; at most three. */
  readonly refusals: readonly RefusedFile[];
  readonly unpaired: UnpairedFiles;
  /** Generated images of the local day. */
  readonly spentToday: number;
  /** The last photos that were done, newest first; at most three. */
  readonly recent: readonly RecentPhoto[];
  /** Wall-clock ms of the last job that ended; null before the first. */
  readonly lastEndedAt: number | null;
  /** Whether its own daily limit is reached, so that its photos wait for another day. */
  readonly isAtLimit: boolean;
  /** The administrator allows no higher limit. */
  readonly isLimitManaged: boolean;
  /** What waits for a person's yes: photos and generated images of a sudden drop. */
  readonly asks: { readonly photos: number; readonly images: number } | null;
  /** Own models and scenes of the recipe whose release ends soon. */
  readonly ends: readonly EndingRelease[];
}

const foreseenKinds = [
  'new',
  'retried',
  'already',
  'under-way',
  'seen',
  'twin',
  'settling',
  'wants-ticket',
  'failed',
] as const;
export type ForesightKind = (typeof foreseenKinds)[number];

/** Returns how many of these files there are of each kind. */
export function countByKind(
  files: readonly { readonly kind: ForesightKind }[],
): Record<ForesightKind, number> {
  const of = (kind: ForesightKind) => files.filter((file) => file.kind === kind).length;
  return Object.fromEntries(foreseenKinds.map((kind) => [kind, of(kind)])) as ReturnType<
    typeof countByKind
  >;
}

/** What arming a hot folder would do with what lies in it, and what it would buy. */
export interface FolderForesight {
  readonly files: number;
  readonly jobs: number;
  readonly images: number;
  readonly kinds: Readonly<Record<ForesightKind, number>>;
  /** Why the jobs would be held: the recipe's custom model or scene must not be used. */
  readonly problem: Problem | null;
  /** Own models and scenes of the recipe whose release ends soon. */
  readonly ends: readonly EndingRelease[];
  /** The first files, in the order they would be taken. */
  readonly entries: readonly {
    /** Below the folder, with forward slashes. */
    readonly path: string;
    readonly kind: ForesightKind;
    readonly problem: Problem | null;
  }[];
}
