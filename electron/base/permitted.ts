import type { Outcome } from '#shared/problem.ts';

declare const permitted: unique symbol;

/** A value that `app/access.ts` let through for one use; nothing else makes one, and a house test says so. */
export type Permitted<Value, Use extends string> = Value & { readonly [permitted]: Use };

/** Absolute path of a folder whose photos may be taken. */
export type WatchedFolder = Permitted<string, 'watched'>;
/** Absolute path of a folder that may be given files and takes them. */
export type OutputFolder = Permitted<string, 'output'>;
/** Generated images a day of one hot folder. */
export type DailyLimit = Permitted<number, 'daily limit'>;

/** Whether the administrator policy allows a folder at all, an absolute path. Problem: managed-folder. */
export type CheckWithin = (folder: string) => Promise<Outcome<void>>;

/** The only way to a folder that photos come from or results go to. Paths are absolute. */
export interface FolderAccess {
  /** For a folder that was checked before and written down since, such as that of a job. */
  readonly within: CheckWithin;
  /**
   * Whether photos may be taken from a folder: the policy allows it, and it neither is, contains nor lies in a
   * data folder. It need not be there. Problems: managed-folder, folder-in-data, each with the parameter `path`.
   */
  watched(folder: string): Promise<Outcome<WatchedFolder>>;
  /**
   * Whether results can go to a folder, which is made where it is missing; `hotFolder` is where its photos come
   * from, null for no hot folder. Problems: managed-folder, folder-own-output, folder-unwritable, disk-full,
   * disk-failing.
   */
  output(folder: string, hotFolder: string | null): Promise<Outcome<OutputFolder>>;
  /** The same, but nothing changes on disk: a folder that is missing only has to be one that can be made. */
  foreseeOutput(folder: string, hotFolder: string | null): Promise<Outcome<void>>;
  /** Whether a hot folder may have this limit; null is none of its own. Problem: managed-limit. */
  dailyLimit(images: number | null): Outcome<DailyLimit | null>;
}
