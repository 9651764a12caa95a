import { jpegSegment } from '../../../base/formats/chunks.ts';
import type { EmbeddedData } from './embedded-data.ts';

const startOfImage = 0xd8;
const endOfImage = 0xd9;
const startOfScan = 0xda;
const comment = 0xfe;
const iccLabel = 'ICC_PROFILE\0';
/** Maximum payload of a segment in bytes. */
const segmentAtMost = 65_533;

/**
 * Rewrites a JPEG; see `rewriteContainer`. Copies the coded pixels unchanged and filters the segments
 * before them.
 */
export function rewriteJpeg(jpeg: Buffer, wanted: EmbeddedData): Buffer | null {
  const kept: Buffer[] = [];
  let hasProfile = false;
  let at = 2;
  if (jpeg[0] !== 0xff || jpeg[1] !== startOfImage) return null;
  for (;;) {
    while (jpeg[at] === 0xff && jpeg[at + 1] === 0xff) at += 1;
    const marker = jpeg[at + 1];
    if (jpeg[at] !== 0xff || marker === undefined) return null;
    // data after the end is not part of the picture, for example further images, a video or a web
    // page
    if (marker === endOfImage) break;
    if (at + 4 > jpeg.length) return null;
    const next = at + 2 + jpeg.readUInt16BE(at + 2);
    const end = marker === startOfScan ? endOfScan(jpeg, next) : next;
    if (end > jpeg.length) return null;
    const segment = jpeg.subarray(at, end);
    if (keeps(marker, segment.toString('latin1', 4, 16), wanted.metadata)) kept.push(segment);
    hasProfile ||= isProfile(marker, segment);
    at = end;
  }
  const jfif = kept.findIndex((segment) => segment[1] === 0xe0) + 1;
  kept.splice(jfif, 0, ...exifSegment(wanted.exif), ...(hasProfile ? [] : iccSegments(wanted.icc)));
  return Buffer.concat([
    Buffer.from([0xff, startOfImage]),
    ...kept,
    Buffer.from([0xff, endOfImage]),
  ]);
}

/**
 * Returns the end of the coded pixels, which is the next marker that is neither a stuffed byte nor a
 * restart.
 */
function endOfScan(jpeg: Buffer, from: number): number {
  let at = jpeg.indexOf(0xff, from);
  while (at >= 0) {
    const next = jpeg[at + 1];
    if (next === undefined) return Infinity;
    const inside = next === 0 || next === 0xff || (next >= 0xd0 && next <= 0xd7);
    if (!inside) return at;
    at = jpeg.indexOf(0xff, at + (next === 0xff ? 1 : 2));
  }
  return Infinity;
}

function keeps(marker: number, label: string, metadata: EmbeddedData['metadata']): boolean {
  const isApplication = marker >= 0xe0 && marker <= 0xef;
  if (!isApplication && marker !== comment) return true;
  // an MPF segment lists further images after the end of the picture, which are not copied
  if (label.startsWith('MPF\0')) return false;
  if (metadata === 'keep') return true;
  return (
    (marker === 0xe0 && label.startsWith('JFIF\0')) ||
    (marker === 0xe2 && label === iccLabel) ||
    (marker === 0xee && label.startsWith('Adobe'))
  );
}

function isProfile(marker: number, segment: Buffer): boolean {
  return marker === 0xe2 && segment.toString('latin1', 4, 16) === iccLabel;
}

function exifSegment(exif: Buffer | undefined): Buffer[] {
  if (exif === undefined || exif.length + 6 > segmentAtMost) return [];
  return [jpegSegment(0xe1, Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), exif]))];
}

function iccSegments(icc: Buffer): Buffer[] {
  const room = segmentAtMost - iccLabel.length - 2;
  const parts = Math.ceil(icc.length / room);
  return Array.from({ length: parts }, (_, i) =>
    jpegSegment(
      0xe2,
      Buffer.concat([
        Buffer.from(iccLabel, 'latin1'),
        Buffer.from([i + 1, parts]),
        icc.subarray(i * room, (i + 1) * room),
      ]),
    ),
  );
}
