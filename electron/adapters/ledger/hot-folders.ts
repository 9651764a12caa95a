import { exportRecipe, type Recipe } from '#shared/recipe.ts';
import type { HotFolderSettings } from '#shared/views/folders.ts';
import type { Clock } from '../../base/clock.ts';
import type { DailyLimit, OutputFolder, WatchedFolder } from '../../base/permitted.ts';
import type { Database } from './sqlite.ts';

/** Settings that app/access.ts let through, and the id of the recipe's text. */
export interface NewHotFolder extends HotFolderSettings {
  readonly path: WatchedFolder;
  readonly outFolder: OutputFolder;
  readonly imagesPerDay: DailyLimit | null;
  readonly recipeId: number;
}

export interface HotFolder extends HotFolderSettings {
  /** Of the recipe's text, which a new text of the saved recipe changes. */
  readonly recipeId: number;
  readonly id: number;
  readonly asksDrops: boolean;
  readonly armed: boolean;
  /** Grows with every change of the settings. */
  readonly revision: number;
  /** The saved recipe it runs; null for one that only the command line watches. */
  readonly savedRecipeId: number | null;
  /** What lies in it is still to be marked as seen instead of taken. */
  readonly skipsExisting: boolean;
}

export interface HotFolderRepository {
  /** Writes a hot folder down, or new settings for the one with this path and recipe. */
  save(settings: NewHotFolder): HotFolder;
  /** The same for one that runs a saved recipe, armed at once. */
  add(settings: NewHotFolder, savedRecipeId: number, existing: 'process' | 'skip'): HotFolder;
  /** New settings; undefined when there is none of this id and revision. */
  change(
    id: number,
    revision: number,
    settings: NewHotFolder,
    savedRecipeId: number,
  ): HotFolder | undefined;
  /** The text of its saved recipe is another one. */
  runs(id: number, recipeId: number): void;
  /** All that lay in it when it was armed is marked as seen. */
  hasSkipped(id: number): void;
  arm(id: number, armed: boolean): void;
  /** Forgets the folder. Its photos, jobs and results stay; jobs that a pause kept back are held. */
  remove(id: number): void;
  /** The id of the one with this path and recipe, whoever watches it or did. */
  find(path: string, recipe: Recipe): number | undefined;
  /** Also one that was removed, whose jobs may go on. */
  get(id: number): HotFolder | undefined;
  all(): HotFolder[];
  /** Those that run a saved recipe. */
  saved(): HotFolder[];
}

interface Row {
  id: number;
  path: string;
  recipe_id: number;
  out_folder: string;
  after: 'move' | 'leave';
  sub_folders: 'keep' | 'flatten' | 'ignore';
  settle_ms: number;
  rescan_ms: number;
  images_per_day: number | null;
  needs_tickets: number;
  asks_drops: number;
  armed: number;
  revision: number;
  saved_recipe_id: number | null;
  skips_existing: number;
}

