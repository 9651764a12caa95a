import { mkdir, readFile, readdir, symlink, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { armInWindow } from '../fixtures/fresh-ledger.ts';
import { sha256Of } from '../fixtures/jobs.ts';
import { ledgerIn } from '../fixtures/new-ledger.ts';
import { plainRecipe } from '../fixtures/plain-recipe.ts';
import { recipeOf } from '../fixtures/values.ts';
import { darkslide, folder } from './darkslide.ts';

/** Writes a cut-out and returns its path. */
async function cutOut(home: string, name: string): Promise<string> {
  const file = join(home, name);
  const subject = {
    create: { width: 200, height: 120, channels: 3, background: '#a04020' },
  } as const;
  await sharp({
    create: { width: 400, height: 300, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } },
  })
    .composite([{ input: subject }])
    .png()
    .toFile(file);
  return file;
}

it('finish writes files of several presets, adds numbers to names that already exist, and does not change the photo', async () => {
  const home = await folder();
  const photo = await cutOut(home, 'shoe .png');
  const before = await readFile(photo);
  const args = [
    'finish',
    photo,
    '--preset',
    'ebay-main,web-transparent',
    '--out',
    join(home, 'out'),
  ];
  const first = await darkslide([...args, '--data', home, '--json']);
  expect(first.status).toBe(0);
  expect(first.json()).toMatchObject([
    { preset: 'ebay-main', width: 235, height: 235, notes: ['finish-smaller'] },
    { preset: 'web-transparent', notes: ['finish-smaller'] },
    { preset: 'web-transparent', notes: [] },
  ]);
  const second = await darkslide([...args, '--data', home]);
  expect(second.stdout).toContain('3 files written');
  const names = await readdir(join(home, 'out'));
  expect(names).toHaveLength(6);
  expect(names.filter((name) => name.includes('-2.'))).toHaveLength(3);
  expect((await readFile(photo)).equals(before)).toBe(true);
});

it('finish needs a preset and an output folder', async () => {
  const home = await folder();
  for (const given of [
    ['--preset', 'ebay-main'],
    ['--out', home],
  ]) {
    const ended = await darkslide(['finish', 'a.png', ...given, '--data', home]);
    expect(ended.status).toBe(2);
    expect(ended.stderr).toMatch(/--(?:preset|out) </);
  }
});

it('finish reports a photo that cannot be read and finishes the others', async () => {
  const home = await folder();
  const good = await cutOut(home, 'good.png');
  const bad = join(home, 'bad.jpg');
  await writeFile(bad, 'not a photo');
  const args = ['finish', bad, good, '--preset', 'ebay-main', '--out', join(home, 'out')];
  const ended = await darkslide([...args, '--data', home]);
  expect(ended.status).toBe(1);
  expect(ended.stderr).toContain('photo-not-an-image');
  expect(await readdir(join(home, 'out'))).toEqual(['good_ebay-main.jpg']);
});

it('finish exports, imports and removes presets', async () => {
  const home = await folder();
  const data = ['--data', home];
  const file = join(home, 'mine.json');
  expect((await darkslide(['finish', 'export', 'ebay-main', file, ...data])).status).toBe(0);
  expect(await darkslide(['finish', 'import', file, ...data])).toMatchObject({ status: 2 });
  const text = await readFile(file, 'utf8');
  await writeFile(
    file,
    text.replace('"ebay-main"', '"mine"').replace('"{name}_{recipe}"', '"a/{name}"'),
  );
  expect((await darkslide(['finish', 'import', file, ...data])).stdout).toContain('"mine" added');
  expect((await darkslide(['finish', 'presets', ...data])).stdout).toMatch(/mine +your preset/);
  const photo = await cutOut(home, 'shoe.png');
  const out = join(home, 'out');
  await darkslide(['finish', photo, '--preset', 'mine', '--out', out, ...data]);
  expect(await readdir(join(out, 'a'))).toEqual(['shoe.jpg']);
  const ledger = ledgerIn(home);
  ledger.savedRecipes.add(recipeOf({ ...plainRecipe, name: 'Plain' }));
  for (const name of ['White', 'Grey']) {
    const delivery = { finish: ['ebay-main', 'mine'] };
    ledger.savedRecipes.add(recipeOf({ ...plainRecipe, name, delivery }));
  }
  ledger.close();
  const removed = await darkslide(['finish', 'remove', 'mine', ...data]);
  expect(removed.status).toBe(0);
  expect(removed.stdout).toContain('The recipes Grey and White used it');
  const unknown = await darkslide(['finish', photo, '--preset', 'mine', '--out', out, ...data]);
  expect(unknown.status).toBe(2);
  expect(unknown.stderr).toContain('finish-preset-unknown');
});

