import type { Read } from '../../../base/formats/bytes.ts';

/** The layer section of a PSD, without its length. */
interface LayerSection {
  readonly at: number;
  readonly end: number;
  /** Whether the file is a PSB, which has longer lengths. */
  readonly large: boolean;
}

/** Blocks that contain the layers of documents with 16 and 32 bits. */
const deepLayers = ['Lr16', 'Lr32', 'Layr'];
/** Blocks whose length has 8 bytes in a PSB. */
const longBlocks = 'LMsk Lr16 Lr32 Layr Mt16 Mt32 Mtrn Alph FMsk lnk2 FEid FXid PxSD'.split(' ');
const blocksAtMost = 100;

/**
 * Returns the number of layers as stored; negative if the composite has transparency, 0 if there are none. With
 * more than 8 bits, Photoshop leaves the list of layers empty and writes the layers into a block after it.
 */
export async function layerCount(readAt: Read, { at, end, large }: LayerSection): Promise<number> {
  const word = large ? 8 : 4;
  const numberAt = async (from: number, size: 4 | 8): Promise<number> => {
    const bytes = from + size > end ? Buffer.alloc(0) : await readAt(from, size);
    if (bytes.length < size) return Infinity;
    return size === 8 ? Number(bytes.readBigUInt64BE(0)) : bytes.readUInt32BE(0);
  };
  const countAt = async (from: number): Promise<number> => {
    const bytes = from + 2 > end ? Buffer.alloc(0) : await readAt(from, 2);
    return bytes.length < 2 ? 0 : bytes.readInt16BE(0);
  };
  const listed = await numberAt(at, word);
  if (listed > 0) return countAt(at + word);
  const masksAt = at + word;
  let block = masksAt + 4 + (await numberAt(masksAt, 4));
  for (let n = 0; n < blocksAtMost && block + 12 <= end; n += 1) {
    const head = (await readAt(block, 8)).toString('latin1');
    const key = head.slice(4);
    if (!/^8B(?:IM|64)/.test(head)) return 0;
    const size = head.startsWith('8B64') || (large && longBlocks.includes(key)) ? 8 : 4;
    const dataAt = block + 8 + size;
    if (deepLayers.includes(key)) return countAt(dataAt);
    const length = await numberAt(block + 8, size);
    block = dataAt + Math.ceil(length / 4) * 4;
  }
  return 0;
}
