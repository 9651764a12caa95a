import { expect, it } from 'vitest';
import { readerOfBuffer } from '../../../base/formats/bytes.ts';
import type { Bytes } from './bytes.ts';
import { endOfJpeg } from './jpeg.ts';

const bytesOfBuffer = (buffer: Buffer) => ({
  size: buffer.length,
  read: readerOfBuffer(buffer),
});

const SIZE = 1_000_000;

/** Returns a JPEG of this size that repeats a few bytes after its beginning. */
function flood(unit: readonly number[], beginning: readonly number[] = []): Buffer {
  const repeated = Buffer.alloc(SIZE, Buffer.from(unit));
  return Buffer.concat([Buffer.from([0xff, 0xd8, ...beginning]), repeated]);
}

const scan = [0xff, 0xda, 0, 2];

/** Contents that could make a search jump back and forth. */
const floods: Readonly<Record<string, Buffer>> = {
  'it begins one scan after another': flood(scan),
  'it begins scans with a few coded bytes': flood([...scan, 1, 2, 3, 4]),
  'it contains only restart markers': flood([0xff, 0xd0], scan),
  'it contains only fill bytes': flood([0xff]),
  'it contains only fill bytes in a scan': flood([0xff], scan),
  'it contains only stuffed bytes': flood([0xff, 0], scan),
  'it contains only start markers': flood([0xff, 0xd8]),
  'it contains only the smallest segments': flood([0xff, 0xe0, 0, 2]),
  'it contains large segments with scans between them': Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    ...Array.from({ length: 60 }, () => [
      Buffer.from([0xff, 0xe1, 0xff, 0xff]),
      Buffer.alloc(0xfffd),
      Buffer.from(scan),
    ]).flat(),
  ]),
};

function counted(buffer: Buffer) {
  const inner = bytesOfBuffer(buffer);
  const count = { reads: 0, bytes: 0 };
  const bytes: Bytes = {
    size: inner.size,
    async read(offset, length) {
      const read = await inner.read(offset, length);
      count.reads += 1;
      count.bytes += read.length;
      return read;
    },
  };
  return { bytes, count };
}

it.each(Object.entries(floods))(
  'A10 the end of a JPEG is found in a single pass even if %s',
  async (_, file) => {
    const { bytes, count } = counted(file);
    await endOfJpeg(bytes);
    // reads each byte once, plus a few at the boundaries of pieces and at the end
    expect(count.bytes).toBeLessThan(file.length + 100_000);
    expect(count.reads).toBeLessThan(file.length / 60_000 + 10);
  },
);
