import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, describe, expect, it } from 'vitest';
import { ownFolder } from '../../../../test/fixtures/own-folder.ts';
import { cellsOf } from '#shared/mask/region.ts';
import { badMasks, goodMasks } from '../../../../test/fixtures/mask-files.ts';
import { seeded } from '../../../../test/fixtures/seeded.ts';
import { valueOf } from '../../../../test/fixtures/values.ts';
import { loadMask } from './mask-region.ts';
import { RawPreviews } from './raw-preview.ts';

const raws = new RawPreviews();

const photo = { photoWidth: 300, photoHeight: 200 };
const folder = await ownFolder('load-mask', afterAll);

async function load(name: string, content: Buffer, on = photo) {
  const source = join(folder, name);
  await writeFile(source, content);
  return loadMask(raws, { source, ...on });
}

async function loaded(name: string, content: Buffer, on = photo) {
  return valueOf(await load(name, content, on));
}

const png = (data: Uint8Array, width: number, height: number) =>
  sharp(data, { raw: { width, height, channels: 1 } })
    .toColourspace('b-w')
    .png()
    .toBuffer();

describe('a mask file loaded into the editor', () => {
  it.each(goodMasks)(
    '$name becomes an area with exactly its pixels',
    async ({ name, make, decided, kept }) => {
      const { operation, changes } = await loaded(name, await make(300, 200));
      expect(changes).toEqual([decided]);
      expect(operation).toMatchObject({
        kind: 'region',
        combine: 'replace',
        columns: 300,
        rows: 200,
      });
      const cells = cellsOf(operation);
      expect([cells[0], cells[149], cells[150]]).toEqual([255, 255, Math.round(510 * kept - 255)]);
      expect(operation.values === undefined).toBe(kept === 0.5);
    },
  );

  it.each(badMasks)('$name is refused', async ({ name, make, code, inEditor, says }) => {
    expect(await load(name, await make(300, 200))).toMatchObject({
      problem: { code: inEditor ?? code, message: expect.stringMatching(says) },
    });
  });

  it.each(goodMasks)(
    '$name of another size with the same aspect ratio is scaled',
    async ({ name, make, decided }) => {
      const { operation, changes } = await loaded(name, await make(600, 400));
      expect(changes).toEqual([decided, 'scaled from 600 × 400 px to 300 × 200 px']);
      const { columns } = operation;
      const cells = cellsOf(operation);
      expect(cells[columns / 2 - 1]).toBe(255);
      expect(cells[columns / 2]).not.toBe(255);
    },
  );

  it('keeps every pixel of a hard mask unless it is too detailed', async () => {
    const [width, height] = [900, 600];
    const random = seeded(4);
    const data = Uint8Array.from({ length: width * height }, () => (random() < 0.5 ? 0 : 255));
    const on = { photoWidth: width, photoHeight: height };
    const { operation } = await loaded('dots.png', await png(data, width, height), on);
    expect(cellsOf(operation)).toEqual(data);
  });

  it('uses fewer cells for a soft mask that is too detailed, and reports it', async () => {
    const [width, height] = [1200, 900];
    const random = seeded(5);
    const data = Uint8Array.from({ length: width * height }, () => 100 + Math.floor(random() * 56));
    const on = { photoWidth: width, photoHeight: height };
    const { operation, changes } = await loaded('fog.png', await png(data, width, height), on);
    expect(changes).toEqual(['white areas are kept', 'in steps of 2 px']);
    expect(operation).toMatchObject({ columns: 600, rows: 450 });
    const mean = cellsOf(operation).reduce((sum, value) => sum + value, 0) / (600 * 450);
    expect(Math.abs(mean - 127.5)).toBeLessThan(1);
  });
});
