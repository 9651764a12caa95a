/**
 * The pictures a screen may ask for, by their ids in the ledger, and how a large one is cut: a proxy
 * that shows it whole, and tiles for every level between the proxy and its full size.
 */

/**
 * `photo`: of the job with this id; `result`: with this id; `strip`: the photo with this id on the
 * filmstrip; `further`: one that a task takes besides its own, by the number that `retouch.further` says;
 * `kept`: what the mask of the result with this id keeps, in white; `mask`: the same of the drawn mask with
 * this id, as it is now.
 */
export const pictureKinds = ['photo', 'result', 'strip', 'further', 'kept', 'mask'] as const;
export type PictureKind = (typeof pictureKinds)[number];

/** px of the long side of the small copies. */
export const thumbnailSizes = [160, 256, 512, 2560] as const;
export type ThumbnailSize = (typeof thumbnailSizes)[number];

/** px of the long side of the copy that shows a picture whole. */
export const PROXY = 2560;
/** px of a tile's sides; those at the right and lower edge are cut short. */
export const TILE = 512;

/** px, upright. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** A picture as a viewer has to know it. */
export interface Geometry extends Size {
  /** Names the content, so that no tile of another one is ever shown beside those of this. */
  readonly content: string;
}

/** A tile by its level (0 is full size, each next one half of it), column and row. */
export interface Tile {
  readonly level: number;
  readonly x: number;
  readonly y: number;
}

/** Levels of tiles that a picture of this size has above its proxy; 0 where the proxy is all of it. */
export function levelsOf({ width, height }: Size): number {
  return Math.max(0, Math.ceil(Math.log2(Math.max(width, height) / PROXY)));
}

/** px of the whole picture at a level. */
export function levelSize({ width, height }: Size, level: number): Size {
  return { width: Math.ceil(width / 2 ** level), height: Math.ceil(height / 2 ** level) };
}

/** Tiles of a level. */
export function gridOf(
  size: Size,
  level: number,
): { readonly columns: number; readonly rows: number } {
  const { width, height } = levelSize(size, level);
  return { columns: Math.ceil(width / TILE), rows: Math.ceil(height / TILE) };
}

/** Whether the picture has this tile. */
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

/** The MIME type of a delivered file by its name. */
export function fileType(name: string): string {
  const extension = name.slice(name.lastIndexOf('.') + 1).toLowerCase();
  return types[extension] ?? 'application/octet-stream';
}
