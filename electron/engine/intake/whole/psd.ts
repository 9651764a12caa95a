import { endsInZeros, type Bytes, type End } from './bytes.ts';

const HEADER = 26;

/** Adds up the section lengths of a PSD or PSB to the end of its merged picture. */
export async function endOfPsd(bytes: Bytes): Promise<End> {
  const header = await bytes.read(0, HEADER);
  if (header.length < HEADER) return 'cut';
  const isLarge = header.readUInt16BE(4) === 2;
  let at = HEADER;
  for (const lengthSize of [4, 4, isLarge ? 8 : 4]) {
    const length = await bytes.read(at, lengthSize);
    if (length.length < lengthSize) return 'cut';
    at +=
      lengthSize + (lengthSize === 8 ? Number(length.readBigUInt64BE()) : length.readUInt32BE());
  }
  const compression = await bytes.read(at, 2);
  if (compression.length < 2) return 'cut';
  at += 2;

  const channels = header.readUInt16BE(12);
  const rows = channels * header.readUInt32BE(14);
  const bytesARow = Math.ceil((header.readUInt32BE(18) * header.readUInt16BE(22)) / 8);
  switch (compression.readUInt16BE()) {
    case 0:
      return endOfPixels(bytes, at, at + rows * bytesARow);
    case 1:
      return endOfRows(bytes, at, rows, isLarge ? 4 : 2);
    default:
      // compressed as a whole, without a length: only the beginning of the data can be verified
      return at < bytes.size ? 'unsure' : 'cut';
  }
}

async function endOfPixels(bytes: Bytes, start: number, end: number): Promise<End> {
  if (end > bytes.size) return 'cut';
  return (await endsInZeros(bytes, start, end)) ? 'unsure' : 'whole';
}

/**
 * Returns the end of rows that are compressed one by one, after the list of their lengths; no row
 * is empty.
 */
async function endOfRows(bytes: Bytes, at: number, rows: number, countSize: 2 | 4): Promise<End> {
  const start = at + rows * countSize;
  if (start > bytes.size) return 'cut';
  let end = start;
  for (let offset = at; offset < start; offset += 65_536) {
    const counts = await bytes.read(offset, Math.min(65_536, start - offset));
    for (let i = 0; i + countSize <= counts.length; i += countSize) {
      const count = countSize === 2 ? counts.readUInt16BE(i) : counts.readUInt32BE(i);
      if (count === 0) return 'cut';
      end += count;
    }
  }
  return endOfPixels(bytes, start, end);
}
