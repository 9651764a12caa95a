/**
 * Returns the image resources of a PSD by their numbers. If several resources have the same number,
 * returns the first. The resources share the memory of `block`.
 */
export function psdResources(block: Buffer): ReadonlyMap<number, Buffer> {
  const found = new Map<number, Buffer>();
  for (let at = 0; at + 12 <= block.length;) {
    const id = block.readUInt16BE(at + 4);
    const name = 1 + (block[at + 6] ?? 0);
    const lengthAt = at + 6 + name + (name % 2);
    if (lengthAt + 4 > block.length) break;
    const length = block.readUInt32BE(lengthAt);
    if (!found.has(id)) found.set(id, block.subarray(lengthAt + 4, lengthAt + 4 + length));
    at = lengthAt + 4 + length + (length % 2);
  }
  return found;
}

/** Returns one image resource of a PSD, without a name. */
export function psdResource(id: number, data: Buffer): Buffer {
  const head = Buffer.alloc(12);
  head.write('8BIM', 0, 'latin1');
  head.writeUInt16BE(id, 4);
  head.writeUInt32BE(data.length, 8);
  return Buffer.concat([head, data, Buffer.alloc(data.length % 2)]);
}
