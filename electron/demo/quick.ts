/**
 * Small real pictures for tests of thousands of jobs: drawn once, with a comment in each file that makes its bytes
 * unique.
 */
import sharp from 'sharp';
import type { Sharp } from 'sharp';
import { jpegSegment, pngChunk } from '../base/formats/chunks.ts';
import { signed } from './render/sign.ts';

/** Length in px of a picture's sides. */
const side = 96;
/** Bytes of a PNG's signature and IHDR chunk. */
const pngHead = 33;
/** Bytes of a JPEG's start marker (SOI). */
const jpegHead = 2;

function plain(): Sharp {
  const background = { r: 205, g: 212, b: 218 };
  return sharp({ create: { width: side, height: side, channels: 3, background } });
}

/** Creates decodable pictures with unique bytes; draws the picture only once. */
export class QuickPictures {
  readonly #drawn = new Map<'png' | 'jpg', Promise<Buffer>>();

  /** Returns the picture with this name. */
  async picture(format: 'png' | 'jpg', name: string): Promise<Buffer> {
    const picture = await this.#draw(format);
    const at = format === 'png' ? pngHead : jpegHead;
    const text = Buffer.from(name, 'latin1');
    const comment =
      format === 'png'
        ? pngChunk('tEXt', Buffer.concat([Buffer.from('Comment\0'), text]))
        : jpegSegment(0xfe, text);
    return Buffer.concat([picture.subarray(0, at), comment, picture.subarray(at)]);
  }

  #draw(format: 'png' | 'jpg'): Promise<Buffer> {
    const known = this.#drawn.get(format);
    if (known !== undefined) return known;
    const drawing = signed(plain(), { width: side, height: side, channels: 3 }, format).toBuffer();
    this.#drawn.set(format, drawing);
    return drawing;
  }
}

/** Returns a small PSD with the layers that every PSD of the service has. */
export async function quickPsd(): Promise<Buffer> {
  const { writePsdBuffer } = await import('ag-psd');
  const data = new Uint8ClampedArray(await plain().ensureAlpha().raw().toBuffer());
  const imageData = { width: side, height: side, data };
  const names = ['Original', 'Kept area', 'Result 1'];
  const children = names.map((name) => ({ name, imageData }));
  return writePsdBuffer({ width: side, height: side, imageData, children });
}
