import sharp from 'sharp';

/** The description inside an ICC profile, or null when there is none to read. */
export function profileDescription(icc: Buffer): string | null {
  if (icc.length < 132) return null;
  const count = Math.min(icc.readUInt32BE(128), 100);
  for (let at = 132; at < 132 + count * 12 && at + 12 <= icc.length; at += 12) {
    if (icc.toString('latin1', at, at + 4) !== 'desc') continue;
    const start = icc.readUInt32BE(at + 4);
    return descriptionText(icc.subarray(start, start + icc.readUInt32BE(at + 8)));
  }
  return null;
}

function descriptionText(tag: Buffer): string | null {
  if (tag.length < 28) return null;
  if (tag.toString('latin1', 0, 4) === 'mluc') {
    const length = tag.readUInt32BE(20);
    const start = tag.readUInt32BE(24);
    const text = Buffer.from(tag.subarray(start, start + length - (length % 2)));
    return clean(text.swap16().toString('utf16le'));
  }
  return clean(tag.toString('latin1', 12, 12 + tag.readUInt32BE(8)));
}

function clean(text: string): string | null {
  return text.replace(/\0.*$/s, '').trim() || null;
}

/** Whether a profile of this description is sRGB, so that its pixels need no conversion. */
export function isSrgb(description: string | null): boolean {
  return description !== null && /srgb/i.test(description) && !/linear/i.test(description);
}

let srgb: Promise<Buffer> | undefined;

/** The sRGB profile that every prepared copy carries (480 bytes, the one inside libvips). */
export function srgbProfile(): Promise<Buffer> {
  srgb ??= makeSrgbProfile();
  return srgb;
}

async function makeSrgbProfile(): Promise<Buffer> {
  const white = { create: { width: 8, height: 8, channels: 3 as const, background: '#ffffff' } };
  const tagged = await sharp(white).withIccProfile('srgb').png().toBuffer();
  const { icc } = await sharp(tagged).metadata();
  if (icc === undefined) throw new Error('sharp embeds no sRGB profile');
  return icc;
}

const adobeRgbCurve = 0x0233; // gamma 563/256 as u8Fixed8
/** Red, green, blue primaries and white of Adobe RGB (1998), adapted to D50, as XYZ. */
const adobeRgbXyz = {
  rXYZ: [0.60974, 0.31111, 0.01947],
  gXYZ: [0.20528, 0.62567, 0.06087],
  bXYZ: [0.14919, 0.06322, 0.74457],
  wtpt: [0.9642, 1, 0.82491],
} as const;

/**
 * A profile compatible with Adobe RGB (1998), for cameras that write the colour space into EXIF
 * (DCF option file, interoperability index R03) and embed no profile.
 */
export function adobeRgbProfile(): Buffer {
  const tags: [string, Buffer][] = [
    ['desc', textTag('desc', 'Compatible with Adobe RGB (1998)')],
    ['cprt', textTag('text', 'No copyright')],
    ...Object.entries(adobeRgbXyz).map(([name, xyz]): [string, Buffer] => [name, xyzTag(xyz)]),
    ...['rTRC', 'gTRC', 'bTRC'].map((name): [string, Buffer] => [name, curveTag(adobeRgbCurve)]),
  ];
  const table = Buffer.alloc(4 + tags.length * 12);
  table.writeUInt32BE(tags.length, 0);
  let offset = 128 + table.length;
  tags.forEach(([name, data], index) => {
    const at = 4 + index * 12;
    table.write(name, at, 'latin1');
    table.writeUInt32BE(offset, at + 4);
    table.writeUInt32BE(data.length, at + 8);
    offset += data.length;
  });
  const header = Buffer.alloc(128);
  header.writeUInt32BE(offset, 0);
  header.writeUInt32BE(0x0210_0000, 8);
  header.write('mntrRGB XYZ ', 12, 'latin1');
  header.writeUInt16BE(2026, 24);
  header.writeUInt16BE(1, 26);
  header.writeUInt16BE(1, 28);
  header.write('acsp', 36, 'latin1');
  [0.9642, 1, 0.82491].forEach((value, i) => writeFixed(header, value, 68 + i * 4));
  return Buffer.concat([header, table, ...tags.map(([, data]) => data)]);
}

function writeFixed(buffer: Buffer, value: number, at: number): void {
  buffer.writeInt32BE(Math.round(value * 65_536), at);
}

function xyzTag(xyz: readonly number[]): Buffer {
  const data = Buffer.alloc(20);
  data.write('XYZ ', 0, 'latin1');
  xyz.forEach((value, i) => writeFixed(data, value, 8 + i * 4));
  return data;
}

function curveTag(gamma: number): Buffer {
  const data = Buffer.alloc(16);
  data.write('curv', 0, 'latin1');
  data.writeUInt32BE(1, 8);
  data.writeUInt16BE(gamma, 12);
  return data;
}

function textTag(kind: 'desc' | 'text', text: string): Buffer {
  // a v2 description is followed by empty Unicode and ScriptCode parts
  const data = Buffer.alloc(Math.ceil((12 + text.length + 1 + (kind === 'desc' ? 78 : 0)) / 4) * 4);
  data.write(kind, 0, 'latin1');
  if (kind === 'desc') data.writeUInt32BE(text.length + 1, 8);
  data.write(text, kind === 'desc' ? 12 : 8, 'latin1');
  return data;
}
