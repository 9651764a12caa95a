import { afterAll, expect, it } from 'vitest';
import { exportFinishPreset } from '#shared/finish/preset.ts';
import { shippedPresets } from '#shared/finish/shipped.ts';
import { openWindow } from '../../../test/handlers/window.ts';

const window = await openWindow({}, afterAll);
const [shipped] = shippedPresets.map(({ preset }) => preset);
const own = { ...shipped!, name: 'my-shop' };
const ownPresets = async () => {
  const { presets } = await window.ask('finish.presets', {});
  return presets.filter((card) => card.shipped === null).map(({ preset }) => preset);
};

it('presets of the user are imported, changed and removed, and the screens are told', async () => {
  const file = { text: exportFinishPreset(own), fileName: 'my-shop.json' };
  expect(await window.ask('finish.import', file)).toBe('my-shop');
  await expect.poll(() => window.hasTold('finish')).toBe(true);
  expect((await window.refused('finish.import', file)).code).toBe('finish-preset-taken');
  const taken = { preset: own, mayReplace: false };
  expect((await window.refused('finish.save', taken)).code).toBe('finish-preset-taken');
  const wider = { ...own, canvas: { aspect: '16:9', colour: '#ffffff' } };
  await window.ask('finish.save', { preset: wider, mayReplace: true });
  expect(await ownPresets()).toEqual([wider]);
  await window.ask('finish.remove', { name: 'my-shop' });
  expect(await ownPresets()).toEqual([]);
});

it('presets that ship, and invalid ones, are refused', async () => {
  const refused = async (preset: object) =>
    (await window.refused('finish.save', { preset: { ...preset }, mayReplace: true })).code;
  expect(await refused(shipped!)).toBe('finish-preset-taken');
  expect(await refused({ ...own, name: '../escape' })).toBe('finish-preset-invalid');
  expect((await window.refused('finish.remove', { name: 'amazon-main' })).code).toBe(
    'finish-preset-unknown',
  );
});
