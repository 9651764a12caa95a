import { deflateSync } from 'node:zlib';
import { pngChunk, pngSignature } from '../../../base/formats/chunks.ts';
import type { EmbeddedData } from './embedded-data.ts';

/** The chunks that form the picture; all others are metadata or belong to an animation. */
const pictureChunks = ['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND'];
const colourChunks = ['iCCP', 'sRGB', 'gAMA', 'cHRM', 'cICP'];
const harmlessChunks = ['sBIT', 'pHYs', 'bKGD'];
const animationChunks = ['acTL', 'fcTL', 'fdAT'];

/**
 * Rewrites a PNG; see `rewriteContainer`. Copies the compressed pixels unchanged and filters the other
 * chunks.
 */
export function rewritePng(png: Buffer, wanted: EmbeddedData): Buffer | null {
  if (!png.subarray(0, 8).equals(pngSignature)) return null;
  const chunks: { kind: string; bytes: Buffer }[] = [];
  for (let at = 8; chunks.at(-1)?.kind !== 'IEND';) {
    if (at + 12 > png.length) return null;
    const end = at + 12 + png.readUInt32BE(at);
    if (end > png.length) return null;
    chunks.push({ kind: png.toString('latin1', at + 4, at + 8), bytes: png.subarray(at, end) });
    at = end;
  }
  const hasProfile = chunks.some(({ kind }) => kind === 'iCCP');
  const kept = chunks.filter(({ kind }) => {
    if (pictureChunks.includes(kind)) return true;
    // with a profile, PNG readers ignore the older colour chunks; without one, the chunks would
    // contradict the profile that is added
    if (colourChunks.includes(kind)) return hasProfile;
    if (animationChunks.includes(kind)) return false;
    return wanted.metadata === 'keep' || harmlessChunks.includes(kind);
  });
  const added: Buffer[] = [];
  if (!hasProfile) {
    const name = Buffer.from('sRGB\0\0', 'latin1');
    added.push(pngChunk('iCCP', Buffer.concat([name, deflateSync(wanted.icc)])));
  }
  if (wanted.exif !== undefined) added.push(pngChunk('eXIf', wanted.exif));
  const [header, ...rest] = kept.map(({ bytes }) => bytes);
  if (header === undefined) return null;
  return Buffer.concat([pngSignature, header, ...added, ...rest]);
}
