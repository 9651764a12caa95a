import { endsInZeros, type Bytes, type End } from './bytes.ts';

/** Walks the RIFF chunks to the length that the file declares. */
export async function endOfWebp(bytes: Bytes): Promise<End> {
  const riff = await bytes.read(0, 12);
  if (riff.length < 12) return 'cut';
  const end = 8 + riff.readUInt32LE(4);
  if (end > bytes.size) return 'cut';
  let at = 12;
  while (at + 8 <= end) {
    const head = await bytes.read(at, 8);
    if (head.readUInt32BE(0) === 0) return 'cut';
    const length = head.readUInt32LE(4);
    at += 8 + length + (length % 2);
  }
  if (at === 12 || at > end + 1) return 'cut';
  return (await endsInZeros(bytes, 12, end)) ? 'unsure' : 'whole';
}
