/** The custom models and scenes in the database (interface: "Own models and scenes (aimodel v1.0)"). */
import type { DemoContext } from './context.ts';
import type { CustomKind, CustomModelRow, Store } from './store.ts';
import { preparationAt } from './schedule.ts';

/** A custom model or scene with its current state and the addresses of its pictures. */
export interface CustomModel {
  readonly id: number;
  readonly name: string;
  readonly images: readonly string[];
  readonly status: 'prepare' | 'complete' | 'failed';
}

function read(demo: DemoContext, row: CustomModelRow): CustomModel {
  const images = (JSON.parse(row.images) as string[]).map((one) => demo.pictures.present(one));
  const model = { createdAt: row.createdAt, fails: row.fails === 1 };
  const status = preparationAt(model, demo.now(), demo.settings.speed.preparationMs);
  return { id: row.id, name: row.name, images, status };
}

/**
 * Returns the latest creation time with which a custom model or scene is included in lists. Without a lag,
 * lists include all of them, even if the clock was set back.
 */
function newest(demo: DemoContext, lagMs: number): number {
  return lagMs === 0 ? Number.MAX_SAFE_INTEGER : demo.now() - lagMs;
}

/**
 * Returns the number of the next custom model or scene. Numbers start at 1, and the number of a
 * deleted model or scene is not used again.
 */
export function nextNumber(store: Store, kind: CustomKind): number {
  const sql = 'SELECT count(*) AS count FROM owned WHERE kind = ?';
  return 1 + (store.one<{ count: number }>(sql, kind)?.count ?? 0);
}

/** Counts the custom models or scenes that are not deleted and are older than `lagMs`. */
export function countCustomModels(demo: DemoContext, kind: CustomKind, lagMs = 0): number {
  const row = demo.store.one<{ count: number }>(
    `SELECT count(*) AS count FROM owned
     WHERE kind = ? AND deletedAt IS NULL AND createdAt <= ?`,
    kind,
    newest(demo, lagMs),
  );
  return row?.count ?? 0;
}

/**
 * Returns the range `part` of the custom models or scenes that `countCustomModels` counts, in the
 * order of their creation.
 */
export function listCustomModels(
  demo: DemoContext,
  kind: CustomKind,
  part: { readonly from: number; readonly to: number; readonly lagMs?: number },
): CustomModel[] {
  const { from, to, lagMs = 0 } = part;
  return demo.store
    .all<CustomModelRow>(
      `SELECT * FROM owned WHERE kind = ? AND deletedAt IS NULL AND createdAt <= ?
       ORDER BY id LIMIT ? OFFSET ?`,
      kind,
      newest(demo, lagMs),
      Math.max(0, to - from),
      from,
    )
    .map((row) => read(demo, row));
}

/**
 * Returns a custom model or scene that is not deleted and is older than `lagMs`; undefined if no
 * such model or scene exists.
 */
export function findCustomModel(
  demo: DemoContext,
  kind: CustomKind,
  id: number,
  lagMs = 0,
): CustomModel | undefined {
  const row = demo.store.find('owned', { kind, id });
  const isListed = row?.deletedAt === null && row.createdAt <= newest(demo, lagMs);
  return isListed ? read(demo, row) : undefined;
}
