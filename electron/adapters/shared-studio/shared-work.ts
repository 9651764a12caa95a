import type { Pool } from 'pg';
import * as v from 'valibot';
import { mapOutcome, success, type Outcome } from '#shared/problem.ts';
import { run } from './connection.ts';
import type { SharedPlace } from './roots.ts';

const place = v.strictObject({
  root: v.pipe(v.string(), v.maxLength(100)),
  path: v.pipe(v.string(), v.maxLength(4000)),
});
const text = v.pipe(v.string(), v.maxLength(4000));

/**
 * What a station needs to process a photo that another station offered. The other station wrote it, so it is checked.
 */
const orderSchema = v.strictObject({
  source: place,
  /** Size of the photo in bytes. */
  bytes: v.pipe(v.number(), v.integer(), v.minValue(1)),
  output: place,
  /** Path relative to the output folder, with forward slashes; '' for none. */
  subFolder: text,
  /** Text of the recipe; `files` replaces the paths in it. */
  recipe: v.pipe(v.string(), v.maxLength(200_000)),
  files: v.record(v.picklist(['mask', 'fashionModelImage', 'locationImage']), place),
  client: text,
});
export type WorkOrder = Readonly<v.InferOutput<typeof orderSchema>>;

/** Key and values of a message, as JSON. */
const saidSchema = v.pipe(v.string(), v.maxLength(20_000), v.check(isSaid));
/** A problem in the columns of a stored problem, as another station wrote it; its code is not checked. */
export const problemSchema = v.strictObject({
  code: text,
  message: text,
  about: v.nullable(text),
  said: v.nullable(saidSchema),
});
const outcomeSchema = v.strictObject({ problem: v.nullable(problemSchema) });
/**
 * Why a photo failed or needs attention, in the columns of a stored problem; the code of the problem is not checked.
 */
export type WorkOutcome = Readonly<v.InferOutput<typeof outcomeSchema>>;

/** A photo with a recipe, as all stations identify it. */
export interface WorkKey {
  /** Identity of the photo's content. */
  readonly photo: string;
  /** Identity of the recipe. */
  readonly purchase: string;
}

export type WorkState = 'offered' | 'taken' | 'done' | 'failed' | 'held' | 'withdrawn';

export interface OfferedWork extends WorkKey {
  /** Number of the run: 1, and higher by 1 each time a user repeats the job. */
  readonly run: number;
  /** Key of the shared hot folder. */
  readonly folder: string;
  readonly priority: number;
  readonly order: WorkOrder;
}

export interface WorkChange extends WorkKey {
  readonly run: number;
  readonly state: WorkState;
  /** Name of the station that took the photo last; null if no station has it. */
  readonly station: string | null;
  readonly outcome: WorkOutcome | null;
}

/** The station that watches a folder. */
export interface FolderWatch {
  readonly folder: string;
  readonly isOwn: boolean;
  readonly station: string;
  /** Time in ms, from the request on, for which this station may watch the folder. */
  readonly ms: number;
}

/** A file of a shared hot folder that no station processes. */
export interface SkippedFile {
  /** Relative to the folder, with forward slashes. */
  readonly path: string;
  readonly bytes: number;
  readonly mtimeMs: number;
}

const number = v.pipe(v.string(), v.transform(Number), v.safeInteger());
const skippedSchema = v.pipe(
  v.object({ path: text, bytes: number, mtime_ms: number }),
  v.transform(({ mtime_ms: mtimeMs, ...file }) => ({ ...file, mtimeMs })),
);

/** The lease under which a station acts. */
interface Fenced {
  readonly fence: number;
}

/**
 * The photos of shared hot folders, which any station may process. All methods report an unreachable database as
 * studio-unreachable.
 */
