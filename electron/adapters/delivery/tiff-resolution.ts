import type { Read } from '../../base/formats/bytes.ts';

/** Bytes that replace the same number of bytes at an offset of a file, or are inserted there. */
export interface Edit {
  readonly at: number;
  readonly bytes: Buffer;
  readonly isNew: boolean;
}

const [X, Y, UNIT] = [0x1_1a, 0x1_1b, 0x1_28];
/** Photoshop's resources, which may also state a resolution. */
const RESOURCES = 0x86_49;
const [SHORT, RATIONAL] = [3, 5];
const INCH = 2;
/** Factors that convert a value to dpi, for each value of UNIT: per inch, and per cm. */
const perInch: Readonly<Record<number, number>> = { [INCH]: 1, 3: 2.54 };
/** The largest offset that a TIFF can hold. */
const LARGEST_OFFSET = 0xff_ff_ff_ff;
/** Maximum number of directory entries that are read; a file with more is left unchanged. */
const MOST_ENTRIES = 4096;

/** Writes numbers in the byte order of a TIFF. */
interface Order {
  number(value: number, bytes: 2 | 4): Buffer;
  short(bytes: Buffer, at: number): number;
  long(bytes: Buffer, at: number): number;
}

const little: Order = {
  number(value, bytes) {
    const written = Buffer.alloc(bytes);
    written.writeUIntLE(value, 0, bytes);
    return written;
  },
  short: (bytes, at) => bytes.readUInt16LE(at),
  long: (bytes, at) => bytes.readUInt32LE(at),
};
const big: Order = {
  number(value, bytes) {
    const written = Buffer.alloc(bytes);
    written.writeUIntBE(value, 0, bytes);
    return written;
  },
  short: (bytes, at) => bytes.readUInt16BE(at),
  long: (bytes, at) => bytes.readUInt32BE(at),
};

/**
 * Returns the edits that make a TIFF, or EXIF data (which has the structure of a TIFF), state a
 * resolution in whole dpi. Returns no edits if the first directory already states it, for
 * unreadable files and for BigTIFF. Otherwise, the edits correct the first directory or add a new
 * one at the end of the file.
 */
export async function tiffEdits(read: Read, size: number, dpi: number): Promise<readonly Edit[]> {
  const directory = await firstDirectory(read);
  if (directory === null) return [];
  const { order, entries, next } = directory;
  if (await isStated(read, order, entries, dpi)) return [];
  const at = size + (size % 2);
  const kept = entries.filter((entry) => ![X, Y, UNIT].includes(order.short(entry, 0)));
  const added = directoryOf(order, { kept, next, at, dpi });
  if (at + added.length > LARGEST_OFFSET) return [];
  return [
    { at: 4, bytes: order.number(at, 4), isNew: false },
    { at: size, bytes: Buffer.concat([Buffer.alloc(at - size), added]), isNew: true },
  ];
}

/**
 * Returns the horizontal resolution, in dpi, that the first directory of a TIFF or EXIF states: 0 if it
 * states none, null if this code cannot read it.
 */
export async function tiffDpi(read: Read): Promise<number | null> {
  const directory = await firstDirectory(read);
  if (directory === null) return null;
  const { order, entries } = directory;
  const entriesOf = (tag: number) => entries.filter((entry) => order.short(entry, 0) === tag);
  const [across, ...furtherX] = entriesOf(X);
  const [unit, ...furtherUnits] = entriesOf(UNIT);
  if (furtherX.length + furtherUnits.length > 0) return null;
  let dpi = 0;
  if (across !== undefined && unit !== undefined) {
    if (order.short(across, 2) !== RATIONAL || order.short(unit, 2) !== SHORT) return null;
    const value = await read(order.long(across, 8), 8);
    if (value.length < 8) return null;
    const inches = perInch[order.short(unit, 8)] ?? 0;
    dpi = (inches * order.long(value, 0)) / order.long(value, 4);
  }
  return dpi === 0 && entriesOf(RESOURCES).length > 0 ? null : dpi;
}

/**
 * Returns the edits that correct the resolution in the first directory of EXIF data; no edits if it
 * states none.
 */
