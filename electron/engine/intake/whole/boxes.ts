import { endsInZeros, isTailReserved, isZero, type Bytes, type End } from './bytes.ts';

/**
 * Maximum number of boxes at the top level. A real still picture has fewer; a file with more was
 * made to keep the program busy.
 */
const MOST_BOXES = 10_000;

interface Box {
  readonly type: string;
  readonly end: number;
  /** Whether the length was left open, in which case the box extends to the end of the file. */
  readonly isOpen: boolean;
}

/**
 * Walks the top-level boxes of HEIC, AVIF and CR3: the picture's description and its data must be
 * present.
 */
export async function endOfBoxes(bytes: Bytes): Promise<End> {
  const seen = new Set<string>();
  let at = 0;
  let isUnsure = false;
  for (let count = 0; at < bytes.size; count += 1) {
    const box = count < MOST_BOXES ? await boxAt(bytes, at) : null;
    if (box === null) {
      const isPadding = isZero(await bytes.read(at, 8)) && !(await isTailReserved(bytes, at));
      if (!isPadding) return 'cut';
      break;
    }
    if (box.end > bytes.size) return 'cut';
    if (box.type === 'mdat') isUnsure = box.isOpen || (await endsInZeros(bytes, at + 8, box.end));
    seen.add(box.type);
    at = box.end;
  }
  const isDescribed = seen.has('meta') || seen.has('moov');
  if (!isDescribed || !seen.has('mdat')) return 'cut';
  return isUnsure ? 'unsure' : 'whole';
}

async function boxAt(bytes: Bytes, at: number): Promise<Box | null> {
  const head = await bytes.read(at, 16);
  if (head.length < 8) return null;
  const type = head.toString('latin1', 4, 8);
  if (!/^[\x20-\x7e]{4}$/.test(type)) return null;
  const short = head.readUInt32BE(0);
  if (short === 0) return { type, end: bytes.size, isOpen: true };
  if (short !== 1) return short < 8 ? null : { type, end: at + short, isOpen: false };
  const long = head.length < 16 ? 0 : Number(head.readBigUInt64BE(8));
  return long < 16 ? null : { type, end: at + long, isOpen: false };
}
