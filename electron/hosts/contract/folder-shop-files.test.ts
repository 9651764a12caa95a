import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { openFolderSession } from '../../../test/handlers/folder-session.ts';
import { patches } from '../../../test/fixtures/pictures.ts';
import { valueOf } from '../../../test/fixtures/values.ts';
import { sha256File } from '../../base/files.ts';
import { savePreset } from '../../app/finish/save-preset.ts';

const myShop = {
  name: 'my-shop',
  canvas: { aspect: '1:1', colour: '#ffffff' },
  subject: { fill: 0.8 },
  shadow: 'drop',
  outputs: [
    { name: 'shop/{sku}/{sku}_{index}_{recipe}', format: 'jpeg', longSide: 200 },
    { name: '{folder}-web/{name}', format: 'webp', longSide: 120, maxBytes: 4000 },
  ],
};

/** Returns a photo of a subject on a plain background, on which it is found without the neural network. */
function product(width: number): Promise<Buffer> {
  const border = { top: 200, bottom: 200, left: 250, right: 250, background: '#ffffff' };
  return patches(width, 300).extend(border).jpeg({ quality: 95 }).toBuffer();
}

/** Returns the paths of all files below a folder, relative to it. */
async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1))
    .sort();
}

it('photos that are dropped into a hot folder become results and shop files, in the subfolders that the presets name', async () => {
  const session = await openFolderSession(50, undefined, undefined, 'full');
  valueOf(await savePreset(session.studio().dataFolder, myShop, null));
  const delivery = { metadata: 'none', finish: ['my-shop', 'web-transparent'] };
  const draft = await session.draft('drop', await session.recipe('White', { delivery }));
  const { id } = await session.add({ ...draft, after: 'move' });
  await session.until(id, { state: 'watching' });
  await session.put('drop/Shoes/4711_front.jpg', await product(300));
  await session.put('drop/4712_back.jpg', await product(330));
  const ended = { counts: { done: 2, total: 2 }, settling: 0, refused: 0 };
  const { recent } = await session.until(id, ended);

  const out = join(session.root, 'out');
  expect(await filesIn(out)).toEqual([
    '4712_back_White_1.png',
    '4712_back_White_1_web-transparent.png',
    '4712_back_White_1_web-transparent.webp',
    'Shoes/4711_front_White_1.png',
    'Shoes/4711_front_White_1_web-transparent.png',
    'Shoes/4711_front_White_1_web-transparent.webp',
    'Shoes/Shoes-web/4711_front_White_1.webp',
    'Shoes/shop/4711/4711_1_my-shop.jpg',
    'drop-web/4712_back_White_1.webp',
    'shop/4712/4712_1_my-shop.jpg',
  ]);
  const jpeg = await sharp(join(out, 'shop/4712/4712_1_my-shop.jpg')).metadata();
  expect(jpeg).toMatchObject({ format: 'jpeg', width: 200, height: 200 });
  const webp = await sharp(join(out, 'drop-web/4712_back_White_1.webp')).metadata();
  expect(webp).toMatchObject({ format: 'webp', width: 120, height: 120 });
  for (const { jobId } of recent) {
    const { ledger } = session.studio();
    // the only note: the photos are smaller than "web-transparent" asks for
    expect(valueOf(ledger.jobs.load(jobId)).problem?.code).toBe('finish-smaller');
    const [result] = ledger.results.ofJob(jobId);
    // the result itself stays as it was delivered
    expect(await sha256File(result?.delivered?.file ?? '')).toBe(result?.delivered?.sha256);
  }
  await expect
    .poll(() => filesIn(join(session.root, 'drop')))
    .toEqual(['Processed/4712_back.jpg', 'Processed/Shoes/4711_front.jpg']);
});
