import { expect, it } from 'vitest';
import type { ExportOptions } from '#shared/views/export.ts';
import { exportExtension, exportFormOf, readExportForm } from './export-form.ts';

const options: ExportOptions = {
  folder: '/Volumes/Client',
  naming: '{name}',
  format: 'jpeg',
  profile: 'adobe-rgb',
  longSide: 1200,
  quality: 80,
  kind: 'images',
  presets: [],
};

it('an export form is read as the options that it was created from', () => {
  expect(readExportForm(exportFormOf(options))).toEqual({ options });
  const full = { ...options, longSide: null };
  expect(readExportForm(exportFormOf(full))).toEqual({ options: full });
  const spaced = { ...exportFormOf(options), folder: ' C:\\Client ', longSide: ' 300 ' };
  expect(readExportForm(spaced)).toEqual({
    options: { ...options, folder: 'C:\\Client', longSide: 300 },
  });
});

it.each([
  [{ folder: '' }, ['folder']],
  [{ folder: 'Client' }, ['folder']],
  [{ naming: '{nmae}' }, ['naming']],
  [{ quality: '101' }, ['quality']],
  [{ quality: '' }, ['quality']],
  [{ quality: '9.5', longSide: '15' }, ['longSide', 'quality']],
  [{ longSide: '1e3' }, ['longSide']],
  [{ kind: 'shops', naming: '{nmae}', quality: '' } as const, ['presets']],
])('an export form reports the fields of %o that cannot be used', (typed, wrong) => {
  expect(readExportForm({ ...exportFormOf(options), ...typed })).toEqual({ wrong: new Set(wrong) });
});

it('an export form ignores hidden fields', () => {
  const form = { ...exportFormOf(options), isSmaller: false, longSide: 'x', quality: '' };
  expect(readExportForm({ ...form, format: 'png' })).toMatchObject({
    options: { longSide: null, quality: 100 },
  });
  expect(exportExtension('tiff', '.webp')).toBe('.tif');
  expect(exportExtension('as-it-is', '.webp')).toBe('.webp');
});
