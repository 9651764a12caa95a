import type { DeliveredFile, DeliveredShopFile, FetchedFile } from '#shared/job.ts';
import type { Problem } from '#shared/problem.ts';
import { expression, type Fields } from './rows.ts';

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

/** Changes to the shop files of a result, by the result's id and the position of the file in `files`. */
export interface ShopFileChanges {
  /** Records the files that were made, in the data folder. */
  finished(id: number, finish: Finish): void;
  /** Records that the file in the data folder is missing or incomplete. */
  shopFileLost(id: number, at: number): void;
  shopFileTarget(id: number, at: number, target: NonNullable<ShopFile['target']>): void;
  shopFileDelivered(id: number, at: number, file: DeliveredFile): void;
}

export function shopFileChanges(set: (id: number, fields: Fields) => void): ShopFileChanges {
  const change = <Part extends keyof ShopFile>(part: Part) => {
    return (id: number, at: number, value: ShopFile[Part]): void => {
      const path = `$.files[${at}].${part}`;
      const json = JSON.stringify(value);
      set(id, { finish: expression('json_set(finish, ?, json(?))', path, json) });
    };
  };
  const made = change('made');
  return {
    finished: (id, finish) => set(id, { finish: JSON.stringify(finish) }),
    shopFileLost: (id, at) => made(id, at, null),
    shopFileTarget: change('target'),
    shopFileDelivered: change('delivered'),
  };
}

/** Returns the shop files of a result that are in the output folder. */
export function deliveredShopFiles(finish: Finish | null): DeliveredShopFile[] {
  return (finish?.files ?? []).flatMap(({ preset, delivered }) =>
    delivered === null ? [] : [{ preset, ...delivered }],
  );
}
