import { expect, it } from 'vitest';
import { usualPrices } from '#shared/prices.ts';
import { systemClock } from '#electron/base/clock.ts';
import { takeIn } from '../fixtures/fresh-ledger.ts';
import { intend, sha256Of } from '../fixtures/jobs.ts';
import { ledgerIn } from '../fixtures/new-ledger.ts';
import { darkslide, folder } from './darkslide.ts';

/** Creates a data folder in which one image was bought for EUR 0.20 at noon on each of these days. */
async function bought(days: readonly string[]): Promise<string> {
  const data = await folder('memory');
  let wall = 0;
  const perImage = [{ agent: 'removeBG', version: null, amount: 20 }];
  const clock = { ...systemClock, wall: () => wall };
  const ledger = ledgerIn(data, clock, () => ({ ...usualPrices, perImage }));
  for (const day of days) {
    wall = new Date(`${day}T12:00:00`).getTime();
    intend(ledger, takeIn(ledger, { sha256: sha256Of(day), name: `${day}.jpg` }), 1);
  }
  ledger.close();
  return data;
}

it('costs prints the costs of a month or of a period, as text, JSON and CSV', async () => {
  const data = await bought(['2026-10-31', '2026-11-01', '2026-11-15', '2026-11-30', '2026-12-01']);
  const costs = (...args: readonly string[]) => darkslide(['costs', ...args, '--data', data]);
  const daysOf = async (...args: readonly string[]) => {
    const [costs] = (await darkslide(['costs', ...args, '--json', '--data', data])).json();
    return (costs as { lines: { group: string }[] }).lines.map(({ group }) => group);
  };
  const november = ['2026-11-01', '2026-11-15', '2026-11-30'];
  expect(await daysOf('--month', '2026-11')).toEqual(november);
  expect(await daysOf('--from', '2026-11-15', '--to', '2026-11-30')).toEqual(november.slice(1));
  expect(await daysOf('--from', '2026-11-30')).toEqual(['2026-11-30', '2026-12-01']);
  expect(await daysOf('--to', '2026-11-01')).toEqual(['2026-10-31', '2026-11-01']);

  const csv = await costs('--by', 'month', '--month', '2026-11', '--csv');
  expect(csv).toMatchObject({
    status: 0,
    stdout: 'month,outcome,runs,images,currency,amount,taxNote\n2026-11,open,3,3,EUR,0.60,\n',
  });
  const text = await costs('--by', 'agent', '--month', '2026-11');
  expect(text.stdout.replaceAll('\u00A0', ' ')).toMatch(/removeBG +not finished +3 +3 +EUR 0\.60/);
  expect((await costs('--month', '2027-01')).stdout).not.toContain('removeBG');

  for (const wrong of [
    ['--month', '2026-13'],
    ['--from', '1.11.2026'],
    ['--to', '2026-02-30'],
  ]) {
    expect((await costs(...wrong)).status, wrong.join(' ')).toBe(2);
  }
  expect((await costs('--month', '2026-11', '--from', '2026-11-02')).status).toBe(2);
});
