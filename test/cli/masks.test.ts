import { mkdir, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { badMasks, goodMasks } from '../fixtures/mask-files.ts';
import { darkslide, demoService, folder, withService } from './darkslide.ts';

const [WIDTH, HEIGHT] = [600, 520];
const photo = () =>
  sharp({ create: { width: WIDTH, height: HEIGHT, channels: 3, background: '#357' } })
    .png()
    .toBuffer();
const custom = [
  '--agent=removeBG',
  '--set=maskType=custom',
  '--set=backgroundHex=#ffffff',
  '--set=batchCount=1',
  '--metadata=none',
];

it('run reports how each mask is read, or why it cannot be used', async () => {
  const [demo, data] = [await demoService(), await folder()];
  const drop = join(data, 'in');
  await mkdir(join(drop, 'Tickets'), { recursive: true });
  const content = await photo();
  for (const { name, make } of [...goodMasks, ...badMasks]) {
    await writeFile(join(drop, 'Tickets', name), await make(WIDTH, HEIGHT));
    await writeFile(join(drop, `${name}.jpg.json`), JSON.stringify({ mask: name }));
    await writeFile(join(drop, `${name}.jpg`), content);
  }
  const usual = join(drop, 'Tickets', goodMasks[0]?.name ?? '');
  const out = join(data, 'out');
  const args = ['run', drop, '--out', out, '--mask', usual, ...custom];
  const ended = await darkslide([...args, '--json'], withService(demo, data));
  const lines = new Map(ended.jobs().map((line) => [basename(line.photo, '.jpg'), line]));
  for (const { name, decided, kept } of goodMasks) {
    const stays = `${Math.round(100 * kept)} % of the photo stays`;
    expect(lines.get(name), name).toMatchObject({ state: 'done', mask: `${decided}, ${stays}` });
  }
  for (const { name, code, says } of badMasks) {
    expect(lines.get(name), name).toMatchObject({
      state: 'failed',
      error: { code, message: expect.stringMatching(says) },
    });
  }
  const { executions, tasks } = demo.records();
  expect(executions).toHaveLength(goodMasks.length);
  expect(tasks).toHaveLength(goodMasks.length);

  const again = await darkslide(
    ['run', join(drop, 'soft.tif.jpg'), ...args.slice(2)],
    withService(demo, data),
  );
  expect(again.stdout).toContain('mask: white areas are kept, 75 % of the photo stays');
});
