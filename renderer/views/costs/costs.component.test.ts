import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Input } from '#shared/ipc.ts';
import { success } from '#shared/problem.ts';
import type { CostLine, CostSum } from '#shared/views/costs.ts';
import { recordDownloads } from '../../testing/downloads.ts';
import { expectAccessible, expectNoOverflow, expectText } from '../../testing/looks.ts';
import { settingsWith } from '../../testing/plain-studio.ts';
import type { Answers, Stage } from '../../testing/stage.ts';
import { showWindow } from '../../testing/window.ts';

const sum = (some: Partial<CostSum>): CostSum => ({
  outcome: 'delivered',
  runs: 1,
  images: 4,
  currency: 'EUR',
  minor: 80,
  ...some,
});
const lines: readonly CostLine[] = [
  { group: 'ACME', ...sum({ images: 10, minor: 200 }) },
  { group: 'ACME', ...sum({ outcome: 'doubt' }) },
  { group: 'Bella', ...sum({ images: 12, minor: 240 }) },
  { group: null, ...sum({ outcome: 'open', currency: null, minor: 0 }) },
];
const totals = [
  sum({ images: 22, minor: 440 }),
  sum({ outcome: 'doubt' }),
  sum({ outcome: 'open', currency: null, minor: 0 }),
];

/** Shows the costs at an address. `found` returns the lines with which the studio answers a request. */
function showCosts(
  at: string,
  found: () => readonly CostLine[] = () => lines,
  others: Answers = {},
): Stage {
  const answers: Answers = {
    'costs.get': (asked) => {
      const all = found().map((line, at) => ({
        ...line,
        group: asked.by === 'day' ? `2026-11-2${at}` : line.group,
      }));
      return success({ ...asked, lines: all, totals, taxNote: 'without VAT' });
    },
    'costs.file': ({ format, by }) => success(`${format} by ${by}`),
  };
  return showWindow(at, () => ({ ...answers, ...others }));
}

const table = page.getByRole('table');
const heads = () =>
  table
    .getByRole('rowheader')
    .elements()
    .map((head) => head.textContent.trim().replaceAll(/\s+/g, ' '));
const column = (name: string) => table.getByRole('columnheader', { name });
const asked = (stage: Stage): Input<'costs.get'> | undefined => stage.asked('costs.get').at(-1);

it('costs show each outcome separately, with totals by currency', async () => {
  showCosts('#/costs?by=client');
  await expectText(table.getByRole('row', { name: /^ACME/ }), 'EUR 2.00', '10 images', 'EUR 2.80');
  await expectText(table.getByRole('row', { name: /^No client/ }), '4 images');
  const sums = table.getByRole('row', { name: /^Total/ });
  await expectText(sums.first(), 'EUR 4.40', 'EUR 5.20');
  await expectText(sums.nth(1), '4 images');
  await expect.element(page.getByText('without VAT')).toBeVisible();
  await page.getByText('What the columns mean').click();
  await expect
    .element(page.getByText('It is not known whether the service charged for the run.'))
    .toBeVisible();
  await expectAccessible();
});

it('costs can be sorted with the keyboard', async () => {
  showCosts('#/costs?by=client');
  await expect.element(column('Client')).toHaveAttribute('aria-sort', 'ascending');
  column('Total').getByRole('button').element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(column('Total')).toHaveAttribute('aria-sort', 'descending');
  expect(heads()).toEqual(['ACME', 'Bella', 'No client No price', 'Total', 'Total (no price set)']);
  await userEvent.keyboard('{Enter}');
  await expect.element(column('Total')).toHaveAttribute('aria-sort', 'ascending');
  expect(heads()).toEqual(['Bella', 'ACME', 'No client No price', 'Total', 'Total (no price set)']);
});

it('costs are shown for the days and groups in the address, which the user can change', async () => {
  const stage = showCosts('#/costs?period=range&from=2026-11-01');
  await expect.poll(() => asked(stage)).toEqual({ by: 'day', from: '2026-11-01', to: null });
  await expect.element(page.getByText('First day')).toBeVisible();
  await page.getByLabelText('Last day').fill('2026-11-15');
  await expect
    .poll(() => asked(stage))
    .toEqual({
      by: 'day',
      from: '2026-11-01',
      to: '2026-11-15',
    });
  await page.getByRole('combobox', { name: /^Group by/ }).click();
  await page.getByRole('option', { name: 'Article' }).click();
  await expect.poll(() => location.hash).toContain('by=article');
  await page.getByRole('combobox', { name: /^Period/ }).click();
  await page.getByRole('option', { name: 'Last month' }).click();
  await expect.poll(() => location.hash).toBe('#/costs?by=article&period=last-month');
  await expect.poll(() => asked(stage)?.from).toMatch(/^\d{4}-\d\d-01$/);
});

it('costs are empty at first, and are updated after changes in the ledger', async () => {
  let found: readonly CostLine[] = [];
  const stage = showCosts('#/costs', () => found);
  await expect
    .element(page.getByRole('heading', { name: 'No purchases in this period' }))
    .toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Export CSV' })).toBeDisabled();
  await expectAccessible();
  found = [{ group: '2026-11-20', ...sum({ currency: null, minor: 0 }) }];
  stage.tell('status');
  await expectText(table, 'Nov 20, 2026', '4 images');
  await expect.element(page.getByRole('link', { name: 'Set prices' })).toBeVisible();
});

it('exported files contain exactly what the studio has written', async () => {
  const saved = recordDownloads();
  const stage = showCosts('#/costs?by=client&period=range&from=2026-11-01&to=2026-11-30');
  await expect.element(table).toBeVisible();
  page
    .getByRole('button', { name: 'Export CSV' })
    .element()
    .dispatchEvent(new Event('click', { bubbles: true }));
  page
    .getByRole('button', { name: 'Export JSON' })
    .element()
    .dispatchEvent(new Event('click', { bubbles: true }));
  await expect
    .poll(() => saved.map(([name]) => name))
    .toEqual([
      'darkslide-costs-client-2026-11-01-2026-11-30.csv',
      'darkslide-costs-client-2026-11-01-2026-11-30.json',
    ]);
  const texts = await Promise.all(saved.map(([, blob]) => blob.text()));
  expect(texts).toEqual(['csv by client', 'json by client']);
  expect(stage.asked('costs.file')).toHaveLength(2);
});

it('costs fit in a narrow window and in German', async () => {
  const german = settingsWith({ language: 'de' });
  showCosts('#/costs?by=folder', undefined, { 'settings.get': () => success(german) });
  await page.viewport(640, 400);
  await expect.element(table.getByText('Später zugeordnet')).toBeInTheDocument();
  expectNoOverflow();
  await page.viewport(1280, 800);
  await expectAccessible();
});
