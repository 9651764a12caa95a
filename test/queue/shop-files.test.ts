import { renameSync, rmSync, symlinkSync } from 'node:fs';
import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import type { Finish } from '#electron/adapters/ledger/shop-files.ts';
import type { DeliveredFile, FetchedFile } from '#shared/job.ts';
import { sha256File } from '#electron/base/files.ts';
import { hotFolderAt } from '../fixtures/fresh-ledger.ts';
import { harnessAfter, openHarness, plainRecipe, type Harness } from './harness.ts';

const recipe = {
  ...plainRecipe,
  delivery: { metadata: 'none', finish: ['ebay-main', 'web-transparent'] },
};
const image = 'lipstick-rouge_removeBG_1';
const shopFiles = [
  `${image}_ebay-main.jpg`,
  `${image}_web-transparent.png`,
  `${image}_web-transparent.webp`,
];

/** Returns the delivered shop files of job 1, in the order of the ledger. */
function recorded({ ledger }: Harness) {
  return ledger.results.ofJob(1).flatMap(({ finish }) => finish?.files ?? []);
}

it('a run makes the shop files of a recipe from each delivered image, which stays unchanged', async () => {
  const harness = await openHarness();
  await harness.done({ recipe });
  const out = join(harness.folder, 'out');
  expect((await readdir(out)).sort()).toEqual([`${image}.png`, ...shopFiles].sort());
  const [result] = harness.ledger.results.ofJob(1);
  expect(await sha256File(join(out, `${image}.png`))).toBe(result?.delivered?.sha256);
  for (const { delivered } of recorded(harness)) {
    const { format, width, height } = await sharp(delivered?.file).metadata();
    expect(delivered).toMatchObject({
      width,
      height,
      bytes: (await stat(delivered?.file ?? '')).size,
    });
    expect(width).toBe(height);
    expect(await sha256File(delivered?.file ?? '')).toBe(delivered?.sha256);
    expect(shopFiles.some((name) => delivered?.file.endsWith(name))).toBe(true);
    expect(['jpeg', 'png', 'webp']).toContain(format);
  }
});

it('a run makes the shop files from the download if the image was moved away immediately after its delivery', async () => {
  const harness = await openHarness();
  const { results } = harness.ledger;
  const { delivered } = results;
  Object.assign(results, {
    delivered: (id: number, file: DeliveredFile) => {
      delivered(id, file);
      renameSync(file.file, join(harness.folder, 'moved.png'));
    },
  });
  await harness.done({ recipe });
  expect((await readdir(join(harness.folder, 'out'))).sort()).toEqual(shopFiles);
});

it.each([
  ['once are made again', 1, 'done', shopFiles],
  ['each time hold the job for the user', Infinity, 'held', []],
] as const)('shop files that are lost in the data folder %s', async (_, times, state, files) => {
  const harness = await openHarness();
  const { results } = harness.ledger;
  const { finished } = results;
  let lost = 0;
  Object.assign(results, {
    finished: (id: number, finish: Finish) => {
      finished(id, finish);
      lost += 1;
      if (lost > times) return;
      for (const { made } of finish.files) rmSync(made?.file ?? '');
    },
  });
  await harness.until(await harness.admit({ recipe }), state);
  const out = await readdir(join(harness.folder, 'out'));
  expect(out.sort()).toEqual([`${image}.png`, ...files].sort());
});

it.each([
  ['once is downloaded again', 1, 'done', null],
  ['each time is held for the user', Infinity, 'held', 'download-failed'],
] as const)(
  'a result that is lost in the data folder %s, and is bought once',
  async (_, times, state, problem) => {
    const harness = await openHarness();
    const { results } = harness.ledger;
    const { fetched } = results;
    let lost = 0;
    Object.assign(results, {
      fetched: (id: number, file: FetchedFile) => {
        fetched(id, file);
        lost += 1;
        if (lost <= times) rmSync(file.file);
      },
    });
    const job = await harness.admit();
    expect(await harness.until(job, state)).toBe(problem);
    expect(harness.bought()).toBe(1);
    expect(harness.delivered(job)).toEqual(state === 'done' ? ['image'] : []);
  },
);

/** Creates a preset `mine` that writes JPEGs with this name. */
function savePreset(harness: Harness, name: string): Promise<void> {
  const canvas = { aspect: null, colour: '#ffffff' };
  const outputs = [{ name, format: 'jpeg' }];
  const preset = { name: 'mine', canvas, subject: { fill: 0.8 }, outputs };
  return writePreset(harness, JSON.stringify(preset));
}

