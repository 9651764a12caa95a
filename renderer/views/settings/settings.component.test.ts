import { describe, expect, it } from 'vitest';
import { noLimits } from '#shared/spending-limits.ts';
import { page, userEvent } from 'vitest/browser';
import { failure } from '#shared/page-failure.ts';
import { success } from '#shared/problem.ts';
import type { Preferences } from '#shared/views/settings.ts';
import { tabTo } from '../../testing/keys.ts';
import { expectAccessible, expectNoOverflow, expectText } from '../../testing/looks.ts';
import { plainStudio, settingsWith } from '../../testing/plain-studio.ts';
import { show, type Answers } from '../../testing/stage.ts';
import { speak } from '../../texts/texts.svelte.ts';
import Settings from './Settings.svelte';

const section = (name: string) => page.getByRole('region', { name, exact: true });
const field = (name: string) => page.getByRole('textbox', { name, exact: true });
const perDay = field('Daily limit');
const enter = () => userEvent.keyboard('{Enter}');

const showWith = (answers: Answers) => show(Settings, { answers, at: '#/settings' });

const money = section('Spending');

describe('a number in the settings', () => {
  it('is saved with Enter, shown as stored, and can be undone', async () => {
    const { asked } = showWith(plainStudio());
    await perDay.fill('1,200');
    await enter();
    await expectText(money.getByRole('status'), 'Saved');
    await expect.element(perDay).toHaveValue('1200');
    await money.getByRole('button', { name: 'Undo' }).click();
    await expect.element(perDay).toHaveValue('');
    const perDays = asked('settings.change').map(({ preferences }) => preferences.imagesPerDay);
    expect(perDays).toEqual([1200, null]);
  });

  it('is rejected next to its field if it is invalid, and stays as typed', async () => {
    const { asked } = showWith(plainStudio());
    for (const text of ['0', '-3', '12 images', '1.5', '9'.repeat(20), 'مئة']) {
      await perDay.fill(text);
      await enter();
      await expectText(money, 'Enter a whole number from 1 to 1,000,000.');
      await expect.element(perDay).toHaveValue(text);
      await expect.element(perDay).toHaveAttribute('aria-invalid', 'true');
    }
    await userEvent.keyboard('{Escape}');
    await expect.element(perDay).toHaveValue('');
    expect(asked('settings.change')).toEqual([]);
  });

  it('that another window has saved meanwhile is shown next to the typed number, and can be used instead', async () => {
    let preferences: Partial<Preferences> = {};
    const { asked, tell } = showWith({
      ...plainStudio(),
      'settings.get': () => success(settingsWith(preferences)),
    });
    const save = (next: Partial<Preferences>) => {
      preferences = { ...preferences, ...next };
      tell('settings');
    };
    await perDay.fill('77');
    save({ imagesPerDay: 500 });
    await expectText(money, 'Changed in another window to: 500');
    await expect.element(perDay).toHaveValue('77');
    await money.getByRole('button', { name: 'Use new value' }).click();
    await expect.element(perDay).toHaveValue('500');
    await expect.element(perDay).toHaveFocus();
    save({ inFlight: 4 });
    await expect.element(field('Photos processed at once')).toHaveValue('4');
    // nothing is saved, although the click on the button has moved the focus out of the field
    expect(asked('settings.change')).toEqual([]);
  });

  it('that is corrected while it is being saved is saved as corrected', async () => {
    const studio = plainStudio();
    const released = Promise.withResolvers<void>();
    const { asked } = showWith({
      ...studio,
      'settings.change': async (change, signal) => {
        await released.promise;
        return studio['settings.change']!(change, signal);
      },
    });
    const perDays = () =>
      asked('settings.change').map(({ preferences }) => preferences.imagesPerDay);
    await perDay.fill('500');
    await enter();
    await expect.poll(perDays).toEqual([500]);
    await perDay.fill('50');
    await userEvent.tab();
    released.resolve();
    await expect.poll(perDays).toEqual([500, 50]);
    await expect.element(perDay).toHaveValue('50');
  });

  it('says in the new language that there is no limit, without a reload', async () => {
    showWith(plainStudio());
    await expect.element(perDay).toHaveAttribute('placeholder', 'No limit');
    await speak('de');
    await expect.element(field('Tageslimit')).toHaveAttribute('placeholder', 'Kein Limit');
  });

  it('can be reached and saved with the keyboard alone', async () => {
    const { asked } = showWith(plainStudio());
    await tabTo(perDay);
    await userEvent.keyboard('60');
    await userEvent.tab();
    await expectText(money.getByRole('status'), 'Saved');
    await tabTo(page.getByRole('radio', { name: 'Dark grey' }));
    await userEvent.keyboard('{ArrowRight}');
    await expect.poll(() => asked('settings.change').at(-1)?.preferences.appearance).toBe('mid');
  });
});

