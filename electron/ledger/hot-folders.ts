import type { Clock } from '../base/clock.ts';
import type { Database } from './sqlite.ts';

export interface HotFolderSettings {
  /** Absolute path. */
  readonly path: string;
  readonly recipeId: number;
  /** Absolute path. */
  readonly outFolder: string;
  readonly after: 'move' | 'leave';
  readonly subFolders: 'keep' | 'flatten' | 'ignore';
  /** ms a file's size and time must stand still. */
  readonly settleMs: number;
  /** ms between two looks at the whole folder. */
  readonly rescanMs: number;
  /** Generated images a day; null for no limit of its own. */
  readonly imagesPerDay: number | null;
}

export interface HotFolder extends HotFolderSettings {
  readonly id: number;
  readonly armed: boolean;
}

export interface HotFolderBooks {
  /** Writes a hot folder down, or new settings for the one with this path and recipe. */
  save(settings: HotFolderSettings): HotFolder;
  arm(id: number, armed: boolean): void;
  get(id: number): HotFolder | undefined;
  all(): HotFolder[];
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
  armed: number;
}

export function hotFolderBooks(db: Database, clock: Clock): HotFolderBooks {
  const get = (id: number): HotFolder | undefined => {
    const row = db.get<Row>('SELECT * FROM hot_folders WHERE id = ?', id);
    return row === undefined ? undefined : read(row);
  };
  return {
    save(settings) {
      const row = db.get<Row>(
        `INSERT INTO hot_folders (path, recipe_id, out_folder, after, sub_folders, settle_ms,
           rescan_ms, images_per_day, created_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
         ON CONFLICT (path, recipe_id) DO UPDATE SET out_folder = excluded.out_folder,
           after = excluded.after, sub_folders = excluded.sub_folders,
           settle_ms = excluded.settle_ms, rescan_ms = excluded.rescan_ms,
           images_per_day = excluded.images_per_day
         RETURNING *`,
        settings.path,
        settings.recipeId,
        settings.outFolder,
        settings.after,
        settings.subFolders,
        settings.settleMs,
        settings.rescanMs,
        settings.imagesPerDay,
        clock.wall(),
      );
      if (row === undefined) throw new Error('The hot folder was not written.');
      return read(row);
    },
    arm: (id, armed) => {
      db.run('UPDATE hot_folders SET armed = ? WHERE id = ?', armed ? 1 : 0, id);
    },
    get,
    all: () => db.all<Row>('SELECT * FROM hot_folders ORDER BY id').map(read),
  };
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
    armed: row.armed === 1,
  };
}
