/** Signatures of the ZIP format (APPNOTE 4.3). */
const END = 0x06054b50;
const END_BYTES = 22;
const ENTRY = 0x02014b50;
const ENTRY_BYTES = 46;
const LOCAL_BYTES = 30;

/**
 * Returns the uncompressed files in a ZIP, by name; they share the ZIP's memory.
 *
 * @throws if `zip` is not a ZIP with uncompressed files
 */
export function storedFiles(zip: Buffer): Map<string, Buffer> {
  const end = zip.length - END_BYTES;
  if (end < 0 || zip.readUInt32LE(end) !== END) throw new Error('not a ZIP without a comment');
  const files = new Map<string, Buffer>();
  const count = zip.readUInt16LE(end + 10);
  let at = zip.readUInt32LE(end + 16);
  for (let n = 0; n < count; n += 1) {
    if (zip.readUInt32LE(at) !== ENTRY || zip.readUInt16LE(at + 10) !== 0) {
      throw new Error('not a ZIP of stored files');
    }
    const bytes = zip.readUInt32LE(at + 24);
    const [name, extra, comment] = [28, 30, 32].map((field) => zip.readUInt16LE(at + field));
    const local = zip.readUInt32LE(at + 42);
    const start = local + LOCAL_BYTES + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    files.set(
      zip.toString('utf8', at + ENTRY_BYTES, at + ENTRY_BYTES + (name ?? 0)),
      zip.subarray(start, start + bytes),
    );
    at += ENTRY_BYTES + (name ?? 0) + (extra ?? 0) + (comment ?? 0);
  }
  return files;
}