describe('names and folders in the settings', () => {
  it('show an example, and show problems next to their fields', async () => {
    showWith(plainStudio());
    const naming = field('File names');
    await naming.fill('{sku}/{nam}');
    await expectText(section('Naming'), 'Did you mean {name}?');
    await naming.fill('{sku}/{name}-{index}');
    await expect.element(page.getByText('A1043/A1043-front_IMG_2291-1.png')).toBeVisible();
    await enter();
    await expectText(section('Naming').getByRole('status').first(), 'Saved');
    const pattern = field('Article (SKU) pattern');
    await pattern.fill('(a+)+');
    await enter();
    await expectText(section('Naming'), 'contains a repeated group');
    await pattern.fill('IMG_([0-9]+)');
    await expect.element(page.getByText('2291', { exact: true })).toBeVisible();
    await enter();
    await expect.element(pattern).toHaveAttribute('aria-invalid', 'false');
  });

  it("show the studio's reason for rejecting them, and never overflow the window", async () => {
    const answers = plainStudio();
    let kept: Answers['settings.change'];
    const says = 'Darkslide does not open it here.';
    const refused = failure({ code: 'path-not-chosen', message: says, parameter: 'outFolder' });
    showWith({ ...answers, 'settings.change': (...asked) => kept?.(...asked) ?? refused });
    const folder = field('Output folder');
    await folder.fill('Results');
    await enter();
    await expectText(section('Folders'), 'Enter the full path');
    await folder.fill(`/${'x'.repeat(200)}`);
    await enter();
    await expectText(section('Folders'), 'Darkslide does not open');
    await expect.element(folder).toHaveAttribute('aria-invalid', 'true');
    expectNoOverflow();
    kept = answers['settings.change'];
    await folder.fill(`/y${'x'.repeat(200)}`);
    await enter();
    await expectText(section('Folders').getByRole('status').first(), 'Saved');
    expectNoOverflow();
  });
});

it('the service is shown but cannot be changed if it was set when Darkslide started', async () => {
  const settings = {
    ...settingsWith({}),
    service: { url: 'http://127.0.0.1:9', key: 'environment', isFixed: true },
  } as const;
  showWith(plainStudio({ settings }));
  const service = section('Service');
  await expectText(service, 'The API key comes from DARKSLIDE_API_KEY.');
  await expectText(service, 'set when Darkslide started');
  const connect = page.getByRole('button', { name: 'Connect', exact: true });
  await expect.element(connect).not.toBeInTheDocument();
});

it('settings of the administrator are locked and marked, and a maximum of the administrator is shown', async () => {
  const managed = {
    file: '/etc/darkslide/policy.json',
    locked: ['language', 'naming', 'network.proxy', 'notifications'],
    limits: { ...noLimits, imagesPerDay: 500, inFlight: null },
    within: null,
  };
  showWith(plainStudio({ settings: { ...settingsWith({}), managed } }));
  for (const locked of [
    section('Network').getByRole('combobox', { name: /^Proxy/ }),
    section('Naming').getByRole('textbox', { name: 'File names' }),
    section('Window').getByRole('combobox', { name: /^Language/ }),
    section('Window').getByRole('switch', { name: 'Notifications' }),
  ]) {
    await expect.element(locked).toBeDisabled();
    const by = /Set by your administrator \(.*policy\.json\)/;
    await expect.element(locked).toHaveAccessibleDescription(by);
  }
  await expect.element(perDay).toBeEnabled();
  await expect.element(perDay).toHaveAccessibleDescription(/administrator allows up to 500\./);
  await expectAccessible();
  expectNoOverflow();
});

