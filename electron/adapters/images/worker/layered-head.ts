import { psdResource } from '../../../base/formats/psd.ts';
import type { Size } from './geometry.ts';

/** A PSD numbers colour channels from 0; -1 is transparency and -2 is the layer mask. */
export type ChannelId = -2 | -1 | 0 | 1 | 2;

const rgb = 3;
const resource = { icc: 1039, versionInfo: 1057 };

/** Returns the file header, an empty palette, and the image resources. */
export function headOf({ width, height }: Size, channels: number, icc: Buffer): Buffer {
  const header = Buffer.alloc(30);
  header.write('8BPS\0\x01', 0, 'latin1');
  header.writeUInt16BE(channels, 12);
  header.writeUInt32BE(height, 14);
  header.writeUInt32BE(width, 18);
  header.writeUInt16BE(8, 22);
  header.writeUInt16BE(rgb, 24);
  const resources = Buffer.concat([
    psdResource(resource.icc, icc),
    psdResource(resource.versionInfo, versionInfo()),
  ]);
  return Buffer.concat([header, lengthOf(resources.length), resources]);
}

/** Returns the resource that declares that the PSD contains a composite. */
function versionInfo(): Buffer {
  const version = Buffer.from([0, 0, 0, 1, 1]);
  return Buffer.concat([version, unicode('Darkslide'), unicode('Darkslide'), lengthOf(1)]);
}

/**
 * Returns the beginning of the layer section up to the pixels, with placeholders for values that are only
 * known later: the two lengths of the section at 0 and 4, and one per channel at `lengthsAt`.
 */
export function layerRecords(
  size: Size,
  layers: readonly { readonly name: string; readonly mask?: unknown }[],
  channels: readonly (readonly ChannelId[])[],
  hasAlpha: boolean,
): { readonly bytes: Buffer; readonly lengthsAt: readonly number[] } {
  const count = Buffer.alloc(2);
  // a negative number means that the composite's fourth channel is transparency
  count.writeInt16BE(hasAlpha ? -layers.length : layers.length);
  const parts: Buffer[] = [Buffer.alloc(8), count];
  const lengthsAt: number[] = [];
  let at = 10;
  const add = (part: Buffer) => {
    parts.push(part);
    at += part.length;
  };
  for (const [n, { name, mask }] of layers.entries()) {
    add(rectangle(size));
    const ids = channels[n] ?? [];
    const number = Buffer.alloc(2);
    number.writeUInt16BE(ids.length);
    add(number);
    for (const id of ids) {
      lengthsAt.push(at + 2);
      const channel = Buffer.alloc(6);
      channel.writeInt16BE(id);
      add(channel);
    }
    add(Buffer.from('8BIMnorm\xff\0\x08\0', 'latin1'));
    const extra = Buffer.concat([
      mask === undefined ? lengthOf(0) : maskData(size),
      lengthOf(0), // no blending ranges, so all tones of the layers below show through equally
      pascal(name),
      unicodeName(name),
    ]);
    add(Buffer.concat([lengthOf(extra.length), extra]));
  }
  return { bytes: Buffer.concat(parts), lengthsAt };
}

function maskData(size: Size): Buffer {
  return Buffer.concat([lengthOf(20), rectangle(size), Buffer.alloc(4)]);
}

/** Returns top, left, bottom and right of the entire picture. */
function rectangle({ width, height }: Size): Buffer {
  return Buffer.concat([0, 0, height, width].map(lengthOf));
}

/**
 * Returns a name for programs that only read Pascal strings: preceded by its length and padded to a multiple
 * of four bytes.
 */
function pascal(name: string): Buffer {
  const text = Buffer.from(name.replaceAll(/[^ -~]/gu, '?').slice(0, 255), 'latin1');
  const bytes = 1 + text.length;
  return Buffer.concat([Buffer.from([text.length]), text, Buffer.alloc((4 - (bytes % 4)) % 4)]);
}

function unicodeName(name: string): Buffer {
  const text = unicode(name);
  const padding = Buffer.alloc((4 - (text.length % 4)) % 4);
  const key = Buffer.from('8BIMluni', 'latin1');
  return Buffer.concat([key, lengthOf(text.length + padding.length), text, padding]);
}

function unicode(text: string): Buffer {
  return Buffer.concat([lengthOf(text.length), Buffer.from(text, 'utf16le').swap16()]);
}

/** Returns a number as 32 bits, the form in which lengths and sides are written. */
export function lengthOf(length: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(length);
  return bytes;
}