export interface SharedWork {
  /** Watches those of the folders that no other station watches; returns which station watches each folder. */
  watch(
    folders: readonly { readonly folder: string; readonly paused: boolean }[],
    lease: Fenced,
  ): Promise<Outcome<FolderWatch[]>>;
  /**
   * Adds files of a folder to those that no station processes, and removes the files with the paths in `gone`. Other
   * files in the list stay.
   */
  skip(
    folder: string,
    change: { readonly files: readonly SkippedFile[]; readonly gone: readonly string[] },
    lease: Fenced,
  ): Promise<Outcome<unknown>>;
  /** Returns those files of a folder that no station processes, without those that cannot be read. */
  skipped(folder: string): Promise<Outcome<SkippedFile[]>>;
  /** Lets other stations watch the folders that this station watched. */
  stopWatching(): Promise<Outcome<unknown>>;
  /** Returns the photos of a folder that another station watched before, without those whose order cannot be read. */
  ofFolder(folder: string, lease: Fenced): Promise<Outcome<OfferedWork[]>>;
  /**
   * Offers photos and returns their states; `again` repeats a job that has ended, and `prioritised` changes the priority
   * of a photo that the database knows. With `withdrawn`, the photos are listed as withdrawn instead, so that no station
   * buys them, unless the database knows them already.
   */
  offer(
    rows: readonly (OfferedWork & { readonly again: boolean; readonly prioritised: boolean })[],
    lease: Fenced,
    withdrawn?: boolean,
  ): Promise<Outcome<WorkChange[]>>;
  /**
   * Takes photos until this station has `most` of them; returns all photos that it has, in order. `roots`: the shared
   * roots that it can reach. `own`: only photos that this station offered. `folders`: the hot folders that it knows, whose
   * limits it can keep; it takes photos that other stations offered only from these. `except`: hot folders and photos, by
   * `keyOf`, from which it takes none.
   */
  take(
    wanted: {
      readonly most: number;
      readonly roots: readonly string[];
      readonly own: boolean;
      readonly folders: readonly string[];
      readonly except: { readonly folders: readonly string[]; readonly photos: readonly string[] };
    },
    lease: Fenced,
  ): Promise<Outcome<(OfferedWork | UnreadableWork)[]>>;
  /** Reports how a photo ended; false if another station has the photo now. */
  end(
    work: WorkKey & { readonly run: number },
    state: 'done' | 'failed' | 'held',
    outcome: WorkOutcome,
  ): Promise<Outcome<boolean>>;
  /** Gives back photos that this station has taken and not begun. */
  giveBack(keys: readonly WorkKey[]): Promise<Outcome<unknown>>;
  /**
   * Withdraws photos, whichever station offered them, unless they have ended. Returns the states of the photos that the
   * database knows.
   */
  withdraw(keys: readonly WorkKey[]): Promise<Outcome<(WorkKey & { readonly state: WorkState })[]>>;
  /**
   * Withdraws the photos that this station offered and no other station has, and gives back those of others; call when
   * the station leaves the studio. Returns all photos that it offered and that are withdrawn.
   */
  leave(): Promise<Outcome<WorkKey[]>>;
  /** Returns the database's time, and the photos whose state changed since an earlier time; no photos for null. */
  changes(
    since: Date | null,
  ): Promise<Outcome<{ readonly at: Date; readonly changes: WorkChange[] }>>;
}

/** A photo whose order this program cannot read. */
export type UnreadableWork = Omit<OfferedWork, 'order'> & { readonly order: null };

type WorkRow = Omit<OfferedWork, 'order'> & { readonly content: unknown };
type ChangeRow = Omit<WorkChange, 'outcome'> & { readonly outcome: unknown };

