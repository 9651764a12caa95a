import { isTailReserved, type Bytes, type End } from './bytes.ts';

const SIGNATURE = 8;
/** Length and type before a chunk's data, and its checksum after it. */
const FRAME = 12;
const IEND = Buffer.from([0, 0, 0, 0, 0x49, 0x45, 0x4e, 0x44]);

/** Walks the chunks to IEND; bytes after IEND do not belong to the picture. */
export async function endOfPng(bytes: Bytes): Promise<End> {
  if (bytes.size < SIGNATURE + FRAME) return 'cut';
  if ((await bytes.read(bytes.size - FRAME, IEND.length)).equals(IEND)) return 'whole';
  for (let at = SIGNATURE; ;) {
    const head = await bytes.read(at, 8);
    if (head.length < 8 || !isChunkType(head.subarray(4))) return 'cut';
    at += FRAME + head.readUInt32BE(0);
    if (at > bytes.size) return 'cut';
    if (head.equals(IEND)) return (await isTailReserved(bytes, at)) ? 'cut' : 'whole';
  }
}

function isChunkType(type: Buffer): boolean {
  return type.every((byte) => (byte >= 0x41 && byte <= 0x5a) || (byte >= 0x61 && byte <= 0x7a));
}
