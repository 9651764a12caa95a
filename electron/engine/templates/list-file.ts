import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import * as v from 'valibot';
import { failure } from '#shared/failure.ts';
import { success, type Outcome } from '#shared/problem.ts';
import { diskProblem, writeWhole } from '../../base/files.ts';
import { readRegular } from '../../base/regular-file.ts';
import type { Listing } from './listing.ts';

/** A listing as saved on disk. */
export interface SavedListing {
  readonly listing: Listing;
  /** Wall-clock ms at which its first page was requested. */
  readonly begunAt: number;
}

/** Maximum size in bytes of a file that Darkslide writes. */
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
/** Increase `format` with every change to this schema; a file of another format is ignored. */
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
 * Returns the listing in a file; null if the file is missing or invalid, because other programs can write to it, too.
 * Picture addresses that were saved as paths are returned as addresses below `origin`.
 */
export async function readListFile(path: string, origin: string): Promise<SavedListing | null> {
  try {
    const text = (await readRegular(path, { most: LARGEST })).toString('utf8');
    const read = v.safeParse(file, JSON.parse(text));
    if (!read.success) return null;
    const { edition, begunAt } = read.output;
    return { listing: withImages(edition, (image) => absolute(image, origin)), begunAt };
  } catch {
    return null;
  }
}

/**
 * Writes a listing, completely or not at all. Addresses below `origin` are saved as paths, so that
 * they stay valid when the service moves to another port, as the demo service does. Problems: of
 * the disk.
 */
export async function writeListFile(
  path: string,
  { listing, begunAt }: SavedListing,
  origin: string,
  random: () => number,
): Promise<Outcome<void>> {
  const kept = {
    format: 1,
    begunAt,
    edition: withImages(listing, (image) => movable(image, origin)),
  };
  try {
    await mkdir(dirname(path), { recursive: true });
  } catch (error) {
    return failure(diskProblem(error, path));
  }
  const written = await writeWhole(
    path,
    (handle) => handle.writeFile(JSON.stringify(kept)),
    random,
  );
  return written.ok ? success() : written;
}

/** Returns an address of the service's own origin as a path, and any other address unchanged. */
export function movable(image: string, origin: string): string {
  return image.startsWith(`${origin}/`) ? image.slice(origin.length) : image;
}

function absolute(image: string, origin: string): string {
  return image.startsWith('/') ? `${origin}${image}` : image;
}

function withImages({ lists, page }: Listing, change: (image: string) => string): Listing {
  const changed = Object.entries(lists).map(([name, { rows, ...rest }]) => [
    name,
    { ...rest, rows: rows.map((row) => ({ ...row, image: change(row.image) })) },
  ]);
  return { page, lists: Object.fromEntries(changed) as Listing['lists'] };
}
