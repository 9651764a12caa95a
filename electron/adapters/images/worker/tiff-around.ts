import type { Size } from '#shared/pictures.ts';

/**
 * Builds a TIFF around pixel data that another format stores in a layout that TIFF also supports, so that
 * sharp reads the data with its profile, depth and compression, without decoding it twice.
 */
export interface TiffLayout extends Size {
  readonly bits: 8 | 16;
  /** Total number of colour and alpha channels. */
  readonly samples: number;
  readonly hasAlpha: boolean;
  /** TIFF's value: 1 grey, 2 RGB, 5 CMYK. */
  readonly photometric: 1 | 2 | 5;
  /** TIFF's value: 1 none, 32773 PackBits. */
  readonly compression: 1 | 32_773;
  /** TIFF's value: 1 interleaved samples, 2 one plane after the other. */
  readonly planar: 1 | 2;
  readonly rowsPerStrip: number;
  /** Number of bytes in each strip, in the order of the data. */
  readonly stripLengths: readonly number[];
  readonly icc: Buffer | null;
}

const SHORT = 3;
const LONG = 4;
const UNDEFINED = 7;

/**
 * Returns the beginning of a big-endian TIFF file, which the pixel data must follow directly.
 * `file` has room for `dataLength` bytes of pixel data, starting at `dataAt`.
 */
export function tiffAround(
  layout: TiffLayout,
  dataLength: number,
): { readonly file: Buffer; readonly dataAt: number } {
  const { width, height, bits, samples, icc } = layout;
  const strips = layout.stripLengths.length;
  const each = (value: number) => Array.from({ length: samples }, () => value);
  const fields: [tag: number, type: number, values: readonly number[] | Buffer][] = [
    [256, LONG, [width]],
    [257, LONG, [height]],
    [258, SHORT, each(bits)],
    [259, SHORT, [layout.compression]],
    [262, SHORT, [layout.photometric]],
    [273, LONG, Array.from({ length: strips }, () => 0)],
    [277, SHORT, [samples]],
    [278, LONG, [layout.rowsPerStrip]],
    [279, LONG, layout.stripLengths],
    [284, SHORT, [layout.planar]],
    ...(layout.hasAlpha ? [[338, SHORT, [2]] as [number, number, number[]]] : []),
    ...(icc === null ? [] : [[34_675, UNDEFINED, icc] as [number, number, Buffer]]),
  ];
  const sizes = fields.map(([, type, values]) => values.length * valueSize(type));
  const tableEnd = 8 + 2 + fields.length * 12 + 4;
  const dataAt = sizes.reduce((end, size) => (size > 4 ? end + even(size) : end), tableEnd);

  const file = Buffer.allocUnsafe(dataAt + dataLength).fill(0, 0, dataAt);
  file.write('MM\0*', 0, 'latin1');
  file.writeUInt32BE(8, 4);
  file.writeUInt16BE(fields.length, 8);
  let free = tableEnd;
  fields.forEach(([tag, type, values], index) => {
    const at = 10 + index * 12;
    const size = sizes[index] ?? 0;
    file.writeUInt16BE(tag, at);
    file.writeUInt16BE(type, at + 2);
    file.writeUInt32BE(values.length, at + 4);
    const valueAt = size > 4 ? free : at + 8;
    if (size > 4) {
      file.writeUInt32BE(free, at + 8);
      free += even(size);
    }
    const written = tag === 273 ? offsets(dataAt, layout.stripLengths) : values;
    writeValues(file, valueAt, type, written);
  });
  return { file, dataAt };
}

function offsets(from: number, lengths: readonly number[]): number[] {
  let at = from;
  return lengths.map((length) => (at += length) - length);
}

function writeValues(file: Buffer, at: number, type: number, values: readonly number[] | Buffer) {
  if (Buffer.isBuffer(values)) {
    values.copy(file, at);
    return;
  }
  values.forEach((value, i) => {
    if (type === SHORT) file.writeUInt16BE(value, at + i * 2);
    else file.writeUInt32BE(value, at + i * 4);
  });
}

function valueSize(type: number): number {
  return type === SHORT ? 2 : type === LONG ? 4 : 1;
}

function even(size: number): number {
  return size + (size % 2);
}