export function hotFolderRepository(db: Database, clock: Clock): HotFolderRepository {
  const get = (id: number): HotFolder | undefined => {
    const row = db.get<Row>('SELECT * FROM hot_folders WHERE id = ?', id);
    return row === undefined ? undefined : read(row);
  };
  const write = (settings: NewHotFolder): HotFolder => {
    const row = db.get<Row>(
      `INSERT INTO hot_folders (path, recipe_id, out_folder, after, sub_folders, settle_ms,
         rescan_ms, images_per_day, needs_tickets, asks_drops, created_at)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, coalesce(?10, 1), ?11)
       ON CONFLICT (path, recipe_id) DO UPDATE SET out_folder = excluded.out_folder,
         after = excluded.after, sub_folders = excluded.sub_folders,
         settle_ms = excluded.settle_ms, rescan_ms = excluded.rescan_ms,
         images_per_day = excluded.images_per_day,
         needs_tickets = excluded.needs_tickets, asks_drops = coalesce(?10, asks_drops), revision = revision + 1, removed = 0,
         saved_recipe_id = CASE WHEN removed = 0 THEN saved_recipe_id END
       RETURNING *`,
      ...settingValues(settings),
      clock.wall(),
    );
    if (row === undefined) throw new Error('The hot folder was not written.');
    return read(row);
  };

  /**
   * A path with a recipe is one hot folder: what an earlier one of them knew, that was removed or that
   * the command line watched, becomes part of this one.
   */
  const takeOver = (id: number, path: string, recipeId: number): void => {
    const other = db.get<{ id: number }>(
      `SELECT id FROM hot_folders WHERE path = ? AND recipe_id = ? AND id <> ?
         AND (removed = 1 OR saved_recipe_id IS NULL)`,
      path,
      recipeId,
      id,
    );
    if (other === undefined) return;
    db.run('UPDATE jobs SET hot_folder_id = ? WHERE hot_folder_id = ?', id, other.id);
    db.run(
      'UPDATE OR IGNORE sightings SET hot_folder_id = ? WHERE hot_folder_id = ?',
      id,
      other.id,
    );
    db.run('DELETE FROM sightings WHERE hot_folder_id = ?', other.id);
    db.run('DELETE FROM drops WHERE hot_folder_id = ?', other.id);
    db.run('DELETE FROM hot_folders WHERE id = ?', other.id);
  };

  return {
    save: write,
    add: (settings, savedRecipeId, existing) =>
      db.transaction(() => {
        const { id } = write(settings);
        db.run('DELETE FROM drops WHERE hot_folder_id = ?', id);
        if (existing === 'process') {
          db.run("DELETE FROM sightings WHERE hot_folder_id = ? AND outcome = 'seen'", id);
        }
        db.run(
          `UPDATE hot_folders SET saved_recipe_id = ?, skips_existing = ?, armed = 1, granted = 0,
             drop_since = NULL, drop_taken = 0 WHERE id = ?`,
          savedRecipeId,
          existing === 'skip' ? 1 : 0,
          id,
        );
        return known(id);
      }),
    change: (id, revision, settings, savedRecipeId) =>
      db.transaction(() => {
        const before = get(id);
        if (before?.revision !== revision) return undefined;
        takeOver(id, settings.path, settings.recipeId);
        // what was seen in another folder says nothing about this one
        if (before.path !== settings.path) {
          db.run('DELETE FROM sightings WHERE hot_folder_id = ?', id);
          db.run('DELETE FROM drops WHERE hot_folder_id = ?', id);
        }
        db.run(
          `UPDATE hot_folders SET path = ?, recipe_id = ?, out_folder = ?, after = ?,
             sub_folders = ?, settle_ms = ?, rescan_ms = ?, images_per_day = ?,
             needs_tickets = ?, asks_drops = coalesce(?, asks_drops), saved_recipe_id = ?, revision = revision + 1 WHERE id = ?`,
          ...settingValues(settings),
          savedRecipeId,
          id,
        );
        return known(id);
      }),
    runs: (id, recipeId) =>
      db.transaction(() => {
        takeOver(id, known(id).path, recipeId);
        // another one may still stand for that text, until it is watched again with its own
        db.run('UPDATE OR IGNORE hot_folders SET recipe_id = ? WHERE id = ?', recipeId, id);
      }),
    hasSkipped: (id) => {
      db.run('UPDATE hot_folders SET skips_existing = 0 WHERE id = ?', id);
    },
    arm: (id, armed) => {
      db.run('UPDATE hot_folders SET armed = ? WHERE id = ?', armed ? 1 : 0, id);
    },
    remove: (id) =>
      db.transaction(() => {
        if (!known(id).armed) holdWaiting(db, clock, id);
        db.run('DELETE FROM drops WHERE hot_folder_id = ?', id);
        db.run('UPDATE hot_folders SET removed = 1, armed = 0 WHERE id = ?', id);
      }),
    find: (path, recipe) =>
      db.get<{ id: number }>(
        `SELECT f.id FROM hot_folders f JOIN recipes r ON r.id = f.recipe_id
         WHERE f.path = ? AND r.text = ?`,
        path,
        exportRecipe(recipe),
      )?.id,
    get,
    all: () => db.all<Row>('SELECT * FROM hot_folders WHERE removed = 0 ORDER BY id').map(read),
    saved: () =>
      db
        .all<Row>(
          'SELECT * FROM hot_folders WHERE removed = 0 AND saved_recipe_id IS NOT NULL ORDER BY id',
        )
        .map(read),
  };

  function known(id: number): HotFolder {
    const folder = get(id);
    if (folder === undefined) throw new Error(`There is no hot folder ${id}.`);
    return folder;
  }
}

const LEFT_PAUSED =
  'Its drop folder was removed while it was paused, so nothing was bought. Let it go on in the queue, or cancel it.';

/** Nothing of it can have been bought that is still to be brought home. */
const UNBOUGHT = `hot_folder_id = ? AND state = 'waiting' AND NOT EXISTS (
  SELECT 1 FROM executions e WHERE e.job_id = jobs.id AND e.run = jobs.runs
    AND e.state NOT IN ('intent', 'rejected', 'void'))`;

/** With the folder its pause goes, too; nothing may be bought because of that. */
function holdWaiting(db: Database, clock: Clock, hotFolderId: number): void {
  const now = clock.wall();
  db.run(
    `INSERT INTO history (job_id, at, what, detail, code)
     SELECT id, ?, 'held', ?, 'paused' FROM jobs WHERE ${UNBOUGHT}`,
    now,
    LEFT_PAUSED,
    hotFolderId,
  );
  db.run(
    `UPDATE jobs SET state = 'held', code = 'paused', message = ?, about = NULL, not_before = 0, ended_at = ?,
       updated_at = ? WHERE ${UNBOUGHT}`,
    LEFT_PAUSED,
    now,
    now,
    hotFolderId,
  );
}

/** In the order of the columns. */
function settingValues(settings: NewHotFolder) {
  return [
    settings.path,
    settings.recipeId,
    settings.outFolder,
    settings.after,
    settings.subFolders,
    settings.settleMs,
    settings.rescanMs,
    settings.imagesPerDay,
    settings.needsTickets ? 1 : 0,
    settings.asksDrops === undefined ? null : Number(settings.asksDrops),
  ];
}

function read(row: Row): HotFolder {
  return {
    id: row.id,
    path: row.path,
    recipeId: row.recipe_id,
    outFolder: row.out_folder,
    after: row.after,
    subFolders: row.sub_folders,
    settleMs: row.settle_ms,
    rescanMs: row.rescan_ms,
    imagesPerDay: row.images_per_day,
    needsTickets: row.needs_tickets === 1,
    asksDrops: row.asks_drops === 1,
    armed: row.armed === 1,
    revision: row.revision,
    savedRecipeId: row.saved_recipe_id,
    skipsExisting: row.skips_existing === 1,
  };
}