/** Writes the file of a preset `mine`. */
async function writePreset({ folder }: Harness, text: string): Promise<void> {
  await mkdir(join(folder, 'data/finish-presets'), { recursive: true });
  await writeFile(join(folder, 'data/finish-presets/mine.json'), text);
}

it.each([
  ['result', { metadata: 'none', name: 'web/{name}' }],
  ['shop file', { metadata: 'none', finish: ['mine'] }],
  ['shop file, beside a missing preset,', { metadata: 'none', finish: ['gone', 'mine'] }],
])(
  'A5 a run whose %s would get into a hot folder through its name is held, and nothing is bought',
  async (_, delivery) => {
    const harness = await openHarness();
    await savePreset(harness, 'web/{name}');
    hotFolderAt(harness.ledger, join(harness.folder, 'out/web'));
    const job = await harness.admit({ recipe: { ...recipe, delivery } });
    expect(await harness.until(job, 'held')).toBe('name-in-hot-folder');
    expect(harness.bought()).toBe(0);
  },
);

it('a run puts shop files into the subfolder that their name gives', async () => {
  const harness = await openHarness();
  await savePreset(harness, 'web/{recipe}/{name}');
  await harness.done({ recipe: { ...recipe, delivery: { finish: ['mine'] } } });
  expect(await readdir(join(harness.folder, 'out/web/mine'))).toEqual([`${image}.jpg`]);
});

it.each([
  ['no longer exists', null, 'finish-preset-unknown'],
  ['has an invalid file', '{', 'finish-preset-invalid'],
])(
  'a run whose preset %s makes the files of the other presets, and says what to do',
  async (_, text, code) => {
    const harness = await openHarness();
    if (text !== null) await writePreset(harness, text);
    const delivery = { metadata: 'none', finish: ['mine', 'ebay-main'] };
    const job = await harness.admit({ recipe: { ...recipe, delivery } });
    expect(await harness.until(job, 'done')).toBe(code);
    expect(harness.job(job).problem?.message).toContain('create the files with Export');
    const made = [`${image}.png`, `${image}_ebay-main.jpg`];
    expect((await readdir(join(harness.folder, 'out'))).sort()).toEqual(made);
  },
);

it('a run uses a preset that is complete again at the second attempt', async () => {
  const harness = await openHarness();
  await writePreset(harness, '{');
  const job = await harness.admit({ recipe: { ...recipe, delivery: { finish: ['mine'] } } });
  await harness.poll(() => harness.job(job).problem?.code).toBe('finish-preset-invalid');
  await savePreset(harness, '{name}_mine');
  expect(await harness.until(job, 'done')).toBeNull();
  expect(recorded(harness)).toMatchObject([{ preset: 'mine' }]);
});

it.each([
  ['before the purchase', 0],
  ['after the delivery', 1],
])('a run waits while its preset cannot be read, %s', async (_, bought) => {
  const harness = await openHarness();
  const presets = join(harness.folder, 'data/finish-presets');
  // a link to itself cannot be read
  const block = () => symlinkSync(presets, presets);
  const { results } = harness.ledger;
  const { delivered } = results;
  Object.assign(results, {
    delivered: (id: number, file: DeliveredFile) => {
      delivered(id, file);
      block();
    },
  });
  if (bought === 0) block();
  const job = await harness.admit({ recipe: { ...recipe, delivery: { finish: ['mine'] } } });
  await harness.poll(() => harness.job(job).problem?.code).toBe('file-unreadable');
  expect(harness.bought()).toBe(bought);
  Object.assign(results, { delivered });
  await rm(presets);
  await savePreset(harness, '{name}_mine');
  await harness.until(job, 'done');
  expect(recorded(harness)).toMatchObject([{ preset: 'mine' }]);
});

it.each([
  ['before the ledger records the files', { at: 'before', commit: 'finished' }],
  ['before the second file gets its final name', { at: 'after', commit: 'shopFileTarget', nth: 2 }],
  ['before the first file is recorded as delivered', { at: 'before', commit: 'shopFileDelivered' }],
] as const)(
  'F68 after the process is killed %s, a restart delivers each file once, complete',
  async (_, death) => {
    const harness = await harnessAfter({ death, recipe }, { demo: { render: 'full' } });
    await harness.until(1, 'done');
    const out = join(harness.folder, 'out');
    expect((await readdir(out)).sort()).toEqual([`${image}.png`, ...shopFiles].sort());
    for (const { delivered } of recorded(harness)) {
      expect(await sha256File(delivered?.file ?? '')).toBe(delivered?.sha256);
    }
    expect(harness.bought()).toBe(1);
  },
);
