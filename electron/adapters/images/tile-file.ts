import { open } from 'node:fs/promises';
import { gridOf, hasTile, levelsOf, type Size, type Tile } from '#shared/pictures.ts';

/**
 * All tiles of a picture in one file, so that they are created, cached and deleted together: a header of
 * 32-bit numbers (the magic number, width, height, the offset of each tile and the end of the last tile),
 * followed by the tiles as JPEGs, level by level from full size down, row by row.
 */
const MAGIC = 0x44535431;
const NUMBER = 4;
const FIXED = 3 * NUMBER;

/** A range of bytes in a file. */
export interface FilePart {
  readonly start: number;
  readonly bytes: number;
}

/** Yields all tiles of a picture in the order in which the file stores them. */
export function* tilesOf(size: Size): Generator<Tile> {
  for (let level = 0; level < levelsOf(size); level += 1) {
    const { columns, rows } = gridOf(size, level);
    for (let y = 0; y < rows; y += 1) for (let x = 0; x < columns; x += 1) yield { level, x, y };
  }
}

/** Packs the tiles, which must be given in file order, into the bytes of one file. */
export function tileFile({ width, height }: Size, tiles: readonly Buffer[]): Buffer {
  const head = Buffer.alloc(headBytes(tiles.length));
  const numbers = [MAGIC, width, height];
  let at = head.length;
  for (const tile of tiles) {
    numbers.push(at);
    at += tile.length;
  }
  [...numbers, at].forEach((number, index) => head.writeUInt32BE(number, index * NUMBER));
  return Buffer.concat([head, ...tiles], at);
}

/**
 * Returns the range of a tile in its picture's file; null if the file is incomplete or belongs to another
 * picture.
 */
export async function findTile(path: string, size: Size, tile: Tile): Promise<FilePart | null> {
  if (!hasTile(size, tile)) return null;
  const count = countTo(size, levelsOf(size));
  const { columns } = gridOf(size, tile.level);
  const index = countTo(size, tile.level) + tile.y * columns + tile.x;
  try {
    await using file = await open(path);
    const head = Buffer.alloc(headBytes(count));
    const { bytesRead } = await file.read(head, 0, head.length, 0);
    const number = (at: number) => head.readUInt32BE(at);
    const isMeant =
      bytesRead === head.length &&
      number(0) === MAGIC &&
      number(NUMBER) === size.width &&
      number(2 * NUMBER) === size.height &&
      number(head.length - NUMBER) === (await file.stat()).size;
    if (!isMeant) return null;
    const start = number(FIXED + index * NUMBER);
    return { start, bytes: number(FIXED + (index + 1) * NUMBER) - start };
  } catch {
    return null;
  }
}

function headBytes(tiles: number): number {
  return FIXED + (tiles + 1) * NUMBER;
}

/** Returns the number of tiles in all levels before this one. */
function countTo(size: Size, level: number): number {
  let count = 0;
  for (let before = 0; before < level; before += 1) {
    const { columns, rows } = gridOf(size, before);
    count += columns * rows;
  }
  return count;
}
