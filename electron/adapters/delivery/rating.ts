import { basename, dirname, join } from 'node:path';
import type { Mark } from '#shared/views/retouch.ts';
import type { Tool } from './exiftool.ts';
import { isPlainPng } from './plain-png.ts';

export interface RatingRequest {
  /** Absolute path of the file, which is only read. */
  readonly from: string;
  /** Absolute path of the file to write; must not exist. */
  readonly to: string;
  readonly mark: Mark;
}

/**
 * Writes a copy of a picture with the user's mark for other programs, and reads the copy back.
 * Throws if the copy does not contain the mark and identical image data. Also throws ExifTool's
 * error.
 */
export async function writeRating(tool: Tool, { from, to, mark }: RatingRequest): Promise<void> {
  const source = await tool.safe(from, 'file');
  const folder = await tool.safe(dirname(to), 'folder');
  try {
    const before = await tool.read(source, ['FileType', 'Warning', PIXELS]);
    const tags = ratingTags(mark);
    const args = isPlainPng(before) ? ['-fast'] : [];
    const target = join(folder, basename(to));
    await tool.write({ from: source, to: target, tags, args });
    const after = await tool.read(target, [PIXELS, ...Object.keys(tags)]);
    const isThere = Object.entries(tags).every(
      ([tag, value]) => (after[tag.split(':')[1] ?? tag] ?? null) === value,
    );
    if (!isThere) throw new Error('The written file does not contain the mark.');
    if (after[PIXELS] !== before[PIXELS])
      throw new Error('Writing the mark would change the picture.');
  } finally {
    await tool.forget([source, folder]);
  }
}

/** ExifTool's digest of the image data; not available for a TIFF. */
const PIXELS = 'ImageDataHash';

/**
 * Returns the tags for a mark. Stars are stored as every program reads them, with -1 for a rejected
 * image as in XMP. Picks are stored as Lightroom Classic has written them since 13.2, which sets
 * `good` only for a pick or a reject.
 */
function ratingTags({ pick, stars }: Mark): Readonly<Record<string, number | boolean | null>> {
  return {
    'XMP-xmp:Rating': pick === -1 ? -1 : stars,
    'XMP-xmpDM:Pick': pick,
    'XMP-xmpDM:Good': pick === 0 ? null : pick === 1,
  };
}
