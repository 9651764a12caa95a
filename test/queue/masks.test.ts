import { readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { agents, takesMask } from '#shared/agents/index.ts';
import { goodMasks } from '../fixtures/mask-files.ts';
import { photograph } from '../fixtures/photographs.ts';
import { openDesk, type Desk } from './desk.ts';

/** As it ships: large enough to be made smaller for the service. */
const photo = photograph('lipstick-rouge.jpg');
const size = { width: 1500, height: 1200 };
const kinds = goodMasks.filter(({ name }) => ['black-and-white.png', 'drawn.json'].includes(name));
const uploads = [
  { what: 'as it is', prepare: {}, uploaded: size },
  { what: 'made smaller', prepare: { longSide: 1000 }, uploaded: { width: 1000, height: 800 } },
];
const cases = agents
  .filter(takesMask)
  .flatMap((agent) =>
    kinds.flatMap((kind) => uploads.map((upload) => ({ agent, kind, ...upload }))),
  );

describe('a mask on its way to the service', () => {
  let desk: Desk;
  beforeAll(async () => {
    desk = await openDesk();
    for (const { name, make } of kinds) {
      await writeFile(join(desk.folder, name), await make(size.width, size.height));
    }
  });
  afterAll(() => desk.close());

  it.each(cases)(
    '$agent.name $agent.version takes $kind.name with a photo $what',
    async ({ agent, kind, prepare, uploaded }) => {
      const { name, version, example } = agent;
      const params = { ...example, maskType: 'custom', batchCount: 1 };
      const recipe = { agent: name, version, params, prepare, mask: kind.name };
      const id = await desk.admit({ photo, recipe: { ...recipe, delivery: { metadata: 'none' } } });
      await desk.until(id, 'done');
      const books = desk.demo.books();
      const execution = books.executions.at(-1);
      expect(execution?.params).toMatchObject({ maskType: 'custom' });
      const picture = books.uploads.find(
        ({ path }) => basename(path) === basename(execution?.originalImage ?? ''),
      );
      expect(picture).toMatchObject(uploaded);

      const sent = await readFile(execution?.mask ?? '');
      const { data, info } = await sharp(sent).raw().toBuffer({ resolveWithObject: true });
      expect(info).toMatchObject({ ...uploaded, channels: 4 });
      const { width, height } = uploaded;
      const wrong = Array.from({ length: width * height }, (_, at) => at).filter((at) => {
        const value = at % width < width / 2 ? 255 : 0;
        return data.subarray(4 * at, 4 * at + 4).some((one) => one !== value);
      });
      expect(wrong).toEqual([]);
    },
  );
});
