import type { DeliveredFile, DeliveredShopFile, FetchedFile } from '#shared/job.ts';
import type { Problem } from '#shared/problem.ts';
import { expression, type Fields, type Tables } from './rows.ts';

/** A file that a preset of Finish makes from a result. */
export interface ShopFile {
  /** Name of the preset. */
  readonly preset: string;
  /** Position of the output in the preset, from 0. */
  readonly output: number;
  /** Naming template for the file. */
  readonly template: string;
  /** Quality of lossy compression; null for PNG. */
  readonly quality: number | null;
  /** The file in the data folder; null if it is missing there and has to be made again. */
  readonly made: FetchedFile | null;
  /** Path and content recorded before the rename (F68). */
  readonly target: { readonly file: string; readonly sha256: string } | null;
  readonly delivered: DeliveredFile | null;
}

/** The files that Finish made from a result. */
export interface Finish {
  readonly files: readonly ShopFile[];
  /** Problems of files that could not be made, and notes for the user about the other files. */
  readonly problems: readonly Problem[];
}

/** The paths of all shop files; see `migrations`. */
export const shopFileTable = `
  -- every path that a shop file got or was about to get, so that no hot folder buys it as a photo
  CREATE TABLE shop_files (
    sha256 TEXT NOT NULL,
    file TEXT NOT NULL,
    PRIMARY KEY (sha256, file)
  ) STRICT, WITHOUT ROWID;
  INSERT OR IGNORE INTO shop_files
    SELECT one.value ->> '$.target.sha256', one.value ->> '$.target.file'
    FROM results, json_each(results.finish, '$.files') one
    WHERE results.finish IS NOT NULL AND one.value ->> '$.target.file' IS NOT NULL;
`;

/** Queries of shop files. */
export interface ShopFileQueries {
  /** Returns the absolute paths at which shop files with this content were placed, or were about to be. */
  shopFilesWith(sha256: string): string[];
}

/** Changes to the shop files of a result, by the result's id and the position of the file in `files`. */
export interface ShopFileChanges {
  /** Records the files that were made, in the data folder. */
  finished(id: number, finish: Finish): void;
  /** Records that the file in the data folder is missing or incomplete. */
  shopFileLost(id: number, at: number): void;
  shopFileTarget(id: number, at: number, target: NonNullable<ShopFile['target']>): void;
  shopFileDelivered(id: number, at: number, file: DeliveredFile): void;
}

export function shopFileQueries(db: Tables): ShopFileQueries {
  return {
    shopFilesWith: (sha256) => db.column('SELECT file FROM shop_files WHERE sha256 = ?', sha256),
  };
}

export function shopFileChanges(
  db: Tables,
  set: (id: number, fields: Fields) => void,
): ShopFileChanges {
  const change = <Part extends keyof ShopFile>(part: Part) => {
    return (id: number, at: number, value: ShopFile[Part]): void => {
      const path = `$.files[${at}].${part}`;
      const json = JSON.stringify(value);
      set(id, { finish: expression('json_set(finish, ?, json(?))', path, json) });
    };
  };
  const made = change('made');
  const target = change('target');
  return {
    finished: (id, finish) => set(id, { finish: JSON.stringify(finish) }),
    shopFileLost: (id, at) => made(id, at, null),
    shopFileTarget: (id, at, place) =>
      db.transaction(() => {
        target(id, at, place);
        const { sha256, file } = place;
        db.run('INSERT OR IGNORE INTO shop_files (sha256, file) VALUES (?, ?)', sha256, file);
      }),
    shopFileDelivered: change('delivered'),
  };
}

/** Returns the shop files of a result that are in the output folder. */
export function deliveredShopFiles(finish: Finish | null): DeliveredShopFile[] {
  return (finish?.files ?? []).flatMap(({ preset, delivered }) =>
    delivered === null ? [] : [{ preset, ...delivered }],
  );
}
