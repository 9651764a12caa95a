import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { usualPrices, type Prices } from '#shared/prices.ts';
import { systemClock } from '#electron/base/clock.ts';
import { admit, intend, sha256Of } from '../fixtures/jobs.ts';
import { ledgerIn } from '../fixtures/new-ledger.ts';
import { recipeOf } from '../fixtures/values.ts';
import { expectNoEnglish } from './english.ts';
import { expectAccessible, expectNoOverflow } from './hot-folders.ts';
import { goToChinese } from './views.ts';
import { expect, takePictures, test as base } from './window.ts';

/** Names of recipes and clients, which are not translated. */
const NAMES = ['White background', 'Ghost mannequin, grey', 'Linked later'];

const test = base.extend({
  prepare: ({ host: _host }, use) => use((dataFolder: string) => buy(join(dataFolder, 'demo'))),
});

/**
 * Records purchases of images of 40 articles with two recipes. The images have different outcomes: delivered,
 * failed, held, in doubt or open. The first purchases have no price.
 */
function buy(folder: string): void {
  let prices: Prices = usualPrices;
  const ledger = ledgerIn(folder, systemClock, () => prices);
  ledger.transaction(() => {
    ledger.pauses.pauseAll();
    const recipes = NAMES.slice(0, 2).map((name) => {
      const params = { maskType: 'autoSubjectSegment', batchCount: 2 };
      return ledger.jobs.recipe(recipeOf({ name, agent: 'removeBG', params }), sha256Of(name));
    });
    for (let n = 0; n < 120; n += 1) {
      if (n === 2) {
        const perImage = [{ agent: 'removeBG', version: null, amount: 20 }];
        prices = { currency: 'EUR', perImage, taxNote: 'without VAT' };
      }
      const name = `A${1000 + (n % 40)}_${n}.jpg`;
      const photo = { sha256: sha256Of(name), name, source: `/photos/ACME/${name}` };
      const jobId = admit(ledger, recipes[n % 3 === 0 ? 1 : 0] ?? 0, photo);
      const row = intend(ledger, jobId, 1 + (n % 4));
      if (n % 10 === 0) continue;
      ledger.executions.sending(row);
      if (n % 10 === 1) {
        ledger.executions.doubt(row, 'no answer');
        continue;
      }
      ledger.executions.started(row, `execution-${n}`);
      if (n % 10 > 3) see(row, name);
      ledger.executions.finished(row, n % 10 > 3 ? 'Success' : 'Failed');
      ledger.jobs.end(jobId, n % 10 === 2 ? 'failed' : n % 10 === 3 ? 'held' : 'done', null);
      function see(run: number, of: string): void {
        const image = { status: 'Success', progress: null, error: null } as const;
        ledger.results.see(run, [{ ...image, image: `https://cdn.example/${n}` }]);
        const [result] = ledger.results.ofJob(jobId);
        const file = { file: `/results/${of}`, sha256: of, bytes: 1, width: 1, height: 1 };
        ledger.results.target(result?.id ?? 0, file);
        ledger.results.delivered(result?.id ?? 0, file);
      }
    }
  });
  ledger.close();
}

/** Opens the costs view from the command palette with the keyboard. */
async function open(window: Page): Promise<void> {
  await window.keyboard.press('ControlOrMeta+k');
  await expect(window.getByRole('combobox', { name: 'Commands' })).toBeFocused();
  await window.keyboard.type('costs');
  await window.keyboard.press('Enter');
  await expect(window.getByRole('heading', { name: 'Costs' })).toBeVisible();
}

test('costs can be read, sorted and exported with the keyboard, and are in Chinese', async ({
  window,
}) => {
  await open(window);
  const table = window.getByRole('table');
  await expect(table.getByRole('row', { name: /^Total/ }).first()).toContainText('EUR');
  await expectAccessible(window);
  await expectNoOverflow(window);
  await window.getByRole('combobox', { name: /^Group by/ }).focus();
  await window.keyboard.press('Enter');
  await window.keyboard.type('Art');
  await window.keyboard.press('Enter');
  await expect(table.getByRole('columnheader', { name: 'Article' })).toBeVisible();
  await takePictures(window, 'costs');

  await table.getByRole('button', { name: 'Delivered' }).focus();
  await window.keyboard.press('Enter');
  await expect(table.getByRole('columnheader', { name: 'Delivered' })).toHaveAttribute(
    'aria-sort',
    'descending',
  );
  const amounts = await table.locator('tbody td.delivered').allTextContents();
  const numbers = amounts.map((text) => Number(/[\d.]+/.exec(text)?.[0] ?? 0));
  expect(numbers.slice(0, 40)).toEqual(numbers.slice(0, 40).toSorted((a, b) => b - a));

  const download = window.waitForEvent('download');
  await window.getByRole('button', { name: 'Export CSV' }).focus();
  await window.keyboard.press('Enter');
  const file = await readFile(await (await download).path(), 'utf8');
  expect(file).toMatch(/^\u{feff}article,outcome,runs,images,currency,amount,taxNote\n/u);
  expect(file).toContain('\nA1004,delivered,');

  await goToChinese(window, '费用');
  await expect(window.getByRole('columnheader', { name: '后来关联' })).toBeVisible();
  await window.getByText('各列的含义').click();
  await expectNoEnglish(window, NAMES);
  await takePictures(window, 'costs-chinese');
});
