import { open } from 'node:fs/promises';

/** Bytes at the end of a file in which its end mark must lie; cameras pad a JPEG a little. */
const tailLength = 4096;

const endMarks: Readonly<Partial<Record<string, Buffer>>> = {
  jpeg: Buffer.from([0xff, 0xd9]),
  png: Buffer.from('IEND', 'latin1'),
};

/** Whether a JPEG or PNG file reaches its end mark; other formats are taken at their word. */
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
