/**
 * Writes the layered PSD of an execution: at the bottom the original, above it the original with the kept area as its
 * layer mask, and then each result as a separate layer. Only the first result is visible.
 */
import type { Layer, PixelData } from 'ag-psd';
import sharp from 'sharp';
import type { PsdJob } from './job.ts';
import type { Mask } from './raster.ts';
import type { Size } from '#shared/pictures.ts';
import { demoDescription } from './sign.ts';
import { readInput } from './input.ts';
import { writeDemoFile } from '../whole-file.ts';

/**
 * Maximum number of pixels in all layers together. If all results would need more, the PSD includes
 * only the first result, to limit memory.
 */
const mostPixels = 96_000_000;

async function pixelsOf(file: string, size: Size): Promise<PixelData> {
  const { width, height } = size;
  const data = await sharp(file)
    .autoOrient()
    .resize({ width, height, fit: 'contain', background: { r: 0, g: 0, b: 0, alpha: 0 } })
    .toColourspace('srgb')
    .ensureAlpha()
    .raw()
    .toBuffer();
  return { width, height, data: asPixels(data) };
}

function asPixels(data: Buffer): Uint8ClampedArray {
  return new Uint8ClampedArray(data.buffer, data.byteOffset, data.length);
}

/** Returns a layer mask in ag-psd's form: grey in four channels. */
async function maskPixels(mask: Mask, size: Size): Promise<PixelData> {
  const { width, height } = size;
  const raw = { width: mask.width, height: mask.height, channels: 1 } as const;
  const grey = await sharp(mask.data, { raw })
    .resize({ width, height, fit: 'contain', background: '#000000' })
    .toColourspace('b-w')
    .raw()
    .toBuffer();
  const data = new Uint8ClampedArray(width * height * 4).fill(255);
  for (let pixel = 0; pixel < grey.length; pixel += 1) {
    data.fill(grey[pixel]!, pixel * 4, pixel * 4 + 3);
  }
  return { width, height, data };
}

/** Writes the PSD at the size of the first result. Rejects if a picture cannot be read. */
export async function makePsd({ render, results, file }: PsdJob): Promise<void> {
  const [first] = results;
  if (first === undefined) throw new Error('the execution has no images');
  const { width, height } = await sharp(first).metadata();
  const size = { width, height };
  const fitting = Math.max(1, Math.floor(mostPixels / (width * height)) - 3);
  const { subject } = await readInput(render);
  const original = await pixelsOf(render.photo, size);
  const images = await Promise.all(results.slice(0, fitting).map((one) => pixelsOf(one, size)));
  const kept: Layer = {
    name: 'Kept area',
    hidden: true,
    imageData: original,
    mask: {
      top: 0,
      left: 0,
      bottom: height,
      right: width,
      imageData: await maskPixels(subject, size),
    },
  };
  const layers = images.map((imageData, index): Layer => ({
    name: `Result ${index + 1}`,
    imageData,
    hidden: index > 0,
  }));
  const composite = images[0] as PixelData;
  // Imported only here, because few executions need a PSD and loading the module would delay the start of every
  // worker.
  const { writePsdBuffer } = await import('ag-psd');
  const bytes = writePsdBuffer({
    ...size,
    imageData: composite,
    children: [{ name: 'Original', imageData: original }, kept, ...layers.toReversed()],
    imageResources: { xmpMetadata: xmp() },
  });
  await writeDemoFile(file, bytes);
}

function xmp(): string {
  return `<?xpacket begin="\uFEFF" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:description><rdf:Alt><rdf:li xml:lang="x-default">${demoDescription}</rdf:li></rdf:Alt></dc:description></rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="w"?>`;
}
