import sharp from 'sharp';
import type { SharpOptions } from 'sharp';
import type { Read } from '../../../base/formats/bytes.ts';
import { readTiff, tag } from './tiff-ifd.ts';

/** TIFF's value for an extra channel without a stated meaning. */
const UNSPECIFIED = 0;

/**
 * Returns the number of saved selections in a TIFF; 0 if it also has transparency. Only Photoshop's TIFFs have
 * selections, because it states transparency as such. Other programs also store transparency as unspecified.
 */
export async function countSelections(readAt: Read): Promise<number> {
  const tiff = await readTiff(readAt);
  const tags = tiff?.ifds[0]?.tags;
  if (tags?.has(tag.photoshop) !== true) return 0;
  const extra = (await tiff?.numbers(tags.get(tag.extraSamples))) ?? [];
  return extra.every((kind) => kind === UNSPECIFIED) ? extra.length : 0;
}

export function selectionNotes(selections: number): string[] {
  if (selections === 0) return [];
  return [
    selections === 1 ? 'saved selection left out' : `${selections} saved selections left out`,
  ];
}

/**
 * Returns the upright picture without its extra channels, with its own profile and depth. They are removed
 * before all other steps, because sharp uses the first of them as transparency when it resizes or flattens.
 */
export function withoutSelections(
  input: string | Buffer,
  read: SharpOptions,
  space: string,
): Promise<Buffer> {
  return sharp(input, read)
    .autoOrient()
    .removeAlpha()
    .pipelineColourspace(space)
    .toColourspace(space)
    .keepIccProfile()
    .tiff({ compression: 'none' })
    .toBuffer();
}
