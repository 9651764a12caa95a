import { endsInZeros, type Bytes, type End } from './bytes.ts';

/**
 * Checks Fujifilm's camera file, which lists three parts at fixed offsets: preview, tables and
 * pixels.
 */
export async function endOfRaf(bytes: Bytes): Promise<End> {
  const head = await bytes.read(0, 108);
  if (head.length < 108) return 'cut';
  const parts = [84, 92, 100].map((at) => ({
    start: head.readUInt32BE(at),
    end: head.readUInt32BE(at) + head.readUInt32BE(at + 4),
  }));
  const last = parts.reduce((a, b) => (b.end > a.end ? b : a));
  if (last.end === 0 || last.end > bytes.size) return 'cut';
  return (await endsInZeros(bytes, last.start, last.end)) ? 'unsure' : 'whole';
}
