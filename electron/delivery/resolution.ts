import { open, type FileHandle } from 'node:fs/promises';
import type { Tool } from './exiftool.ts';

/** dpi of a file whose photo states none: what printing expects. */
const USUAL = 300;
/** JFIF has 16 bits for it. */
const HIGHEST = 65_535;
const METRES_PER_INCH = 0.0254;

/** Where a photo states its resolution, in the order in which they are believed. */
const asked = [
  'IFD0:XResolution#',
  'IFD0:ResolutionUnit#',
  'JFIF:XResolution#',
  'JFIF:ResolutionUnit#',
  'PNG-pHYs:PixelsPerUnitX#',
  'PNG-pHYs:PixelUnits#',
  'Photoshop:XResolution#',
];

/** Reads the resolution that a photo states, in whole dpi; 300 for a photo that states none. */
export async function dpiOf(tool: Tool, photo: string): Promise<number> {
  // names with their group, and every one of several
  const tags = await tool.read(photo, ['G1', 'a', ...asked]);
  const told = (name: string) => Number(tags[name] ?? 0);
  const exif = { 2: 1, 3: 2.54 }[told('IFD0:ResolutionUnit')] ?? 0;
  const jfif = { 1: 1, 2: 2.54 }[told('JFIF:ResolutionUnit')] ?? 0;
  const png = told('PNG-pHYs:PixelUnits') === 1 ? METRES_PER_INCH : 0;
  const stated = [
    told('IFD0:XResolution') * exif,
    told('JFIF:XResolution') * jfif,
    told('PNG-pHYs:PixelsPerUnitX') * png,
    told('Photoshop:XResolution'),
  ].map(Math.round);
  return stated.find((dpi) => dpi >= 1 && dpi <= HIGHEST) ?? USUAL;
}

/**
 * Returns what ExifTool is told to state a resolution by: in EXIF, and in the field that readers of the
 * format use where that is another one. `type` is ExifTool's FileType of the file that is written.
 */
export function resolutionArgs(type: unknown, dpi = USUAL): string[] {
  return [
    `IFD0:XResolution=${dpi}`,
    `IFD0:YResolution=${dpi}`,
    'IFD0:ResolutionUnit#=2',
    // a second place that could contradict the first
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

/** Bytes of the resource that states a resolution, with its head. */
const BLOCK = 28;
const RESOLUTION = 0x03_ed;
/** Bytes moved at once. */
const PIECE = 1_000_000;
/** Bytes of resources that are looked through; with more of them a PSD is left as it is. */
const MOST_RESOURCES = 256_000_000;

/**
 * Adds the resource that states the resolution to a PSD without one, which ExifTool changes but does not
 * create. Other files, and a PSD that has it, stay as they are. Writes in place: for files nobody reads yet.
 */
export async function completePsd(file: string, dpi = USUAL): Promise<void> {
  const handle = await open(file, 'r+');
  try {
    const start = await resourcesOf(handle);
    if (start === null) return;
    const length = (await bytesAt(handle, start, 4)).readUInt32BE(0);
    if (length > MOST_RESOURCES) return;
    if (holdsResolution(await bytesAt(handle, start + 4, length))) return;
    await moveBack(handle, start + 4);
    const head = Buffer.alloc(4 + BLOCK);
    head.writeUInt32BE(length + BLOCK, 0);
    head.write('8BIM', 4, 'latin1');
    head.writeUInt16BE(RESOLUTION, 8);
    head.writeUInt32BE(16, 12);
    // dpi as 16.16, shown per inch, sizes in inches; across, then down
    for (const at of [16, 24]) {
      head.writeUInt32BE(Math.min(dpi, 32_767) * 65_536, at);
      head.writeUInt32BE(0x0001_0001, at + 4);
    }
    await handle.write(head, 0, head.length, start);
  } finally {
    await handle.close();
  }
}

/** Where the resources of a PSD begin with their length; null for any other file. */
async function resourcesOf(handle: FileHandle): Promise<number | null> {
  const head = await bytesAt(handle, 0, 30);
  const isPsd = head.length === 30 && head.toString('latin1', 0, 4) === '8BPS';
  return isPsd ? 30 + head.readUInt32BE(26) : null;
}

function holdsResolution(resources: Buffer): boolean {
  for (let at = 0; at + 12 <= resources.length;) {
    if (resources.readUInt16BE(at + 4) === RESOLUTION) return true;
    const name = 1 + (resources[at + 6] ?? 0);
    const size = at + 6 + name + (name % 2);
    if (size + 4 > resources.length) return false;
    const length = resources.readUInt32BE(size);
    at = size + 4 + length + (length % 2);
  }
  return false;
}

/** Moves everything from `start` on, the end first. */
async function moveBack(handle: FileHandle, start: number): Promise<void> {
  for (let end = (await handle.stat()).size; end > start;) {
    const from = Math.max(start, end - PIECE);
    const piece = await bytesAt(handle, from, end - from);
    await handle.write(piece, 0, piece.length, from + BLOCK);
    end = from;
  }
}

async function bytesAt(handle: FileHandle, at: number, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length);
  const { bytesRead } = await handle.read(bytes, 0, length, at);
  return bytes.subarray(0, bytesRead);
}
