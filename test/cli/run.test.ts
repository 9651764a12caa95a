import { copyFile, readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readPsd } from 'ag-psd';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { cutOut, darkslide, folder, lineKeys, place, sharedDemo } from './darkslide.ts';
import { lightPhotograph } from '../fixtures/photographs.ts';
import { psdWithoutResolution, storedDpi } from '../fixtures/resolution.ts';
import { startPhotoServer } from './photo-server.ts';

const photo = lightPhotograph('lipstick-rouge.jpg');

/** A service with real pictures, for tests that look at the results. */
const rendering = sharedDemo({ render: 'full' });

describe('run', () => {
  it('prints one line per photo and a summary, and nothing else on stdout', async () => {
    const { demo, out, around } = await place(rendering());
    const ended = await darkslide(['run', photo, '--out', out, '--json', ...cutOut], around);
    expect(ended.status).toBe(0);
    const [line, summary, ...rest] = ended.json();
    expect(rest).toEqual([]);
    expect(Object.keys(line as object)).toEqual(lineKeys);
    expect(line).toMatchObject({
      photo,
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      state: 'done',
      taskId: demo.records().tasks.at(-1)?.taskId,
      executionId: demo.records().executions.at(-1)?.executionId,
      results: [{ file: join(out, 'lipstick-rouge_removeBG_1.png'), width: 700, height: 560 }],
      psd: null,
      error: null,
    });
    expect(summary).toEqual({
      summary: {
        photos: 1,
        done: 1,
        failed: 0,
        held: 0,
        cancelled: 0,
        images: 1,
        seconds: expect.any(Number),
      },
    });
    // a slow computer gets a progress line every 30 s, which is ignored here
    const slowly = /^\d+ finished, \d+ running, \d+ waiting\n/gm;
    expect(ended.stderr.replaceAll(slowly, '')).toBe(`Service: ${demo.url}\n`);
    expect(await readdir(out)).toEqual(['lipstick-rouge_removeBG_1.png']);
  });

  it('buys a photo once, lists it when it is given again, and buys it again on request', async () => {
    const { demo, data, out, around } = await place();
    const args = ['run', photo, '--out', out, '--json', ...cutOut];
    const first = await darkslide(args, around);

    const copy = join(data, 'another name.jpg');
    await copyFile(photo, copy);
    const second = await darkslide([...args, copy], around);
    expect(second.status).toBe(0);
    expect(second.jobs()).toEqual(
      [photo, copy].map((path) => ({ ...first.jobs()[0], photo: path, already: true })),
    );
    expect(second.summary()).toMatchObject({ photos: 2, done: 2, images: 0 });
    expect(demo.records().executions).toHaveLength(1);

    const again = await darkslide([...args, copy, '--again'], around);
    expect(demo.records().executions).toHaveLength(2);
    expect(new Set(again.jobs().map((line) => line.executionId))).toEqual(
      new Set([demo.records().executions[1]?.executionId]),
    );
    expect(again.summary()).toMatchObject({ photos: 2, done: 2, images: 1 });
    expect((await readdir(out)).sort()).toEqual([
      'lipstick-rouge_removeBG_1.png',
      'lipstick-rouge_removeBG_2.png',
    ]);
  });

  it('restores the photo’s original pixels in the area that the mask keeps, with a layered PSD', async () => {
    const { data, out, around } = await place(rendering());
    const mine = join(data, 'mine.png');
    const size = { width: 640, height: 600 };
    const pixels = await sharp(photo).resize(640, 600, { fit: 'fill' }).png().toBuffer();
    await sharp(pixels).withIccProfile('p3').png().toFile(mine);
    // a mask of the photo's size that keeps the left half
    const kept = Buffer.alloc(size.width * size.height);
    for (let i = 0; i < kept.length; i += 1) kept[i] = i % size.width < 320 ? 255 : 0;
    await sharp(kept, { raw: { ...size, channels: 1 } })
      .png()
      .toFile(join(data, 'mask.png'));
    const recipe = {
      agent: 'removeBG',
      params: { maskType: 'custom', backgroundHex: '#00ff00', batchCount: 1 },
      mask: 'mask.png',
      delivery: { originalPixels: true, feather: 6 },
    };
    await writeFile(join(data, 'recipe.json'), JSON.stringify(recipe));
    const args = ['run', mine, '--out', out, '--json', `--recipe=${join(data, 'recipe.json')}`];
    const [line] = (await darkslide(args, around)).jobs();
    expect(line).toMatchObject({ state: 'done', error: null, results: [size], layers: [size] });
    const [image, layers] = ['mine_removeBG_1.png', 'mine_removeBG_1_layers.psd'];
    expect((await readdir(out)).sort()).toEqual([image, layers]);

    const stored = (file: string) =>
      sharp(file, { ignoreIcc: true })
        .extract({ left: 0, top: 0, width: 314, height: 600 })
        .removeAlpha()
        .raw()
        .toBuffer();
    expect((await stored(join(out, image))).equals(await stored(mine))).toBe(true);
    const { icc } = await sharp(join(out, image)).metadata();
    expect(icc).toEqual((await sharp(mine).metadata()).icc);
    const psd = readPsd(await readFile(join(out, layers)), {
      skipCompositeImageData: true,
      skipLayerImageData: true,
    });
    expect(psd.children?.map(({ name, mask }) => [name, mask?.right])).toEqual([
      ['Result', undefined],
      ['Photo', 640],
    ]);
    const checked = await darkslide(['check', '--deep'], around);
    expect(checked.status, checked.stdout).toBe(0);
    expect(await readdir(join(data, 'work'))).toEqual([]);
  });

  it('downloads the PSD with the option --psd, or later with the command psd', async () => {
    const { demo, out, around } = await place(rendering());
    const args = ['run', photo, '--out', out, '--json', '--psd', ...cutOut];
    const [line] = (await darkslide(args, around)).jobs();
    expect(line?.error).toBeNull();
    expect(line?.psd).toMatchObject({
      file: expect.stringMatching(/\.psd$/),
      width: 700,
      height: 560,
    });
    const served = await readFile(demo.records().psds.at(-1)?.file ?? '');
    const mine = await readFile(line?.psd?.file ?? '');
    const isAsServed = (psd: Buffer) =>
      psdWithoutResolution(psd).equals(psdWithoutResolution(served));
    expect(storedDpi(mine)).not.toBeNull();
    expect(isAsServed(mine)).toBe(true);
    const layers = readPsd(mine, { skipLayerImageData: true, skipCompositeImageData: true });
    expect(layers.children?.length).toBeGreaterThan(1);

    const psd = await darkslide(['psd', line?.executionId ?? '', '--out', out, '--json'], around);
    expect(psd.status).toBe(0);
    const [{ psd: file }] = psd.json() as [{ psd: { file: string } }];
    const again = await readFile(file.file);
    expect(isAsServed(again)).toBe(true);
    expect(storedDpi(again)).toEqual([300, 300]);
  });

  it('passes the web address of a photo to the service unchanged', async () => {
    const { demo, out, around } = await place();
    const server = await startPhotoServer(await readFile(photo));
    const args = ['run', server.url, '--out', out, '--json', ...cutOut];
    const [line] = (await darkslide(args, around)).jobs();
    expect(line).toMatchObject({ photo: server.url, sha256: null, state: 'done' });
    expect(demo.records().executions[0]?.originalImage).toBe(server.url);
    expect(demo.records().uploads).toEqual([]);
    const again = await darkslide(args, around);
    expect(again.jobs()).toEqual([{ ...line, already: true }]);
  });

  it('accepts a recipe file and --set together, and names files as requested', async () => {
    const { demo, data, out, around } = await place();
    const recipe = join(data, 'white.json');
    await writeFile(
      recipe,
      // a byte order mark, with which some editors begin a file
      `\uFEFF${JSON.stringify({
        agent: 'removeBG',
        name: 'Grey',
        params: { maskType: 'autoSubjectSegment', backgroundHex: '#ffffff', batchCount: 1 },
      })}`,
    );
    const set = ['--set', 'backgroundHex=#888888', '--name', '{recipe}/{sku}-{index}'];
    const ended = await darkslide(
      ['run', photo, '--recipe', recipe, ...set, '--out', out, '--json'],
      around,
    );
    expect(ended.jobs()[0]?.results[0]?.file).toBe(join(out, 'Grey', 'lipstick-1.png'));
    expect(demo.records().executions[0]?.params).toMatchObject({ backgroundHex: '#888888' });
  });

  it('prints readable text without --json', async () => {
    const { out, around } = await place();
    const ended = await darkslide(['run', photo, '--out', out, ...cutOut], around);
    expect(ended.stdout).toMatch(
      /^Service: http.*\ndone +\S+\n +\S+\.png\n1 photo: 1 done; 1 new image in/,
    );
    expect(ended.stderr).toBe('');
  });

  it('uses the demo service if no service is given, and says so first', async () => {
    const data = await folder();
    const args = ['run', photo, '--out', join(data, 'out'), '--data', data, ...cutOut];
    const ended = await darkslide(args);
    expect(ended.status).toBe(0);
    expect(ended.stdout).toMatch(/^Demo service: http/);
  });
});
