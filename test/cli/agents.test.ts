import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { agents } from '#shared/agents/index.ts';
import { clientOf } from '../demo/harness.ts';
import { darkslide, place, sharedDemo } from './darkslide.ts';
import { withoutChunks } from '../fixtures/resolution.ts';
import { lightPhotograph } from '../fixtures/photographs.ts';

const scene = lightPhotograph('watch-steel.jpg');
const shared = sharedDemo();

/** The shortest valid arguments for every version of every agent, each with a different photograph. */
const orders: Record<string, readonly [photo: string, set: string, ...more: string[]]> = {
  'aimodel v1.0': [
    'perfume-amber.jpg',
    'generatedContent=freeCreation maskType=autoApparelSegment textDescription=loft',
  ],
  'aiproduct v1.0': [
    'lamp-brass.tif',
    'generatedContent=referToOrigin maskType=autoSubjectSegment textDescription=session',
  ],
  'aipose v1.0': ['raccoon-face.jpg', 'textDescription=waving'],
  'expandimage v1.0': ['hubble-deep-field.jpg', 'targetWidth=900 targetHeight=800'],
  'removeBG v1.0': ['handbag-cognac.jpg', 'maskType=autoSubjectSegment backgroundHex=#f0f0f0'],
  'virtualtryon v1.0': [
    'teapot-stoneware.jpg',
    'generateVersion=weshopPro descriptionType=auto aspectRatio=4:3',
    '--model-image',
    lightPhotograph('raccoon-face.jpg'),
    '--location-image',
    scene,
  ],
  'changemodelbg v1.0': [
    'sunglasses-tortoise.jpg',
    'descriptionType=custom textDescription=sea',
    '--location-image',
    scene,
  ],
  'mannequin v1.5': [
    'lipstick-rouge.jpg',
    'paramType=textDescription maskType=autoSubjectSegment textDescription=street',
  ],
  'mannequin v1.0': [
    'watch-steel.jpg',
    'paramType=prompt maskType=autoSubjectSegment posPrompt=street negPrompt=rain denoiseType=15',
  ],
};

const pixels = (png: Buffer) => sharp(png).raw().toBuffer();

describe.each(agents.map(({ name, version }, at) => ({ name, version, at })))(
  'run with $name $version',
  ({ name, version, at }) => {
    const [metadata, images] = at % 4 === 0 ? ['keep', 2] : ['none', 1];

    it(`saves the service’s images: ${images}, metadata ${metadata}`, async () => {
      const order = orders[`${name} ${version}`];
      if (order === undefined) throw new Error(`There is no order for ${name} ${version}.`);
      const [photo, set, ...more] = order;
      const { demo, out, around } = await place(shared());
      const before = demo.records().executions.length;
      const agent = [`--agent=${name}`, `--agent-version=${version}`, `--set=batchCount=${images}`];
      const sets = set.split(' ').map((setting) => `--set=${setting}`);
      const args = [
        'run',
        lightPhotograph(photo),
        '--json',
        `--metadata=${metadata}`,
        '--out',
        out,
      ];
      const ended = await darkslide([...args, ...agent, ...sets, ...more], around);
      expect(ended.stderr).not.toContain('error');
      const [line] = ended.jobs();
      expect(line).toMatchObject({ state: 'done', error: null });
      if (line === undefined) return;
      expect(ended.status).toBe(0);

      const service = clientOf(demo.url, demo.key);
      const { data } = await service.query({ executionId: line.executionId ?? '' });
      const served = data.executions[0].results as { readonly image: string }[];
      expect([line.results.length, served.length]).toEqual([images, images]);
      for (const [index, { file, bytes, width, height }] of line.results.entries()) {
        const mine = await readFile(file);
        expect(mine.length).toBe(bytes);
        expect(await sharp(file).metadata()).toMatchObject({ width, height });
        const theirs = await service.bytesAt(served[index]?.image ?? '');
        // may differ only in the resolution, which EXIF also contains
        const rest = (png: Buffer) => withoutChunks(png, 'pHYs', 'eXIf');
        expect(rest(mine).equals(rest(theirs))).toBe(metadata === 'none');
        expect((await pixels(mine)).equals(await pixels(theirs))).toBe(true);
      }
      expect(demo.records().executions).toHaveLength(before + 1);
    });
  },
);
