import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { agents } from '#shared/agents/index.ts';
import type { Demo } from '#electron/demo/types.ts';
import type { JobLine } from '#electron/cli/job-line.ts';
import { darkslide, folder, sharedDemo, withService } from './darkslide.ts';
import { withoutChunks } from '../fixtures/resolution.ts';
import { lightPhotograph } from '../fixtures/photographs.ts';

const scene = lightPhotograph('watch-steel.jpg');
const shared = sharedDemo({ render: 'full' });

/** A minimal order of every agent in every version, each on another photograph. */
const orders: Record<string, { photo: string; set: string[]; more?: string[] }> = {
  'aimodel v1.0': {
    photo: lightPhotograph('perfume-amber.jpg'),
    set: ['generatedContent=freeCreation', 'maskType=autoApparelSegment', 'textDescription=loft'],
  },
  'aiproduct v1.0': {
    photo: lightPhotograph('lamp-brass.tif'),
    set: ['generatedContent=referToOrigin', 'maskType=autoSubjectSegment', 'textDescription=desk'],
  },
  'aipose v1.0': { photo: lightPhotograph('raccoon-face.jpg'), set: ['textDescription=waving'] },
  'expandimage v1.0': {
    photo: lightPhotograph('hubble-deep-field.jpg'),
    set: ['targetWidth=900', 'targetHeight=800'],
  },
  'removeBG v1.0': {
    photo: lightPhotograph('handbag-cognac.jpg'),
    set: ['maskType=autoSubjectSegment', 'backgroundHex=#f0f0f0'],
  },
  'virtualtryon v1.0': {
    photo: lightPhotograph('teapot-stoneware.jpg'),
    set: ['generateVersion=weshopPro', 'descriptionType=auto', 'aspectRatio=4:3'],
    more: ['--model-image', lightPhotograph('raccoon-face.jpg'), '--location-image', scene],
  },
  'changemodelbg v1.0': {
    photo: lightPhotograph('sunglasses-tortoise.jpg'),
    set: ['descriptionType=custom', 'textDescription=at the sea'],
    more: ['--location-image', scene],
  },
  'mannequin v1.5': {
    photo: lightPhotograph('lipstick-rouge.jpg'),
    set: ['paramType=textDescription', 'maskType=autoSubjectSegment', 'textDescription=street'],
  },
  'mannequin v1.0': {
    photo: lightPhotograph('watch-steel.jpg'),
    set: [
      'paramType=prompt',
      'maskType=autoSubjectSegment',
      'posPrompt=street',
      'negPrompt=rain',
      'denoiseType=15',
    ],
  },
};

/** The files of the service that a line's results were made from, in their order. */
function servedFiles(demo: Demo, line: JobLine): string[] {
  return demo
    .books()
    .results.filter((result) => result.executionId === line.executionId)
    .sort((a, b) => a.index - b.index)
    .map((result) => result.file ?? '');
}

const pixels = (file: string) => sharp(file).raw().toBuffer();

describe.each(agents.map(({ name, version }, at) => ({ name, version, at })))(
  'run with $name $version',
  ({ name, version, at }) => {
    const [metadata, images] = at % 4 === 0 ? ['keep', 2] : ['none', 1];

    it(`puts the service's own images on disk: ${images}, metadata ${metadata}`, async () => {
      const order = orders[`${name} ${version}`];
      if (order === undefined) throw new Error(`There is no order for ${name} ${version}.`);
      const [demo, data] = [shared(), await folder()];
      const before = demo.books().executions.length;
      const ended = await darkslide(
        [
          'run',
          order.photo,
          '--json',
          `--metadata=${metadata}`,
          `--agent=${name}`,
          `--agent-version=${version}`,
          `--set=batchCount=${images}`,
          ...order.set.flatMap((setting) => ['--set', setting]),
          ...(order.more ?? []),
          `--out=${join(data, 'results')}`,
        ],
        withService(demo, data),
      );
      expect(ended.stderr).not.toContain('error');
      const [line] = ended.jobs();
      expect(line).toMatchObject({ state: 'done', error: null });
      if (line === undefined) return;
      expect(ended.status).toBe(0);

      const served = servedFiles(demo, line);
      expect(line.results).toHaveLength(images);
      expect(served).toHaveLength(images);
      for (const [index, { file, bytes, width, height }] of line.results.entries()) {
        const [mine, theirs] = [await readFile(file), await readFile(served[index] ?? '')];
        expect(mine.length).toBe(bytes);
        // the resolution alone may be another, which EXIF states too
        const rest = (png: Buffer) => withoutChunks(png, 'pHYs', 'eXIf');
        expect(rest(mine).equals(rest(theirs))).toBe(metadata === 'none');
        expect((await pixels(file)).equals(await pixels(served[index] ?? ''))).toBe(true);
        expect(await sharp(file).metadata()).toMatchObject({ width, height });
      }
      expect(demo.books().executions).toHaveLength(before + 1);
    });
  },
);
