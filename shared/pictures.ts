/**
 * The pictures that a screen can request by their ledger IDs, and how large pictures are divided: a proxy that shows
 * the whole picture, and tiles for every level between the proxy and full size.
 */

/**
 * `photo`: the photo of the job with this ID; `result`: the result with this ID; `strip`: the photo with this ID on the
 * filmstrip; `further`: an additional photo of a task, by its number from `retouch.further`; `kept`: the area that the
 * mask of the result with this ID keeps, in white; `mask`: the area that the drawn mask with this ID currently keeps.
 */
export const pictureKinds = ['photo', 'result', 'strip', 'further', 'kept', 'mask'] as const;
export type PictureKind = (typeof pictureKinds)[number];

/** px of the long side of a thumbnail. */
export const thumbnailSizes = [160, 256, 512, 2560] as const;
export type ThumbnailSize = (typeof thumbnailSizes)[number];

/** px of the long side of the proxy, a copy that shows the whole picture. */
export const PROXY = 2560;
/** px of a tile's sides; tiles at the right and lower edges are smaller. */
export const TILE = 512;

/** px, upright. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** The data that a viewer needs about a picture. */
export interface Geometry extends Size {
  /** Identifies the content, so that tiles of different versions are never mixed. */
  readonly content: string;
}

/** A tile by its level (0 is full size, and each further level has half the size), column and row. */
export interface Tile {
  readonly level: number;
  readonly x: number;
  readonly y: number;
}

/** Returns the number of levels with tiles; 0 if the proxy has full size. */
export function levelsOf({ width, height }: Size): number {
  return Math.max(0, Math.ceil(Math.log2(Math.max(width, height) / PROXY)));
}

/** Returns the size of the whole picture at a level in px. */
export function levelSize({ width, height }: Size, level: number): Size {
  return { width: Math.ceil(width / 2 ** level), height: Math.ceil(height / 2 ** level) };
}

/** Returns the number of tile columns and rows at a level. */
export function gridOf(
  size: Size,
  level: number,
): { readonly columns: number; readonly rows: number } {
  const { width, height } = levelSize(size, level);
  return { columns: Math.ceil(width / TILE), rows: Math.ceil(height / TILE) };
}

/** Returns whether the picture has this tile. */
export function hasTile(size: Size, { level, x, y }: Tile): boolean {
  if (level >= levelsOf(size)) return false;
  const { columns, rows } = gridOf(size, level);
  return x < columns && y < rows;
}

const types: Readonly<Record<string, string>> = {
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  tif: 'image/tiff',
  tiff: 'image/tiff',
};

/** Returns the MIME type of a delivered file, determined from its name. */
export function fileType(name: string): string {
  const extension = name.slice(name.lastIndexOf('.') + 1).toLowerCase();
  return types[extension] ?? 'application/octet-stream';
}
