import { problemOf } from '#shared/failure.ts';
import { exportRecipe, type Recipe } from '#shared/recipe.ts';
import type { HotFolderSettings } from '#shared/views/folders.ts';
import type { Clock } from '../../base/clock.ts';
import { eachLimit, type LimitName } from '#shared/spending-limits.ts';
import type { OutputFolder, PermittedLimits, WatchedFolder } from '../../base/permitted.ts';
import { expression, problemColumns, type Fields, type Tables } from './rows.ts';

/** Settings that app/access.ts has checked, and the id of the recipe's text. */
export interface NewHotFolder extends Omit<HotFolderSettings, LimitName>, PermittedLimits {
  readonly path: WatchedFolder;
  readonly outFolder: OutputFolder;
  readonly recipeId: number;
}

export interface HotFolder extends HotFolderSettings {
  /** Id of the recipe's text; the id changes when the text of the saved recipe changes. */
  readonly recipeId: number;
  readonly id: number;
  readonly asksDrops: boolean;
  /** Whether all stations of the shared studio know the folder. */
  readonly isShared: boolean;
  readonly armed: boolean;
  /** Increases with every change of the settings. */
  readonly revision: number;
  /**
   * The saved recipe that the hot folder runs; null for a hot folder that only the command line watches.
   */
  readonly savedRecipeId: number | null;
  /** Whether the files already in the folder must still be marked as seen instead of admitted. */
  readonly skipsExisting: boolean;
}

/** Queries of hot folders. */
export interface HotFolderQueries {
  /** Returns the id of the hot folder with this path and recipe, whether or not it is watched now. */
  find(path: string, recipe: Recipe): number | undefined;
  /** Returns a hot folder by id, even if it was removed, because its jobs may continue. */
  get(id: number): HotFolder | undefined;
  all(): HotFolder[];
  /** Returns the paths of all hot folders. */
  paths(): string[];
  /** Returns the hot folders that run a saved recipe. */
  saved(): HotFolder[];
}

/** Changes by the user or the command line. */
interface SettingsChanges {
  /** Adds a hot folder, or changes the settings of the hot folder that has this path and recipe. */
  save(settings: NewHotFolder): HotFolder;
  /** Adds a hot folder that runs a saved recipe and arms it immediately. */
  add(settings: NewHotFolder, savedRecipeId: number, existing: 'process' | 'skip'): HotFolder;
  /** Changes the settings; returns undefined if no hot folder has this id and revision. */
  change(
    id: number,
    revision: number,
    settings: NewHotFolder,
    savedRecipeId: number,
  ): HotFolder | undefined;
  /** Records that the text of the folder's saved recipe has changed. */
  runs(id: number, recipeId: number): void;
}

export interface HotFolderRepository extends HotFolderQueries, SettingsChanges {
  /** Records that all files that were in the folder when it was armed have been marked as seen. */
  hasSkipped(id: number): void;
  arm(id: number, armed: boolean): void;
  /**
   * Removes the folder. Its photos, jobs and results stay; jobs that were waiting because of a pause are
   * held.
   */
  remove(id: number): void;
}

type Flag = 'needsTickets' | 'asksDrops' | 'isShared' | 'armed' | 'skipsExisting';
type Row = Omit<HotFolder, Flag> & Readonly<Record<Flag, number>>;

const COLUMNS = `id, path, recipe_id, out_folder, after, sub_folders, settle_ms, rescan_ms,
  images_per_day, images_per_month, money_per_day, money_per_month, client,
  needs_tickets, asks_drops, is_shared, armed, revision, saved_recipe_id, skips_existing`;

export function hotFolderRepository(db: Tables, clock: Clock): HotFolderRepository {
  const queries = hotFolderQueries(db);
  const set = (id: number, fields: Fields) => void db.update('hot_folders', fields, 'id = ?', id);
  const known = (id: number): HotFolder => {
    const folder = queries.get(id);
    if (folder === undefined) throw new Error(`There is no hot folder ${id}.`);
    return folder;
  };
  return {
    ...queries,
    ...settingsChanges({ db, clock, known, get: queries.get, set }),
    hasSkipped: (id) => set(id, { skipsExisting: 0 }),
    arm: (id, armed) => set(id, { armed: Number(armed) }),
    remove: (id) =>
      db.transaction(() => {
        if (!known(id).armed) holdWaiting(db, clock, id);
        db.run('DELETE FROM drops WHERE hot_folder_id = ?', id);
        set(id, { removed: 1, armed: 0 });
      }),
  };
}

function hotFolderQueries(db: Tables): HotFolderQueries {
  const where = (condition: string, ...values: number[]) =>
    db.all<Row>(`SELECT ${COLUMNS} FROM hot_folders WHERE ${condition}`, ...values).map(read);
  return {
    find: (path, recipe) =>
      db.value(
        `SELECT f.id FROM hot_folders f JOIN recipes r ON r.id = f.recipe_id
         WHERE f.path = ? AND r.text = ?`,
        path,
        exportRecipe(recipe),
      ),
    get: (id) => where('id = ?', id)[0],
    all: () => where('removed = 0 ORDER BY id'),
    paths: () => db.column('SELECT path FROM hot_folders WHERE removed = 0 ORDER BY id'),
    saved: () => where('removed = 0 AND saved_recipe_id IS NOT NULL ORDER BY id'),
  };
}

