import { open } from 'node:fs/promises';

/**
 * Number of bytes at the end of a file in which the end marker must be. Some cameras add padding
 * after the marker of a JPEG.
 */
const tailLength = 4096;

const endMarks: Readonly<Partial<Record<string, Buffer>>> = {
  jpeg: Buffer.from([0xff, 0xd9]),
  png: Buffer.from('IEND', 'latin1'),
};

/** Returns whether a JPEG or PNG file has its end marker; true for other formats. */
export async function isWhole(file: string, format: string): Promise<boolean> {
  const mark = endMarks[format];
  if (mark === undefined) return true;
  const handle = await open(file);
  try {
    const { size } = await handle.stat();
    const length = Math.min(size, tailLength);
    const { buffer } = await handle.read(Buffer.alloc(length), 0, length, size - length);
    return buffer.includes(mark);
  } finally {
    await handle.close();
  }
}
