import * as v from 'valibot';
import { between, clientName, text } from '../contract/schemas.ts';
import type { Money } from '../money.ts';
import type { Problem } from '../problem.ts';
import { limitSchemas, type Limit, type SpentByPeriod } from '../spending-limits.ts';
import type { EndingRelease } from './custom-models.ts';
import type { Counts } from './status.ts';

/** The settings of a hot folder that do not depend on its recipe. Paths are absolute. */
export const hotFolderSettings = v.strictObject({
  path: text,
  outFolder: text,
  after: v.picklist(['move', 'leave']),
  subFolders: v.picklist(['keep', 'flatten', 'ignore']),
  /** ms for which a file's size and modification time must be unchanged before it is processed. */
  settleMs: between(0, 3_600_000),
  /** ms between two scans of the whole folder. */
  rescanMs: between(1000, 3_600_000),
  /** The folder's own limits; null if there is none. */
  ...limitSchemas,
  /** The client to whom the costs of its photos are assigned; empty if there is none. */
  client: clientName,
  /** Whether each photo waits for its ticket. */
  needsTickets: v.boolean(),
  /**
   * Whether to ask before a large drop is bought. If absent, an existing folder keeps its setting, and a new folder
   * asks.
   */
  asksDrops: v.optional(v.boolean()),
  /** Whether all stations of the shared studio process its photos; if absent, unchanged, and false for a new folder. */
  isShared: v.optional(v.boolean()),
});
export type HotFolderSettings = Readonly<v.InferOutput<typeof hotFolderSettings>>;

/** The settings of a hot folder as the user edits them in the window. */
export interface HotFolderDraft extends HotFolderSettings {
  readonly savedRecipeId: number;
}

/** The counts of one day for a hot folder and a recipe. */
export interface DayLine {
  /** Path of the hot folder; null for photos that the user added. */
  readonly path: string | null;
  readonly recipe: string;
  readonly done: number;
  readonly failed: number;
  /** Number of generated images that are reserved or spent. */
  readonly images: number;
}

/** A photo in a hot folder, as shown on its card. */
export interface RecentPhoto {
  readonly jobId: number;
  readonly name: string;
  /** ID of the first image delivered for the photo; null if none was delivered. */
  readonly resultId: number | null;
}

/** Files that wait for another file: a photo for its ticket, or a ticket for its photo. */
export interface Wanting {
  readonly count: number;
  /** Path of one of the files, relative to the folder, with forward slashes; null if there are none. */
  readonly first: string | null;
}

/** Photos and tickets whose counterpart is missing. */
export interface UnpairedFiles {
  /** Photos that wait for their ticket. */
  readonly photos: Wanting;
  /** Tickets whose photos have been missing for some time. */
  readonly tickets: Wanting;
}

/** A refused file and its problem. */
export interface RefusedFile {
  /** Path relative to the folder, with forward slashes. */
  readonly path: string;
  readonly problem: Problem;
}

/** Photos in a hot folder that wait for the user's answer, and what they would buy. */
export interface LargeDrop {
  readonly photos: number;
  readonly images: number;
  /** Null if there is no price. */
  readonly cost: Money | null;
  /** Marks the newest of these photos; an answer with it leaves out photos that arrive later. */
  readonly last: number;
}

/** Everything in hot folders that needs attention, apart from jobs. */
export interface FolderAttention {
  /** Large drops that wait for an answer. */
  readonly largeDrops: readonly (LargeDrop & {
    readonly hotFolderId: number;
    /** Path of the hot folder. */
    readonly folder: string;
  })[];
  /** Refused files; at most a few hundred. */
  readonly refused: readonly (RefusedFile & {
    readonly hotFolderId: number;
    readonly folder: string;
  })[];
}

/** A hot folder that only `darkslide watch` watches. It has no card, because its recipe is not saved. */
export interface CommandLineFolder {
  readonly id: number;
  readonly path: string;
  /** Name of the recipe. */
  readonly recipe: string;
  /** Number of things that need attention, see `needPerson`. */
  readonly needPerson: number;
}

/** The result of copying photos into a hot folder. */
export interface CopiedPhotos {
  /** Paths of the given photos that are now in the hot folder. */
  readonly copied: readonly string[];
  /** Problems of the photos that were not copied. */
  readonly refused: readonly Problem[];
}

/** A hot folder, as its card shows it. */
export interface HotFolderCard extends HotFolderDraft {
  readonly id: number;
  /** Increases with every change of the settings; an edit contains the revision on which it is based. */
  readonly revision: number;
  readonly recipe: {
    readonly name: string;
    readonly agent: string;
    readonly version: string;
    /** Number of images generated per photo. */
    readonly images: number;
    readonly psd: boolean;
  };
  /**
   * `asks`: a large drop needs confirmation. `waiting`: the ledger cannot be written, for example because its disk is
   * full.
   */
  readonly state:
    'starting' | 'watching' | 'paused' | 'unreachable' | 'waiting' | 'asks' | 'stopped';
  /** Name of the other station that watches the folder; null if no other station does. */
  readonly watchedBy: string | null;
  /** Why the folder is unreachable, waiting or stopped, or why its photos are held; null if there is no problem. */
  readonly problem: Problem | null;
  readonly counts: Counts;
  /** Number of things that need attention, see `needPerson`. */
  readonly needPerson: number;
  /** Number of files that are incomplete or have not been checked yet. */
  readonly settling: number;
  /** Number of photos that were refused before they became jobs. */
  readonly refused: number;
  /** The latest refused photos, at most three. */
  readonly refusals: readonly RefusedFile[];
  readonly unpaired: UnpairedFiles;
  /** Amounts reserved or spent on the local day and in the local month, in the currency of the prices. */
  readonly spent: SpentByPeriod;
  readonly currency: string;
  /** The last photos whose jobs ended, newest first, at most three. */
  readonly recent: readonly RecentPhoto[];
  /** Wall-clock ms at which the last job ended; null before the first. */
  readonly lastEndedAt: number | null;
  /**
   * The folder's own limit for which its photos wait, because the next photo would exceed it; null if there is none.
   */
  readonly atLimit: Limit | null;
  /** Whether the administrator does not allow a higher limit. */
  readonly isLimitManaged: boolean;
  /** A large drop that waits for confirmation; null if there is none. */
  readonly asks: LargeDrop | null;
  /** Custom models and scenes of the recipe whose release expires soon. */
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

/** Returns the number of files per kind. */
export function countByKind(
  files: readonly { readonly kind: ForesightKind }[],
): Record<ForesightKind, number> {
  const of = (kind: ForesightKind) => files.filter((file) => file.kind === kind).length;
  return Object.fromEntries(foreseenKinds.map((kind) => [kind, of(kind)])) as ReturnType<
    typeof countByKind
  >;
}

/** What watching a hot folder would do with its current files, and what it would buy. */
export interface FolderForesight {
  readonly files: number;
  readonly jobs: number;
  readonly images: number;
  /** Null if there is no price, or if nothing would be bought. */
  readonly cost: Money | null;
  readonly kinds: Readonly<Record<ForesightKind, number>>;
  /**
   * Why the jobs would be held, because a custom model or scene of the recipe must not be used; null if they would run.
   */
  readonly problem: Problem | null;
  /** Custom models and scenes of the recipe whose release expires soon. */
  readonly ends: readonly EndingRelease[];
  /** The first files that would be processed, in that order. */
  readonly entries: readonly {
    /** Path relative to the folder, with forward slashes. */
    readonly path: string;
    readonly kind: ForesightKind;
    readonly problem: Problem | null;
  }[];
}