function settingsChanges(parts: {
  readonly db: Tables;
  readonly clock: Clock;
  readonly known: (id: number) => HotFolder;
  readonly get: HotFolderQueries['get'];
  readonly set: (id: number, fields: Fields) => void;
}): SettingsChanges {
  const { db, clock, known, get, set } = parts;
  const save = (settings: NewHotFolder): HotFolder => {
    const { path, recipeId } = settings;
    const OF = 'path = ? AND recipe_id = ?';
    const again = {
      ...columnsOf(settings),
      revision: expression('revision + 1'),
      removed: 0,
      savedRecipeId: expression('CASE WHEN removed = 0 THEN saved_recipe_id END'),
    };
    return db.transaction(() => {
      if (db.update('hot_folders', again, OF, path, recipeId) === 0) {
        db.insertRow('hot_folders', { ...columnsOf(settings), createdAt: clock.wall() });
      }
      return known(db.value(`SELECT id FROM hot_folders WHERE ${OF}`, path, recipeId) ?? 0);
    });
  };
  return {
    save,
    add: (settings, savedRecipeId, existing) =>
      db.transaction(() => {
        const { id } = save(settings);
        db.run('DELETE FROM drops WHERE hot_folder_id = ?', id);
        if (existing === 'process') {
          db.run("DELETE FROM sightings WHERE hot_folder_id = ? AND outcome = 'seen'", id);
        }
        const skipsExisting = Number(existing === 'skip');
        const noDrop = { granted: 0, dropSince: null, dropTaken: 0 };
        set(id, { savedRecipeId, skipsExisting, armed: 1, ...noDrop });
        return known(id);
      }),
    change: (id, revision, settings, savedRecipeId) =>
      db.transaction(() => {
        const before = get(id);
        if (before?.revision !== revision) return undefined;
        takeOver(db, id, settings.path, settings.recipeId);
        // the previous folder's sightings do not apply to the new folder
        if (before.path !== settings.path) {
          db.run('DELETE FROM sightings WHERE hot_folder_id = ?', id);
          db.run('DELETE FROM drops WHERE hot_folder_id = ?', id);
        }
        set(id, { ...columnsOf(settings), savedRecipeId, revision: revision + 1 });
        return known(id);
      }),
    runs: (id, recipeId) =>
      db.transaction(() => {
        takeOver(db, id, known(id).path, recipeId);
        // if another hot folder already has this path and the new text, this row stays unchanged; its recipe changes
        // when the folder is watched again
        db.run('UPDATE OR IGNORE hot_folders SET recipe_id = ? WHERE id = ?', recipeId, id);
      }),
  };
}

/**
 * Merges an earlier hot folder with the same path and recipe into this one: a hot folder that was
 * removed, or that only the command line watched.
 */
function takeOver(db: Tables, id: number, path: string, recipeId: number): void {
  const other = db.value<number>(
    `SELECT id FROM hot_folders WHERE path = ? AND recipe_id = ? AND id <> ?
       AND (removed = 1 OR saved_recipe_id IS NULL)`,
    path,
    recipeId,
    id,
  );
  if (other === undefined) return;
  db.run('UPDATE jobs SET hot_folder_id = ? WHERE hot_folder_id = ?', id, other);
  db.run('UPDATE OR IGNORE sightings SET hot_folder_id = ? WHERE hot_folder_id = ?', id, other);
  db.run('DELETE FROM sightings WHERE hot_folder_id = ?', other);
  db.run('DELETE FROM drops WHERE hot_folder_id = ?', other);
  db.run('DELETE FROM hot_folders WHERE id = ?', other);
}

const leftPaused = problemOf('paused.removed');

/** SQL for waiting jobs whose current run cannot have been bought. */
const UNBOUGHT = `hot_folder_id = ? AND state = 'waiting' AND NOT EXISTS (
  SELECT 1 FROM executions e WHERE e.job_id = jobs.id AND e.run = jobs.runs
    AND e.state NOT IN ('intent', 'rejected', 'void'))`;

/**
 * Holds waiting jobs, because the folder's pause ends when the folder is removed, and the end of a
 * pause must not lead to purchases.
 */
function holdWaiting(db: Tables, clock: Clock, hotFolderId: number): void {
  const now = clock.wall();
  db.run(
    `INSERT INTO history (job_id, at, what, detail, code)
     SELECT id, ?, 'held', ?, 'paused' FROM jobs WHERE ${UNBOUGHT}`,
    now,
    leftPaused.message,
    hotFolderId,
  );
  const why = problemColumns(leftPaused);
  const held = { state: 'held', ...why, notBefore: 0, endedAt: now, updatedAt: now };
  db.update('jobs', held, UNBOUGHT, hotFolderId);
}

function columnsOf(settings: NewHotFolder): Fields {
  const { path, recipeId, outFolder, after, subFolders, asksDrops } = settings;
  const { settleMs, rescanMs, client, needsTickets, isShared } = settings;
  return {
    path,
    recipeId,
    outFolder,
    after,
    subFolders,
    settleMs,
    rescanMs,
    ...eachLimit((name) => settings[name]),
    client,
    needsTickets: Number(needsTickets),
    ...(asksDrops === undefined ? {} : { asksDrops: Number(asksDrops) }),
    ...(isShared === undefined ? {} : { isShared: Number(isShared) }),
  };
}

function read(row: Row): HotFolder {
  return {
    ...row,
    needsTickets: row.needsTickets === 1,
    asksDrops: row.asksDrops === 1,
    isShared: row.isShared === 1,
    armed: row.armed === 1,
    skipsExisting: row.skipsExisting === 1,
  };
}
