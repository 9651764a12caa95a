import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import * as v from 'valibot';
import { success, type Outcome } from '#shared/problem.ts';
import { diskProblem, writeWhole } from '../../base/files.ts';
import { readRegular } from '../../base/regular-file.ts';
import type { Edition } from './edition.ts';

/** An edition as it lies on disk. */
export interface Kept {
  readonly edition: Edition;
  /** Wall-clock ms of its first page. */
  readonly begunAt: number;
}

/** Bytes; more was not written by us. */
const LARGEST = 64 * 2 ** 20;

const text = v.string();
const tag = v.strictObject({ id: v.pipe(v.number(), v.safeInteger()), name: text });
const px = v.pipe(v.number(), v.safeInteger(), v.minValue(1));
const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

const template = v.strictObject({
  id: v.pipe(v.number(), v.safeInteger()),
  name: text,
  image: text,
  owner: v.picklist(['AI', 'Yours']),
  status: v.nullable(v.picklist(['prepare', 'complete', 'failed', 'Unknown'])),
  categories: v.array(text),
  tags: v.array(tag),
  about: v.array(text),
  size: v.nullable(v.strictObject({ width: px, height: px })),
});

const gathered = v.pipe(
  v.strictObject({
    rows: v.pipe(
      v.array(template),
      v.check((rows) => new Set(rows.map(({ id }) => id)).size === rows.length),
    ),
    total: count,
    end: v.picklist(['open', 'whole', 'short']),
  }),
  v.check(({ rows, total }) => rows.length <= total),
);

const list = v.exactOptional(gathered);
/** `format` grows with every change of what is below it; a file of another one is fetched anew. */
const file = v.strictObject({
  format: v.literal(1),
  begunAt: count,
  edition: v.strictObject({
    page: v.pipe(count, v.minValue(2)),
    lists: v.strictObject({
      locations: list,
      fashionModels: list,
      backgrounds: list,
      tags: list,
      dimensions: list,
    }),
  }),
});

/**
 * What was kept in a file; null where there is none or where it holds anything else, because whoever
 * can write there is not believed either. Addresses of pictures that were written as paths are given
 * as addresses below `origin`.
 */
export async function readKept(path: string, origin: string): Promise<Kept | null> {
  try {
    const text = (await readRegular(path, { most: LARGEST })).toString('utf8');
    const read = v.safeParse(file, JSON.parse(text));
    if (!read.success) return null;
    const { edition, begunAt } = read.output;
    return { edition: withImages(edition, (image) => absolute(image, origin)), begunAt };
  } catch {
    return null;
  }
}

/**
 * Keeps an edition, whole or not at all. Addresses below `origin` are written as paths, so that they
 * hold for a service that moves to another port, as the demo service does. Problems: of the disk.
 */
export async function writeKept(
  path: string,
  { edition, begunAt }: Kept,
  origin: string,
  random: () => number,
): Promise<Outcome<void>> {
  const kept = {
    format: 1,
    begunAt,
    edition: withImages(edition, (image) => movable(image, origin)),
  };
  try {
    await mkdir(dirname(path), { recursive: true });
  } catch (error) {
    return { ok: false, problem: diskProblem(error, path) };
  }
  const written = await writeWhole(
    path,
    (handle) => handle.writeFile(JSON.stringify(kept)),
    random,
  );
  return written.ok ? success(undefined) : written;
}

/** An address of the service's own origin by its path alone; any other as it is. */
export function movable(image: string, origin: string): string {
  return image.startsWith(`${origin}/`) ? image.slice(origin.length) : image;
}

function absolute(image: string, origin: string): string {
  return image.startsWith('/') ? `${origin}${image}` : image;
}

function withImages({ lists, page }: Edition, change: (image: string) => string): Edition {
  const changed = Object.entries(lists).map(([name, { rows, ...rest }]) => [
    name,
    { ...rest, rows: rows.map((row) => ({ ...row, image: change(row.image) })) },
  ]);
  return { page, lists: Object.fromEntries(changed) as Edition['lists'] };
}
