import { constants } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import type { Tool } from './exiftool.ts';
import { readerOf } from '../../base/formats/bytes.ts';
import { psdResource, psdResources } from '../../base/formats/psd.ts';
import { largestPhoto, openRegular } from '../../base/regular-file.ts';
import { METRES_PER_INCH, resolutionEdits } from './plain-resolution.ts';
import { plainDpi, usable, USUAL } from './stated-resolution.ts';

/** Tags in which a photo states its resolution, in order of precedence. */
const asked = [
  'IFD0:XResolution#',
  'IFD0:ResolutionUnit#',
  'JFIF:XResolution#',
  'JFIF:ResolutionUnit#',
  'PNG-pHYs:PixelsPerUnitX#',
  'PNG-pHYs:PixelUnits#',
  'Photoshop:XResolution#',
];

/**
 * Reads the resolution that a photo states, in whole dpi; 300 for a photo that states none. Starts ExifTool
 * only if it is needed.
 */
export async function dpiOf(start: () => Promise<Tool>, photo: string): Promise<number> {
  const handle = await openRegular(photo, { most: largestPhoto });
  try {
    const { size } = await handle.stat();
    const dpi = await plainDpi(readerOf(handle), size);
    if (dpi !== null) return dpi;
  } finally {
    await handle.close();
  }
  const tool = await start();
  const file = await tool.safe(photo, 'file');
  try {
    return await askedDpi(tool, file);
  } finally {
    if (file !== photo) await tool.forget([file]);
  }
}

/** Reads the resolution with ExifTool alone; `file` is a path that ExifTool accepts. */
export async function askedDpi(tool: Pick<Tool, 'read'>, file: string): Promise<number> {
  // names with their group, including duplicates
  const tags = await tool.read(file, ['G1', 'a', ...asked]);
  const told = (name: string) => Number(tags[name] ?? 0);
  const exif = { 2: 1, 3: 2.54 }[told('IFD0:ResolutionUnit')] ?? 0;
  const jfif = { 1: 1, 2: 2.54 }[told('JFIF:ResolutionUnit')] ?? 0;
  const png = told('PNG-pHYs:PixelUnits') === 1 ? METRES_PER_INCH : 0;
  const stated = usable([
    told('IFD0:XResolution') * exif,
    told('JFIF:XResolution') * jfif,
    told('PNG-pHYs:PixelsPerUnitX') * png,
    told('Photoshop:XResolution'),
  ]);
  return stated ?? USUAL;
}

/**
 * Returns the ExifTool arguments that state a resolution: in EXIF and, if it differs, in the field that
 * readers of the format use. `type` is ExifTool's FileType of the file that is written.
 */
export function resolutionArgs(type: unknown, dpi = USUAL): string[] {
  return [
    `IFD0:XResolution=${dpi}`,
    `IFD0:YResolution=${dpi}`,
    'IFD0:ResolutionUnit#=2',
    // clears the resolution in XMP, which could contradict EXIF
    'XMP-tiff:XResolution=',
    'XMP-tiff:YResolution=',
    'XMP-tiff:ResolutionUnit=',
    ...ofFormat(type, dpi),
  ].map((tag) => `-${tag}`);
}

function ofFormat(type: unknown, dpi: number): string[] {
  if (type === 'JPEG') {
    return [`JFIF:XResolution=${dpi}`, `JFIF:YResolution=${dpi}`, 'JFIF:ResolutionUnit#=1'];
  }
  if (type === 'PNG') {
    const perMetre = Math.round(dpi / METRES_PER_INCH);
    return [
      `PNG-pHYs:PixelsPerUnitX=${perMetre}`,
      `PNG-pHYs:PixelsPerUnitY=${perMetre}`,
      'PNG-pHYs:PixelUnits#=1',
    ];
  }
  if (type === 'PSD' || type === 'PSB') {
    return [`Photoshop:XResolution=${dpi}`, `Photoshop:YResolution=${dpi}`];
  }
  return [];
}

const RESOLUTION = 0x03_ed;
/** Number of bytes moved per step. */
const PIECE = 1_000_000;
/**
 * Maximum size in bytes of the resources that are searched; a PSD with larger resources is left
 * unchanged.
 */
