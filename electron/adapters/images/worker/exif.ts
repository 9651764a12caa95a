import { readerOfBuffer } from '../../../base/formats/bytes.ts';
import { readTiff, tag } from './tiff-ifd.ts';

/**
 * The interoperability index of a DCF option file, which a camera writes if it is set to Adobe RGB.
 */
const optionFile = 'R03';
const interopIndex = 0x0001;

/** Checks whether EXIF states Adobe RGB, as written by cameras that embed no profile. */
export async function saysAdobeRgb(exif: Buffer): Promise<boolean> {
  const tiff = await readTiff(readerOfBuffer(exif));
  for (const { tags } of tiff?.ifds ?? []) {
    const index = tags.get(interopIndex);
    if (index === undefined) continue;
    const text = (await tiff?.bytes(index))?.toString('latin1') ?? '';
    if (text.startsWith(optionFile)) return true;
  }
  return false;
}

/** Returns the same EXIF data with the orientation 1, for pixels that have been turned upright. */
export async function uprightExif(exif: Buffer): Promise<Buffer> {
  const tiff = await readTiff(readerOfBuffer(exif));
  const upright = Buffer.from(exif);
  for (const { tags } of tiff?.ifds ?? []) {
    const entry = tags.get(tag.orientation);
    if (entry === undefined || entry.type !== 3 || entry.position + 2 > upright.length) continue;
    if (tiff?.littleEndian === true) upright.writeUInt16LE(1, entry.position);
    else upright.writeUInt16BE(1, entry.position);
  }
  return upright;
}

/** Returns EXIF data that only contains an orientation. */
export function minimalExif(orientation: number): Buffer {
  const exif = Buffer.alloc(26);
  exif.write('MM\0*', 0, 'latin1');
  exif.writeUInt32BE(8, 4);
  exif.writeUInt16BE(1, 8);
  exif.writeUInt16BE(tag.orientation, 10);
  exif.writeUInt16BE(3, 12);
  exif.writeUInt32BE(1, 14);
  exif.writeUInt16BE(orientation, 18);
  return exif;
}