export function createSharedWork(pool: Pool, station: string): SharedWork {
  const returned = (keys: readonly WorkKey[], isWithdrawn: boolean) =>
    run<WorkKey & { state: WorkState }>(pool, 'SELECT * FROM return_work($1, $2, $3, $4)', [
      station,
      keys.map(({ photo }) => photo),
      keys.map(({ purchase }) => purchase),
      isWithdrawn,
    ]);
  return {
    watch: (folders, { fence }) =>
      run<{ folder: string; is_own: boolean; station: string; ms: number }>(
        pool,
        'SELECT * FROM watch_folders($1, $2, $3)',
        [station, fence, JSON.stringify(folders)],
      ).then((rows) =>
        mapOutcome(rows, (all) => all.map(({ is_own: isOwn, ...row }) => ({ ...row, isOwn }))),
      ),
    skip: (folder, { files, gone }, { fence }) =>
      run(pool, 'SELECT skip_files($1, $2, $3, $4, $5)', [
        station,
        fence,
        folder,
        JSON.stringify(files),
        gone,
      ]),
    async skipped(folder) {
      const rows = await run(pool, 'SELECT * FROM skipped_files($1, $2)', [station, folder]);
      return mapOutcome(rows, (all) => all.flatMap(readSkipped));
    },
    stopWatching: () => run(pool, 'SELECT stop_watching($1)', [station]),
    async ofFolder(folder, { fence }) {
      const rows = await run<WorkRow>(pool, 'SELECT * FROM work_of_folder($1, $2, $3)', [
        station,
        fence,
        folder,
      ]);
      return mapOutcome(rows, (all) => all.map(readWork).filter(isReadable));
    },
    async offer(rows, { fence }, withdrawn = false) {
      // all stations write the rows in the same order, so that two of them never wait for each other
      const sorted = rows.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
      const content = sorted.map(({ order, ...row }) => ({
        ...row,
        roots: rootsOf(order),
        content: order,
        withdrawn,
      }));
      const changed = await run<ChangeRow>(pool, 'SELECT * FROM offer_work($1, $2, $3)', [
        station,
        fence,
        JSON.stringify(content),
      ]);
      return mapOutcome(changed, (all) => all.map(readChange));
    },
    async take({ most, roots, own, folders, except }, { fence }) {
      const rows = await run<WorkRow>(
        pool,
        'SELECT * FROM take_work($1, $2, $3, $4, $5, $6, $7, $8)',
        [station, fence, most, roots, own, folders, except.folders, except.photos],
      );
      return mapOutcome(rows, (all) => all.map(readWork));
    },
    async end({ photo, purchase, run: number }, state, outcome) {
      const rows = await run<{ end_work: boolean }>(
        pool,
        'SELECT end_work($1, $2, $3, $4, $5, $6)',
        [station, photo, purchase, number, state, JSON.stringify(outcome)],
      );
      return mapOutcome(rows, (all) => all[0]?.end_work ?? false);
    },
    giveBack: (keys) => returned(keys, false),
    withdraw: (keys) => returned(keys, true),
    leave: () => run<WorkKey>(pool, 'SELECT * FROM leave_work($1)', [station]),
    async changes(since) {
      const rows = await run<ChangeRow & { at: Date }>(pool, 'SELECT * FROM work_changes($1, $2)', [
        station,
        since,
      ]);
      if (!rows.ok) return rows;
      const [time, ...changed] = rows.value;
      if (time === undefined) throw new Error('The database answered without its time.');
      return success({ at: time.at, changes: changed.map(readChange) });
    },
  };
}

/** Returns the identity of a photo with a recipe as text. */
export function keyOf({ photo, purchase }: WorkKey): string {
  return `${photo} ${purchase}`;
}

function rootsOf({ source, output, files }: WorkOrder): string[] {
  const places: readonly (SharedPlace | undefined)[] = [source, output, ...Object.values(files)];
  return [...new Set(places.flatMap((one) => one?.root ?? []))];
}

function readWork({
  photo,
  purchase,
  run: number,
  folder,
  priority,
  content,
}: WorkRow): OfferedWork | UnreadableWork {
  const order = v.safeParse(orderSchema, content);
  const row = { photo, purchase, run: number, folder, priority };
  return { ...row, order: order.success ? order.output : null };
}

/** Returns a skipped file; nothing if another station wrote values that no file has. */
function readSkipped(row: unknown): SkippedFile[] {
  const read = v.safeParse(skippedSchema, row);
  return read.success ? [read.output] : [];
}

function isReadable(work: OfferedWork | UnreadableWork): work is OfferedWork {
  return work.order !== null;
}

function readChange({
  photo,
  purchase,
  run: number,
  state,
  station,
  outcome,
}: ChangeRow): WorkChange {
  const read = v.safeParse(outcomeSchema, outcome);
  const row = { photo, purchase, run: number, state, station };
  return { ...row, outcome: read.success ? read.output : null };
}

function isSaid(json: string): boolean {
  try {
    return v.is(
      v.object({ key: v.string(), values: v.optional(v.record(v.string(), v.any())) }),
      JSON.parse(json),
    );
  } catch {
    return false;
  }
}