const MOST_RESOURCES = 256_000_000;

/**
 * States a resolution in a PSD's resolution resource. Corrects an existing resource or adds one,
 * because ExifTool only changes an existing one. Returns whether the file changed; files in other
 * formats stay unchanged. Writes in place, so call it only for files that no program reads yet.
 */
export async function completePsd(file: string, dpi = USUAL): Promise<boolean> {
  const handle = await openOwn(file);
  try {
    const start = await resourcesOf(handle);
    if (start === null) return false;
    const length = (await readerOf(handle)(start, 4)).readUInt32BE(0);
    if (length > MOST_RESOURCES) return false;
    const resources = await readerOf(handle)(start + 4, length);
    const block = blockOf(dpi);
    const stated = psdResources(resources).get(RESOLUTION);
    if (stated === undefined || stated.length < 16) {
      await insertAt(handle, start + 4, block);
      const longer = Buffer.alloc(4);
      longer.writeUInt32BE(length + block.length, 0);
      await writeAt(handle, start, longer);
      return true;
    }
    // leaves the display units of the existing resource unchanged
    let isChanged = false;
    for (const at of [0, 8]) {
      const wanted = block.subarray(12 + at, 12 + at + 6);
      if (stated.subarray(at, at + 6).equals(wanted)) continue;
      const there = stated.byteOffset - resources.byteOffset;
      await writeAt(handle, start + 4 + there + at, wanted);
      isChanged = true;
    }
    return isChanged;
  } finally {
    await handle.close();
  }
}

/** Returns resource 0x03ED (resolution) with its header. */
function blockOf(dpi: number): Buffer {
  const data = Buffer.alloc(16);
  // written twice, for horizontal and vertical: dpi as 16.16 fixed point, shown per inch, with
  // sizes in inches
  for (const at of [0, 8]) {
    data.writeUInt32BE(Math.min(dpi, 32_767) * 65_536, at);
    data.writeUInt32BE(0x0001_0001, at + 4);
  }
  return psdResource(RESOLUTION, data);
}

/**
 * States a resolution in a PNG, JPEG, TIFF, WebP or PSD without ExifTool, and changes nothing else.
 * Returns whether the file changed. Writes in place, so call it only for files that no program
 * reads yet.
 */
export async function stateResolution(file: string, dpi: number): Promise<boolean> {
  const handle = await openOwn(file);
  try {
    const { size } = await handle.stat();
    const edits = await resolutionEdits(readerOf(handle), size, dpi);
    for (const { at, bytes, isNew } of edits) {
      await (isNew ? insertAt(handle, at, bytes) : writeAt(handle, at, bytes));
    }
    if (edits.length > 0) return true;
  } finally {
    await handle.close();
  }
  return completePsd(file, dpi);
}

/** Opens one of Darkslide's own files, but does not follow a link that has replaced it. */
async function openOwn(file: string): Promise<FileHandle> {
  // Windows has no such flag
  const { O_NOFOLLOW = 0 } = constants as Partial<typeof constants>;
  return open(file, constants.O_RDWR | O_NOFOLLOW);
}

/** Returns the offset of a PSD's resources, which begin with their length; null for any other file. */
async function resourcesOf(handle: FileHandle): Promise<number | null> {
  const head = await readerOf(handle)(0, 30);
  const isPsd = head.length === 30 && head.toString('latin1', 0, 4) === '8BPS';
  return isPsd ? 30 + head.readUInt32BE(26) : null;
}

/** Inserts bytes and moves all later content, working from the end of the file. */
async function insertAt(handle: FileHandle, at: number, bytes: Buffer): Promise<void> {
  for (let end = (await handle.stat()).size; end > at;) {
    const from = Math.max(at, end - PIECE);
    await writeAt(handle, from + bytes.length, await readerOf(handle)(from, end - from));
    end = from;
  }
  await writeAt(handle, at, bytes);
}

/** Writes all bytes, because a full disk may accept some of them before it reports an error. */
async function writeAt(handle: FileHandle, at: number, bytes: Buffer): Promise<void> {
  for (let done = 0; done < bytes.length;) {
    done += (await handle.write(bytes, done, bytes.length - done, at + done)).bytesWritten;
  }
}
