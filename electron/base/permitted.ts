import type { Outcome } from '#shared/problem.ts';
import type { LimitName, SpendingLimits } from '#shared/spending-limits.ts';

declare const permitted: unique symbol;

/**
 * A value that `app/access.ts` has allowed for one use. No other code creates such values; a house
 * test checks this.
 */
export type Permitted<Value, Use extends string> = Value & { readonly [permitted]: Use };

/** Absolute path of a folder whose photos may be admitted. */
export type WatchedFolder = Permitted<string, 'watched'>;
/** Absolute path of a folder that is writable and to which results may be written. */
export type OutputFolder = Permitted<string, 'output'>;
/** A limit on the spending of one hot folder: images or minor units. */
export type SpendingLimit = Permitted<number, 'spending limit'>;
export type PermittedLimits = Readonly<Record<LimitName, SpendingLimit | null>>;

/** Checks whether the administrator policy allows a folder, an absolute path. Problem: managed-folder. */
export type CheckWithin = (folder: string) => Promise<Outcome<void>>;

/** The only source of folders for photos and results. All paths are absolute. */
export interface FolderAccess {
  /** Checks a folder again that was checked and stored earlier, such as the folder of a job. */
  readonly within: CheckWithin;
  /**
   * Checks whether photos may be admitted from a folder: the policy must allow it, and it must not
   * be, contain or be inside a data folder. The folder does not have to exist. Problems:
   * managed-folder, folder-in-data, each with the parameter `path`.
   */
  watched(folder: string): Promise<Outcome<WatchedFolder>>;
  /**
   * Checks whether results can be written to a folder, which is created if missing. `hotFolder` is the folder from
   * which the photos come; null if they come from none. Problems: managed-folder, folder-own-output, folder-unwritable,
   * disk-full, disk-failing.
   */
  output(folder: string, hotFolder: string | null): Promise<Outcome<OutputFolder>>;
  /**
   * Checks a folder as `output` does, but does not create it: for a folder that was saved earlier or that another
   * station named. Problems: those of `output`, folder-unreachable if it is missing.
   */
  storedOutput(folder: string, hotFolder: string | null): Promise<Outcome<OutputFolder>>;
  /**
   * Checks a folder as `output` does, without changing anything on disk; a missing folder passes if it can be
   * created.
   */
  foreseeOutput(folder: string, hotFolder: string | null): Promise<Outcome<void>>;
  /** Checks whether a hot folder may have these limits. Problem: managed-limit. */
  limits(limits: SpendingLimits): Outcome<PermittedLimits>;
}
