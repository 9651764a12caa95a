import { readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, expect, it } from 'vitest';
import { exportFinishPreset } from '#shared/finish/preset.ts';
import { shippedPresets } from '#shared/finish/shipped.ts';
import { importPreset } from '../../app/finish/import-preset.ts';
import { removePreset } from '../../app/finish/remove-preset.ts';
import { findMedia } from '../../app/pictures/media.ts';
import { plainRecipe } from '../../../test/fixtures/plain-recipe.ts';
import { valueOf } from '../../../test/fixtures/values.ts';
import { openWindow } from '../../../test/handlers/window.ts';

const window = await openWindow({}, afterAll);
const [shipped] = shippedPresets.map(({ preset }) => preset);
const own = { ...shipped!, name: 'my-shop' };
const ownPresets = async () => {
  const { presets } = await window.ask('finish.presets', {});
  return presets.filter((card) => card.shipped === null).map(({ preset }) => preset);
};

it('presets of the user can be imported, changed, and removed once the recipes that use them are known', async () => {
  const file = { text: exportFinishPreset(own), fileName: 'my-shop.json' };
  expect(await window.ask('finish.import', file)).toBe('my-shop');
  await expect.poll(() => window.hasTold('finish')).toBe(true);
  expect((await window.refused('finish.import', file)).code).toBe('finish-preset-taken');
  const taken = { preset: own, replaces: null };
  expect((await window.refused('finish.save', taken)).code).toBe('finish-preset-taken');
  const wider = { ...own, canvas: { aspect: '16:9', colour: '#ffffff' } };
  await window.ask('finish.save', { preset: wider, replaces: own });
  // as from another window, in which the preset was opened before that change
  const old = { preset: { ...own, shadow: 'keep' }, replaces: own };
  expect((await window.refused('finish.save', old)).code).toBe('edited-elsewhere');
  expect(await ownPresets()).toEqual([wider]);
  const recipe = { ...plainRecipe, name: 'Shop', delivery: { finish: ['my-shop'] } };
  await window.ask('recipes.save', { id: null, revision: null, recipe });
  expect(await window.ask('finish.used-by', { name: 'my-shop' })).toEqual(['Shop']);
  expect(await window.ask('finish.used-by', { name: 'ebay-main' })).toEqual([]);
  await window.ask('finish.remove', { name: 'my-shop' });
  expect(await ownPresets()).toEqual([]);
});

it('a preset that a command imports or removes is shown at once', async () => {
  const told = () => window.changes.filter(({ parts }) => parts.includes('finish')).length;
  const before = told();
  const text = exportFinishPreset({ ...own, name: 'from-command' });
  valueOf(await importPreset(window.folder, text, 'from-command.json'));
  await expect.poll(told).toBeGreaterThan(before);
  const imported = told();
  valueOf(await removePreset(window.folder, 'from-command'));
  await expect.poll(told).toBeGreaterThan(imported);
});

it('a copy of a preset file is reported and left out, and the preset can still be removed', async () => {
  await window.ask('finish.save', { preset: own, replaces: null });
  const folder = join(window.folder, 'finish-presets');
  const stray = ['my-shop (copy).json', 'amazon-main.json'];
  await writeFile(join(folder, stray[0]!), exportFinishPreset(own));
  await writeFile(join(folder, stray[1]!), exportFinishPreset({ ...own, name: 'amazon-main' }));
  expect(await ownPresets()).toEqual([own]);
  const { problems } = await window.ask('finish.presets', {});
  expect(problems).toMatchObject([
    { removable: 'amazon-main', problem: { code: 'finish-preset-taken' } },
    { removable: 'my-shop (copy)', problem: { code: 'finish-preset-invalid' } },
  ]);
  await window.ask('finish.remove', { name: 'my-shop' });
  expect(await ownPresets()).toEqual([]);
  // only files of this folder can be removed
  await writeFile(join(window.folder, 'other.json'), '{}');
  expect((await window.refused('finish.remove', { name: '../other' })).code).toBe(
    'finish-preset-unknown',
  );
  for (const { removable } of problems) await window.ask('finish.remove', { name: removable! });
  expect((await window.ask('finish.presets', {})).problems).toEqual([]);
  expect(await readdir(folder)).toEqual([]);
});

it('changes to built-in presets, and invalid presets, are refused', async () => {
  const refused = async (preset: object) =>
    (await window.refused('finish.save', { preset: { ...preset }, replaces: { ...preset } })).code;
  expect(await refused(shipped!)).toBe('finish-preset-taken');
  const edited = { ...shipped!, shadow: 'keep' } as const;
  const file = { text: exportFinishPreset(edited), fileName: 'a.json' };
  expect(await window.refused('finish.import', file)).toMatchObject({
    code: 'finish-preset-taken',
    message: expect.stringContaining('comes with Darkslide'),
  });
  expect(await refused({ ...own, name: '../escape' })).toBe('finish-preset-invalid');
  expect((await window.refused('finish.remove', { name: 'amazon-main' })).code).toBe(
    'finish-preset-unknown',
  );
});

it('a preview shows the position of the subject, and the full-size file is measured', async () => {
  const photo = await window.shot('shoe.png');
  const grey = { create: { width: 500, height: 250, channels: 3, background: '#345' } } as const;
  await sharp(grey)
    .extend({ top: 900, left: 700, right: 1800, bottom: 850, background: '#fff' })
    .png()
    .toFile(photo);
  const asked = { path: photo, preset: { ...own }, output: 0 };
  const preview = await window.ask('finish.preview', asked);
  // The subject's 500 px fill 87 % of the canvas.
  expect(Math.abs(preview.width - 500 / 0.87)).toBeLessThan(10);
  expect(preview.height).toBe(preview.width);
  const { left = 0, width = 0, top = 0, height = 0 } = preview.subject ?? {};
  expect(width / preview.width).toBeCloseTo(0.87, 2);
  expect((left + width / 2) / preview.width).toBeCloseTo(0.5, 2);
  expect((top + height / 2) / preview.height).toBeCloseTo(0.5, 2);
  const signal = new AbortController().signal;
  const picture = valueOf(await findMedia(window.session, `finish/${preview.picture}`, signal));
  expect(await sharp(picture.file).metadata()).toMatchObject({
    format: 'webp',
    width: preview.width,
  });

  const measured = await window.ask('finish.measure', asked);
  expect(measured).toMatchObject({ width: preview.width, height: preview.height, quality: 90 });
  expect(measured.bytes).toBeGreaterThan(1000);
  expect(measured.notes.map(({ code }) => code)).toEqual(['finish-smaller']);

  // Only the latest previews are kept.
  for (let n = 0; n < 7; n += 1) await window.ask('finish.preview', asked);
  expect(await readdir(join(window.folder, 'finish-preview'))).toHaveLength(6);
  await expect(stat(picture.file)).rejects.toThrow('ENOENT');
});

it('a preview is made only from photos that the page may name', async () => {
  const asked = { path: '/etc/hostname', preset: { ...own }, output: 0 };
  expect((await window.refused('finish.preview', asked)).code).not.toBe('internal');
  const unknown = { ...asked, path: await window.shot('other.jpg'), output: 5 };
  expect((await window.refused('finish.preview', unknown)).code).toBe('finish-preset-invalid');
});
