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
  const sees = row.sees === null ? null : row.sees === 1;
  const own = { createdAt: row.createdAt, fails: row.fails === 1, sees };
  const status = preparationAt(own, stage.now(), stage.settled.speed.preparationMs);
  return { id: row.id, name: row.name, images, status };
}

/** When the youngest that is shown was created: without a lag any, wherever the clock has gone. */
function newest(stage: Backstage, lagMs: number): number {
  return lagMs === 0 ? Number.MAX_SAFE_INTEGER : stage.now() - lagMs;
}

/** How many there are that are not deleted and are older than `lagMs`. */
export function countOwned(stage: Backstage, kind: OwnedRow['kind'], lagMs = 0): number {
  const row = stage.book.one<{ count: number }>(
    `SELECT count(*) AS count FROM owned
     WHERE kind = ? AND deletedAt IS NULL AND createdAt <= ?`,
    kind,
    newest(stage, lagMs),
  );
  return row?.count ?? 0;
}

/** Those that `countOwned` counts, in the order they were created, from one number up to another. */
export function listOwned(
  stage: Backstage,
  kind: OwnedRow['kind'],
  part: { readonly from: number; readonly to: number; readonly lagMs?: number },
): Owned[] {
  const { from, to, lagMs = 0 } = part;
  return stage.book
    .all<OwnedRow>(
      `SELECT * FROM owned WHERE kind = ? AND deletedAt IS NULL AND createdAt <= ?
       ORDER BY id LIMIT ? OFFSET ?`,
      kind,
      newest(stage, lagMs),
      Math.max(0, to - from),
      from,
    )
    .map((row) => read(stage, row));
}

/** One that is not deleted and is older than `lagMs`. */
export function findOwned(
  stage: Backstage,
  kind: OwnedRow['kind'],
  id: number,
  lagMs = 0,
): Owned | undefined {
  const row = stage.book.one<OwnedRow>(
    `SELECT * FROM owned WHERE kind = ? AND id = ? AND deletedAt IS NULL AND createdAt <= ?`,
    kind,
    id,
    newest(stage, lagMs),
  );
  return row === undefined ? undefined : read(stage, row);
}
