/**
 * Small real pictures for tests of thousands of jobs. Each format is drawn once; a comment in each
 * file makes its bytes unique.
 */
import sharp from 'sharp';
import type { Sharp } from 'sharp';
import { jpegSegment, pngChunk } from '../base/formats/chunks.ts';
import { signed } from './render/sign.ts';

/** Width and height of a picture in px. */
const side = 96;
/** Length of a PNG's signature and IHDR chunk in bytes. */
const pngHead = 33;
/** Length of a JPEG's start marker (SOI) in bytes. */
const jpegHead = 2;

function plain(): Sharp {
  const background = { r: 205, g: 212, b: 218 };
  return sharp({ create: { width: side, height: side, channels: 3, background } });
}

/** Creates decodable pictures with unique bytes. Draws only one picture per format. */
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
