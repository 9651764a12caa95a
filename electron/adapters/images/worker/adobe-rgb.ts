const adobeRgbCurve = 0x0233; // gamma 563/256 as u8Fixed8
/** Red, green, blue primaries and white of Adobe RGB (1998), adapted to D50, as XYZ. */
const adobeRgbXyz = {
  rXYZ: [0.60974, 0.31111, 0.01947],
  gXYZ: [0.20528, 0.62567, 0.06087],
  bXYZ: [0.14919, 0.06322, 0.74457],
  wtpt: [0.9642, 1, 0.82491],
} as const;

/**
 * A profile compatible with Adobe RGB (1998): for exports, and for cameras that write the colour space
 * into EXIF (DCF option file, interoperability index R03) and embed none.
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
