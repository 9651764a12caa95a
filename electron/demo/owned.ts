/** Own models and scenes as the book holds them, "Own models and scenes (aimodel v1.0)". */
import type { Backstage } from './backstage.ts';
import type { OwnedRow } from './book.ts';
import { preparationAt } from './schedule.ts';

/** An own model or scene with its state of now and its pictures' addresses. */
export interface Owned {
  readonly id: number;
  readonly name: string;
  readonly images: readonly string[];
  readonly status: 'prepare' | 'complete' | 'failed';
}

function read(stage: Backstage, row: OwnedRow): Owned {
  const images = (JSON.parse(row.images) as string[]).map((one) => stage.pictures.present(one));
  const own = { createdAt: row.createdAt, fails: row.fails === 1 };
  const status = preparationAt(own, stage.now(), stage.settled.speed.preparationMs);
  return { id: row.id, name: row.name, images, status };
}

/** All that are not deleted, in the order they were created. */
export function listOwned(stage: Backstage, kind: OwnedRow['kind']): Owned[] {
  return stage.book
    .all<OwnedRow>('SELECT * FROM owned WHERE kind = ? AND deletedAt IS NULL ORDER BY id', kind)
    .map((row) => read(stage, row));
}

export function findOwned(stage: Backstage, kind: OwnedRow['kind'], id: number): Owned | undefined {
  const row = stage.book.one<OwnedRow>(
    'SELECT * FROM owned WHERE kind = ? AND id = ? AND deletedAt IS NULL',
    kind,
    id,
  );
  return row === undefined ? undefined : read(stage, row);
}
