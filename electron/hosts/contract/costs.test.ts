import { expect, it } from 'vitest';
import { usualPrices } from '#shared/prices.ts';
import { openWindow } from '../../../test/handlers/window.ts';
import { costsCsv } from '../../app/costs/files.ts';

it('the window shows and exports the costs that the command line prints', async () => {
  const window = await openWindow();
  const perImage = [{ agent: 'removeBG', version: null, amount: 20 }];
  const prices = { ...usualPrices, perImage, taxNote: 'without VAT' };
  await window.ask('settings.change', { preferences: { prices } });
  await window.until(await window.admit(), 'done');
  const asked = { by: 'agent', from: null, to: null } as const;
  const costs = await window.ask('costs.get', asked);
  const sum = { outcome: 'delivered', runs: 1, images: 1, currency: 'EUR', minor: 20 };
  expect(costs).toEqual({
    ...asked,
    lines: [{ group: 'removeBG', ...sum }],
    totals: [sum],
    taxNote: 'without VAT',
  });
  expect(window.hasTold('status')).toBe(true);
  expect(await window.ask('costs.file', { ...asked, format: 'csv' })).toBe(costsCsv(costs));
  const json = JSON.parse(await window.ask('costs.file', { ...asked, format: 'json' })) as object;
  expect(json).toMatchObject({ ...asked, totals: [{ minor: 20, amount: '0.20' }] });
});
