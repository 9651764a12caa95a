import { basename } from 'node:path';
import type { Layer, Psd } from 'ag-psd';
import { failure } from '#shared/failure.ts';
import { causeText, success } from '#shared/problem.ts';
import type { Outcome } from '#shared/problem.ts';
import { FileRefused, largestPhoto, openRegular } from '../../../base/regular-file.ts';
import type { CheckedImage } from '../types.ts';
import { decode } from './pixels.ts';
import { readWhole } from './file.ts';
import { openSource } from './source.ts';
import type { RawPreviews } from './raw-preview.ts';

/**
 * Decodes a delivered file completely: every pixel of an image, the composite and every layer of a
 * PSD. Of a PSD above 2 GB, only the composite, which is the end of the file.
 *
 * @returns `download-damaged` for a file that is damaged or of another kind
 */
export async function check(
  raws: RawPreviews,
  path: string,
  expect: 'image' | 'psd',
): Promise<Outcome<CheckedImage>> {
  const opened = await openSource(raws, path);
  if (!opened.ok) return damaged(path, opened.problem.message);
  const { format, width, height } = opened.value.probe;
  if (format === 'webp' && !(await isWholeRiff(path))) {
    return damaged(path, 'it ends before its last chunk');
  }
  if ((format === 'psd') !== (expect === 'psd')) {
    return damaged(path, `it is ${format}, not ${expect === 'psd' ? 'a PSD' : 'an image'}`);
  }
  const pixels = await decode(opened.value);
  if (!pixels.ok) return damaged(path, pixels.problem.detail ?? pixels.problem.message);
  if (expect === 'psd') {
    try {
      await readLayers(await readWhole(path));
    } catch (error) {
      // the layers of a PSD that does not fit into memory remain unchecked
      const isTooLarge = error instanceof FileRefused && error.code === 'TOO_LARGE';
      if (!isTooLarge) return damaged(path, causeText(error));
    }
  }
  return success({ format, width, height });
}

/**
 * Checks that a WebP has the length given in its header, because a decoder silently fills in missing
 * data.
 */
async function isWholeRiff(path: string): Promise<boolean> {
  await using file = await openRegular(path, { most: largestPhoto });
  const { buffer } = await file.read(Buffer.alloc(8), 0, 8, 0);
  return (await file.stat()).size >= buffer.readUInt32LE(4) + 8;
}

// loaded only when needed, because loading this module would delay every start of the process, and few deliveries
// include a PSD
async function openReader() {
  const { getLayerImageData, initializeCanvas, readPsd } = await import('ag-psd');
  initializeCanvas(
    () => {
      throw new Error('There is no canvas in the image process: pixels are read as data.');
    },
    (width, height) => ({
      width,
      height,
      data: new Uint8ClampedArray(width * height * 4),
      colorSpace: 'srgb' as const,
    }),
  );
  return { getLayerImageData, readPsd };
}

/** Decodes layers one at a time, so that only one is in memory. */
async function readLayers(file: Buffer): Promise<void> {
  const { getLayerImageData, readPsd } = await openReader();
  const psd = readPsd(file, {
    useRawData: true,
    skipCompositeImageData: true,
    skipThumbnail: true,
  });
  const visit = (parent: Pick<Psd | Layer, 'children'>) => {
    for (const layer of parent.children ?? []) {
      getLayerImageData(layer);
      visit(layer);
    }
  };
  visit(psd);
}

function damaged(path: string, detail: string): Outcome<never> {
  return failure(
    'download-damaged.checked',
    { name: basename(path) },
    { about: basename(path), detail },
  );
}