it('finish import refuses a preset and reports every problem in it', async () => {
  const home = await folder();
  const file = join(home, 'bad.json');
  const bad = {
    name: '../escape',
    canvas: { aspect: '1:1', colour: 'white' },
    subject: { fill: 2, fil: 1 },
    outputs: [{ format: 'gif' }],
  };
  await writeFile(file, JSON.stringify(bad));
  const ended = await darkslide(['finish', 'import', file, '--data', home]);
  expect(ended.status).toBe(2);
  for (const parameter of [
    'name',
    'canvas.colour',
    'subject.fill',
    'subject.fil',
    'outputs.0.format',
  ]) {
    expect(ended.stderr).toContain(parameter);
  }
});

it('finish does not follow a link out of the output folder', async () => {
  const home = await folder();
  await mkdir(join(home, 'out'));
  await mkdir(join(home, 'elsewhere'));
  await symlink(join(home, 'elsewhere'), join(home, 'out', 'a'));
  const preset = {
    name: 'linked',
    canvas: { aspect: '1:1', colour: '#ffffff' },
    subject: { fill: 0.85 },
    outputs: [{ name: 'a/{name}', format: 'png' }],
  };
  await writeFile(join(home, 'linked.json'), JSON.stringify(preset));
  await darkslide(['finish', 'import', join(home, 'linked.json'), '--data', home]);
  const photo = await cutOut(home, 'shoe.png');
  const args = ['finish', photo, '--preset', 'linked', '--out', join(home, 'out')];
  const ended = await darkslide([...args, '--data', home]);
  expect(ended.status).toBe(1);
  expect(ended.stderr).toContain('finish-failed');
  expect(await readdir(join(home, 'elsewhere'))).toEqual([]);
});

it('finish refuses an output folder inside a hot folder before anything is written', async () => {
  const home = await folder();
  const [data, drop] = [join(home, 'data'), join(home, 'drop')];
  await mkdir(data);
  await mkdir(drop);
  const ledger = ledgerIn(data);
  armInWindow(ledger, { path: drop, outFolder: join(home, 'results') });
  ledger.close();
  const photo = await cutOut(home, 'shoe.png');
  const args = ['finish', photo, '--preset', 'ebay-main', '--data', data];
  const ended = await darkslide([...args, '--out', join(drop, 'shop')]);
  expect(ended.status).toBe(2);
  expect(ended.stderr).toContain('This folder is inside a hot folder');
  expect(await readdir(drop)).toEqual([]);
});

it('finish removes files that a killed command has left, but not the files of a running one', async () => {
  const home = await folder();
  const out = join(home, 'out');
  await mkdir(out);
  const kind = `.finish-${sha256Of(hostname()).slice(0, 12)}`;
  // no process has this number, because it is above the highest number on every system
  const [left, used] = [
    `${kind}-99999999-a.darkslide-part`,
    `${kind}-${process.pid}-a.darkslide-part`,
  ];
  for (const name of [left, used]) await writeFile(join(out, name), 'half');
  const photo = await cutOut(home, 'shoe.png');
  await darkslide(['finish', photo, '--preset', 'ebay-main', '--out', out, '--data', home]);
  expect((await readdir(out)).sort()).toEqual([used, 'shoe_ebay-main.jpg']);
});
