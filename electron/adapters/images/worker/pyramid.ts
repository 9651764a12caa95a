import { TILE, type Size } from '#shared/pictures.ts';
import { success } from '#shared/problem.ts';
import type { Outcome } from '#shared/problem.ts';
import { tileFile, tilesOf } from '../tile-file.ts';
import { writeWhole } from './file.ts';
import { decodeFailure, openSource, pipeline } from './source.ts';
import { storedFiles } from './stored-zip.ts';
import type { RawPreviews } from './raw-preview.ts';

/** Users view tiles pixel by pixel, so tiles keep the full colour resolution. */
const encoding = { quality: 90, chromaSubsampling: '4:4:4' } as const;

/**
 * Cuts a picture into tiles for every level above its proxy, upright sRGB, in one file. Decodes the
 * picture once, from top to bottom; only a picture that has to be rotated is held in memory completely.
 */
export async function pyramid(
  raws: RawPreviews,
  request: {
    readonly source: string;
    readonly target: string;
  },
): Promise<Outcome<Size>> {
  const opened = await openSource(raws, request.source);
  if (!opened.ok) return opened;
  const { width, height } = opened.value.probe;
  const size = { width, height };
  let tiles: Buffer[];
  try {
    // a damaged photo is shown as far as it can be decoded
    const image = await pipeline(opened.value, { failOn: 'none' });
    const zip = await image
      .flatten({ background: '#ffffff' })
      .jpeg(encoding)
      .tile({ size: TILE, overlap: 0, depth: 'onetile', layout: 'dz', container: 'zip' })
      .toBuffer();
    tiles = inOrder(size, storedFiles(zip));
  } catch (error) {
    return decodeFailure(opened.value.name, error);
  }
  const written = await writeWhole(request.target, tileFile(size, tiles));
  return written.ok ? success(size) : written;
}

/**
 * Returns the tiles in order. libvips counts levels upwards from one pixel and also creates levels below
 * the proxy, which are left out.
 */
function inOrder(size: Size, files: ReadonlyMap<string, Buffer>): Buffer[] {
  const byPlace = new Map<string, Buffer>();
  let highest = 0;
  for (const [name, file] of files) {
    const [, level, place] = /\/(\d+)\/(\d+_\d+)\.jpe?g$/.exec(name) ?? [];
    if (level === undefined) continue;
    highest = Math.max(highest, Number(level));
    byPlace.set(`${level}/${place}`, file);
  }
  const tiles = [...tilesOf(size)].map(({ level, x, y }) =>
    byPlace.get(`${highest - level}/${x}_${y}`),
  );
  const whole = tiles.filter((tile) => tile !== undefined);
  if (whole.length < tiles.length)
    throw new Error(`${tiles.length - whole.length} tiles are missing`);
  return whole;
}
