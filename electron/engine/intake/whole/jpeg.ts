import { isTailReserved, type Bytes, type End } from './bytes.ts';

const [SOI, EOI, SOS, TEM] = [0xd8, 0xd9, 0xda, 0x01];
const isRestart = (marker: number) => marker >= 0xd0 && marker <= 0xd7;

/** Bytes per read: for walking segments, and for searching coded pixels. */
const [HEADS, PIXELS] = [1 << 16, 1 << 18];

/**
 * Walks the segments to the end marker of the picture itself. Previews inside EXIF have end
 * markers, too, but are inside a segment; second pictures and videos that phones append come after
 * the picture. Reads each byte about once in any file.
 */
export async function endOfJpeg(bytes: Bytes): Promise<End> {
  const from = forwards(bytes);
  let at = 2;
  let hasScan = false;
  for (;;) {
    const head = await from(at, 4, HEADS);
    if (head.length < 2 || head[0] !== 0xff) return 'cut';
    const marker = head[1] ?? 0;
    if (marker === 0xff) {
      at += 1;
    } else if (marker === EOI) {
      if (!hasScan) return 'cut';
      return (await isTailReserved(bytes, at + 2)) ? 'cut' : 'whole';
    } else if (marker === SOI || marker === TEM || isRestart(marker)) {
      at += 2;
    } else {
      if (head.length < 4 || head.readUInt16BE(2) < 2) return 'cut';
      at += 2 + head.readUInt16BE(2);
      if (marker !== SOS) continue;
      // the fastest and most common case: no data is appended, so coded pixels need not be read
      if (!hasScan && (await endsWithMark(bytes, at))) return 'whole';
      hasScan = true;
      const next = await nextMarker(from, at);
      if (next === null) return 'cut';
      at = next;
    }
  }
}

/**
 * Reads from `at`, at least `least` bytes unless the file ends; `at` never decreases between calls.
 */
type From = (at: number, least: number, length: number) => Promise<Buffer>;

function forwards(bytes: Bytes): From {
  let start = 0;
  let piece: Buffer = Buffer.alloc(0);
  return async (at, least, length) => {
    const end = start + piece.length;
    if (at + least > end && end < bytes.size) {
      piece = await bytes.read(at, length);
      start = at;
    }
    return piece.subarray(at - start);
  };
}

async function endsWithMark(bytes: Bytes, scanAt: number): Promise<boolean> {
  if (bytes.size < scanAt + 2) return false;
  const tail = await bytes.read(bytes.size - 2, 2);
  return tail[0] === 0xff && tail[1] === EOI;
}

/** Returns the next marker after coded pixels, in which 0xFF is always followed by 0 or a restart marker. */
async function nextMarker(from: From, scanAt: number): Promise<number | null> {
  for (let at = scanAt; ;) {
    const piece = await from(at, 2, PIXELS);
    if (piece.length < 2) return null;
    for (let i = piece.indexOf(0xff); i >= 0; i = piece.indexOf(0xff, i + 1)) {
      const marker = piece[i + 1];
      if (marker === undefined) break;
      if (marker !== 0 && marker !== 0xff && !isRestart(marker)) return at + i;
    }
    // read the last byte again, in case a marker spans the two pieces
    at += piece.length - 1;
  }
}
