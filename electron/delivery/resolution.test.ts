import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, describe, expect, it } from 'vitest';
import { openBench, picture, plainContext, psdOf } from '../../test/fixtures/delivering.ts';
import { storedDpi } from '../../test/fixtures/resolution.ts';
import { systemClock } from '../base/clock.ts';
import { sha256File } from '../base/files.ts';
import { startNode } from '../images/start-node.ts';
import { createMarker } from './metadata.ts';

const { reader, images, home } = await openBench('resolution');
const marker = createMarker({ startHelper: startNode, clock: systemClock });
let counter = 0;
afterAll(() => marker.close());

/** Photos by what they state, and the dpi their results must state. */
const photos: readonly (readonly [string, number, () => Promise<Buffer>])[] = [
  ['300 dpi in EXIF and JFIF', 300, () => picture().withDensity(300).jpeg().toBuffer()],
  ['240 dpi in the pHYs of a PNG', 240, () => picture().withDensity(240).png().toBuffer()],
  ['72 dpi in a TIFF', 72, () => picture().withDensity(72).tiff().toBuffer()],
  ['nothing', 300, () => picture().webp().toBuffer()],
];

const results: readonly (readonly [string, () => Promise<Buffer>])[] = [
  ['png', () => picture().png().toBuffer()],
  ['jpeg', () => picture().jpeg().toBuffer()],
  ['webp', () => picture().webp().toBuffer()],
  ['tiff', () => picture().tiff().toBuffer()],
  ['psd', () => psdOf()],
];

/** Marks a result; the path of the marked file. */
async function marked(
  result: Buffer,
  photo: Buffer | null,
  metadataFrom?: string,
): Promise<string> {
  counter += 1;
  const [from, to, photoPath] = ['from', 'to', 'photo'].map((name) =>
    join(home, `${name}-${counter}`),
  );
  await writeFile(from ?? '', result);
  if (photo !== null) await writeFile(photoPath ?? '', photo);
  const context = {
    ...plainContext,
    outFolder: home,
    photoSha256: photo === null ? null : await sha256File(photoPath ?? ''),
    photoPath: photo === null ? null : (photoPath ?? ''),
    metadata: 'keep',
    ...(metadataFrom === undefined ? {} : { metadataFrom }),
  } as const;
  const outcome = await marker.mark({ from: from ?? '', to: to ?? '', context });
  expect(outcome).toEqual({ ok: true, value: undefined });
  return to ?? '';
}

async function exifDpi(file: string): Promise<unknown[]> {
  const tags = await reader.readRaw(file, {
    readArgs: ['-G1', '-n', '-IFD0:XResolution', '-IFD0:YResolution', '-IFD0:ResolutionUnit'],
  });
  return ['IFD0:XResolution', 'IFD0:YResolution', 'IFD0:ResolutionUnit'].map(
    (name) => (tags as Record<string, unknown>)[name],
  );
}

describe.each(results)('B19 a marked %s', (format, makeResult) => {
  it.each(photos)(
    'B19 states the resolution of a photo that states %s',
    async (_, dpi, makePhoto) => {
      const file = await marked(await makeResult(), await makePhoto());
      expect(storedDpi(await readFile(file))).toEqual([dpi, dpi]);
      expect(await exifDpi(file)).toEqual([dpi, dpi, 2]);
      // sharp reads none of a WebP and no PSD
      if (format === 'psd' || format === 'webp') return;
      expect((await sharp(file).metadata()).density).toBe(dpi);
    },
  );

  it('B19 states 300 dpi where the photo is an address, and keeps it in an export and with stars', async () => {
    const file = await marked(await makeResult(), null);
    expect(storedDpi(await readFile(file))).toEqual([300, 300]);
    if (format === 'psd') return;
    const delivered = await marked(
      await makeResult(),
      await picture().withDensity(180).jpeg().toBuffer(),
    );
    const small = await sharp(delivered).resize(20).png().toBuffer();
    const exported = await marked(small, null, delivered);
    expect(storedDpi(await readFile(exported))).toEqual([180, 180]);
    const rated = `${exported}-rated`;
    expect(
      await marker.rate({ from: exported, to: rated, mark: { pick: 1, stars: 4 } }),
    ).toMatchObject({ ok: true });
    expect(storedDpi(await readFile(rated))).toEqual([180, 180]);
  });
});

it('B19 leaves a PSD that gets the resource as readable as before', async () => {
  const psd = results.find(([format]) => format === 'psd');
  const file = await marked((await psd?.[1]()) ?? Buffer.alloc(0), null);
  const readArgs = ['-n', '-Warning', '-Photoshop:XResolution', '-ImageWidth'];
  const tags = await reader.readRaw(file, { readArgs });
  expect(tags).toMatchObject({ XResolution: 300, ImageWidth: 40 });
  expect(tags).not.toHaveProperty('Warning');
  expect((await images.check(file, 'psd')).ok).toBe(true);
});