it('the log and the diagnostics can be read', async () => {
  const text = 'Works with the demo service.';
  const line = { at: 0, level: 'info', text, code: null } as const;
  const { asked } = showWith({
    ...plainStudio(),
    'log.page': ({ least }) => success(least === 'info' ? [line] : []),
    'diagnostics.get': () => success('Darkslide 1.0.0\nledger: 0 jobs'),
  });
  const log = page.getByRole('log', { name: 'Log' });
  await expectText(log, 'Works with the demo service');
  await page.getByRole('radio', { name: 'Errors', exact: true }).click();
  await expectText(log, 'No entries since');
  expect(asked('log.page').at(-1)?.least).toBe('error');
  await page.getByRole('button', { name: 'Show diagnostics' }).click();
  await expectText(section('Diagnostics'), 'ledger: 0 jobs');
});

it('after the user has enabled ratings in files, missing ratings are counted, and are written on request', async () => {
  let waits = { waiting: 0, untold: 1 };
  const { asked, tell } = showWith({
    ...plainStudio(),
    'library.marks-in-files': () => success(waits),
    'library.write-marks': () => {
      waits = { waiting: 0, untold: 0 };
      tell('marks');
      return success(null);
    },
  });
  const folders = section('Folders');
  await expect.element(folders).not.toMatchTextContent('not up to date');
  await folders.getByRole('switch', { name: 'Write ratings and picks to files' }).click();
  await expectText(folders, '1 file is not up to date.');
  await folders.getByRole('button', { name: 'Write now' }).click();
  await expect.element(folders).not.toMatchTextContent('not up to date');
  expect(asked('library.write-marks')).toHaveLength(1);
});

describe('a price per image', () => {
  const price = field('Remove background');

  it('that is followed by a second change before the answer keeps both', async () => {
    const answers = plainStudio();
    const held: (() => void)[] = [];
    const { asked } = showWith({
      ...answers,
      'settings.change': async (...given) => {
        await new Promise<void>((resolve) => held.push(resolve));
        return (
          answers['settings.change']?.(...given) ??
          failure({ code: 'studio-gone', message: 'Gone.' })
        );
      },
    });
    await money.getByText('Prices', { exact: true }).click();
    const second = field('AI pose');
    await price.fill('0.20');
    await second.fill('0.30');
    await userEvent.tab();
    await expect.poll(() => held).toHaveLength(1);
    held[0]?.();
    await expect.poll(() => held).toHaveLength(2);
    held[1]?.();
    const sent = () =>
      asked('settings.change').map(({ preferences }) => preferences.prices?.perImage);
    await expect.poll(() => sent().at(-1)).toHaveLength(2);
    await expect.element(price).toHaveValue('0.20');
    await expect.element(second).toHaveValue('0.30');
  });

  it('is typed in the currency, saved in its smallest unit, and removed when the field is cleared; so is the tax note', async () => {
    const { asked } = showWith(plainStudio());
    await money.getByText('Prices', { exact: true }).click();
    await price.fill('0,12');
    await enter();
    await expectText(money.getByRole('status'), 'Saved');
    await expect.element(price).toHaveValue('0.12');
    await field('Currency').fill('jpy');
    await enter();
    await expect.element(field('Currency')).toHaveValue('JPY');
    await expect.element(price).toHaveValue('12');
    await price.fill('');
    await enter();
    await expect.element(price).toHaveValue('');
    await field('Tax note').fill(' plus 19% VAT');
    await enter();
    await expect.element(field('Tax note')).toHaveValue('plus 19% VAT');
    const removeBG = { agent: 'removeBG', version: null, amount: 12 };
    const saved = asked('settings.change').map(({ preferences }) => preferences.prices);
    expect(saved).toEqual([
      { currency: 'EUR', perImage: [removeBG], taxNote: '' },
      { currency: 'JPY', perImage: [removeBG], taxNote: '' },
      { currency: 'JPY', perImage: [], taxNote: '' },
      { currency: 'JPY', perImage: [], taxNote: 'plus 19% VAT' },
    ]);
  });

  it('that is not a number, and an unknown currency, are rejected next to their fields', async () => {
    const { asked } = showWith(plainStudio());
    await money.getByText('Prices', { exact: true }).click();
    await price.fill('0.125');
    await enter();
    await expectText(money, 'Enter a price such as 0.12.');
    await field('Currency').fill('EURO');
    await enter();
    await expectText(money, 'Enter the code of a currency, such as EUR.');
    expect(asked('settings.change')).toEqual([]);
    await expectAccessible();
  });
});
