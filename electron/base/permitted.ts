import type { Outcome } from '#shared/problem.ts';
import type { LimitName, SpendingLimits } from '#shared/spending-limits.ts';

declare const permitted: unique symbol;

/**
 * A value that `app/access.ts` allowed for one use; no other code creates one, and a house test checks that.
 */
export type Permitted<Value, Use extends string> = Value & { readonly [permitted]: Use };

/** Absolute path of a folder whose photos may be admitted. */
export type WatchedFolder = Permitted<string, 'watched'>;
/** Absolute path of a folder that results may be written to and that is writable. */
export type OutputFolder = Permitted<string, 'output'>;
/** A limit on the spending of one hot folder: images or minor units. */
export type SpendingLimit = Permitted<number, 'spending limit'>;
export type PermittedLimits = Readonly<Record<LimitName, SpendingLimit | null>>;

/** Checks whether the administrator policy allows a folder, an absolute path. Problem: managed-folder. */
export type CheckWithin = (folder: string) => Promise<Outcome<void>>;

/** The only source of folders that photos come from or results go to. Paths are absolute. */
export interface FolderAccess {
  /** Checks a folder that was checked before and stored since, such as that of a job. */
  readonly within: CheckWithin;
  /**
   * Checks whether photos may be admitted from a folder: the policy must allow it, and it must not
   * be, contain or be inside a data folder. The folder does not have to exist. Problems:
   * managed-folder, folder-in-data, each with the parameter `path`.
   */
  watched(folder: string): Promise<Outcome<WatchedFolder>>;
  /**
   * Checks whether results can go to a folder, which is created if missing; `hotFolder` is where its photos
   * come from, null for no hot folder. Problems: managed-folder, folder-own-output, folder-unwritable,
   * disk-full, disk-failing.
   */
  output(folder: string, hotFolder: string | null): Promise<Outcome<OutputFolder>>;
  /**
   * Checks a folder as `output` does, without changing anything on disk; a missing folder passes if it can be
   * created.
   */
  foreseeOutput(folder: string, hotFolder: string | null): Promise<Outcome<void>>;
  /** Checks whether a hot folder may have these limits. Problem: managed-limit. */
  limits(limits: SpendingLimits): Outcome<PermittedLimits>;
}