export async function correctedTiff(read: Read, dpi: number): Promise<readonly Edit[]> {
  const directory = await firstDirectory(read);
  if (directory === null) return [];
  const { order, entries, at } = directory;
  const edits: Edit[] = [];
  for (const [n, entry] of entries.entries()) {
    const [tag, type, value] = [order.short(entry, 0), order.short(entry, 2), order.long(entry, 8)];
    if ((tag === X || tag === Y) && type === RATIONAL) {
      const stated = await read(value, 8);
      const isSo = stated.length < 8 || order.long(stated, 0) === dpi * order.long(stated, 4);
      if (!isSo) edits.push({ at: value, bytes: rationalOf(order, dpi), isNew: false });
    }
    if (tag === UNIT && type === SHORT && order.short(entry, 8) !== INCH) {
      edits.push({ at: at + 12 * n + 8, bytes: order.number(INCH, 2), isNew: false });
    }
  }
  return edits;
}

function rationalOf({ number }: Order, dpi: number): Buffer {
  return Buffer.concat([number(dpi, 4), number(1, 4)]);
}

/** Returns EXIF data that only states a resolution in whole dpi. */
export function exifOf(dpi: number): Buffer {
  const head = Buffer.from('II*\0\b\0\0\0', 'latin1');
  const next = Buffer.alloc(4);
  return Buffer.concat([head, directoryOf(little, { kept: [], next, at: head.length, dpi })]);
}

interface Directory {
  readonly order: Order;
  /** Offset of the first entry. */
  readonly at: number;
  readonly entries: readonly Buffer[];
  /** Offset of the next directory, as stored bytes. */
  readonly next: Buffer;
}

/** Returns the first directory of a TIFF; null for unreadable files and for BigTIFF. */
async function firstDirectory(read: Read): Promise<Directory | null> {
  const head = await read(0, 8);
  const order = { 'II*\0': little, 'MM\0*': big }[head.toString('latin1', 0, 4)];
  if (order === undefined || head.length < 8) return null;
  const first = order.long(head, 4);
  const counted = await read(first, 2);
  const count = counted.length < 2 ? 0 : order.short(counted, 0);
  if (count === 0 || count > MOST_ENTRIES) return null;
  const directory = await read(first + 2, 12 * count + 4);
  if (directory.length < 12 * count + 4) return null;
  const entries = Array.from({ length: count }, (_, n) => directory.subarray(12 * n, 12 * n + 12));
  return { order, at: first + 2, entries, next: directory.subarray(12 * count) };
}

async function isStated(
  read: Read,
  order: Order,
  entries: readonly Buffer[],
  dpi: number,
): Promise<boolean> {
  const entryOf = (tag: number) => entries.find((entry) => order.short(entry, 0) === tag);
  const unit = entryOf(UNIT);
  // without a unit, the resolution is per inch
  if (unit !== undefined && order.short(unit, 8) !== INCH) return false;
  for (const tag of [X, Y]) {
    const entry = entryOf(tag);
    if (entry === undefined || order.short(entry, 2) !== RATIONAL) return false;
    const value = await read(order.long(entry, 8), 8);
    if (value.length < 8 || order.long(value, 4) === 0) return false;
    if (order.long(value, 0) !== dpi * order.long(value, 4)) return false;
  }
  return true;
}

/** Returns a directory followed by its resolution, to be placed at an offset in the file. */
function directoryOf(
  order: Order,
  parts: {
    readonly kept: readonly Buffer[];
    /** Offset of the next directory, as stored bytes. */
    readonly next: Buffer;
    readonly at: number;
    readonly dpi: number;
  },
): Buffer {
  const { number, short } = order;
  const { kept, next, at, dpi } = parts;
  const behind = at + 2 + 12 * (kept.length + 3) + 4;
  const entry = (tag: number, type: number, value: Buffer) =>
    Buffer.concat([number(tag, 2), number(type, 2), number(1, 4), value]);
  const entries = [
    ...kept,
    entry(X, RATIONAL, number(behind, 4)),
    entry(Y, RATIONAL, number(behind + 8, 4)),
    entry(UNIT, SHORT, Buffer.concat([number(INCH, 2), Buffer.alloc(2)])),
  ].sort((one, other) => short(one, 0) - short(other, 0));
  const rational = rationalOf(order, dpi);
  return Buffer.concat([number(entries.length, 2), ...entries, next, rational, rational]);
}
