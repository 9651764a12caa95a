import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { failure, success } from '#shared/problem.ts';
import type { Preferences } from '#shared/views/settings.ts';
import { tabTo } from '../../testing/keys.ts';
import { expectNoOverflow } from '../../testing/looks.ts';
import { plainStudio, settingsWith } from '../../testing/plain-studio.ts';
import { show, type Answers } from '../../testing/stage.ts';
import Settings from './Settings.svelte';

const section = (name: string) => page.getByRole('region', { name, exact: true });
const field = (name: string) => page.getByRole('textbox', { name, exact: true });
const perDay = field('Images a day, over all folders');
const enter = () => userEvent.keyboard('{Enter}');

const showWith = (answers: Answers) => show(Settings, { answers, at: '#/settings' });

describe('a number in the settings', () => {
  it('is saved with Enter, written as the studio has it, and taken back', async () => {
    const { asked } = showWith(plainStudio());
    await perDay.fill('1,200');
    await enter();
    await expect.element(section('Money').getByRole('status')).toMatchTextContent('Saved');
    await expect.element(perDay).toHaveValue('1200');
    await section('Money').getByRole('button', { name: 'Undo' }).click();
    await expect.element(perDay).toHaveValue('');
    const perDays = asked('settings.change').map(({ preferences }) => preferences.imagesPerDay);
    expect(perDays).toEqual([1200, null]);
  });

  it('is refused beside its field where it is none, and stays as it was typed', async () => {
    const { asked } = showWith(plainStudio());
    for (const text of ['0', '-3', '12 images', '1.5', '9'.repeat(20), 'مئة']) {
      await perDay.fill(text);
      await enter();
      await expect
        .element(section('Money'))
        .toMatchTextContent('Write a whole number from 1 to 1,000,000.');
      await expect.element(perDay).toHaveValue(text);
      await expect.element(perDay).toHaveAttribute('aria-invalid', 'true');
    }
    await userEvent.keyboard('{Escape}');
    await expect.element(perDay).toHaveValue('');
    expect(asked('settings.change')).toEqual([]);
  });

  it('that another window saves is shown beside what is typed here, and can be taken', async () => {
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
    await expect.element(section('Money')).toMatchTextContent('Another window saved: 500');
    await expect.element(perDay).toHaveValue('77');
    await section('Money').getByRole('button', { name: 'Take it' }).click();
    await expect.element(perDay).toHaveValue('500');
    save({ inFlight: 4 });
    await expect.element(field('Photos the service works on at once')).toHaveValue('4');
    // the field was left for the button
    expect(asked('settings.change')).toEqual([]);
  });

  it('is reached and saved by the keyboard alone', async () => {
    const { asked } = showWith(plainStudio());
    await tabTo(perDay);
    await userEvent.keyboard('60');
    await userEvent.tab();
    await expect.element(section('Money').getByRole('status')).toMatchTextContent('Saved');
    await tabTo(page.getByRole('radio', { name: 'Dark grey' }));
    await userEvent.keyboard('{ArrowRight}');
    await expect.poll(() => asked('settings.change').at(-1)?.preferences.appearance).toBe('mid');
  });
});

describe('names and folders in the settings', () => {
  it('are shown by an example, and refused beside their fields', async () => {
    const answers = plainStudio();
    showWith(answers);
    const naming = field('File names');
    await naming.fill('{sku}/{nam}');
    await expect.element(section('Naming')).toMatchTextContent('Did you mean {name}?');
    await naming.fill('{sku}/{name}-{index}');
    await expect.element(page.getByText('A1043/A1043-front_IMG_2291-1.png')).toBeVisible();
    await enter();
    await expect.element(section('Naming').getByRole('status').first()).toMatchTextContent('Saved');
    const pattern = field('Pattern for {sku}');
    await pattern.fill('(a+)+');
    await enter();
    await expect.element(section('Naming')).toMatchTextContent('repeats a group');
    await pattern.fill('IMG_([0-9]+)');
    await expect.element(page.getByText('2291', { exact: true })).toBeVisible();
    await enter();
    await expect.element(pattern).toHaveAttribute('aria-invalid', 'false');
  });

  it('are refused as the studio says, and never wider than the window', async () => {
    const answers = plainStudio();
    const kept = answers['settings.change'];
    answers['settings.change'] = () =>
      failure('path-not-chosen', 'Darkslide does not open it here.', { parameter: 'outFolder' });
    showWith(answers);
    const folder = field('Where results go');
    await folder.fill('Results');
    await enter();
    await expect.element(section('Folders')).toMatchTextContent('Write the whole path');
    await folder.fill(`/${'x'.repeat(200)}`);
    await enter();
    await expect.element(section('Folders')).toMatchTextContent('Darkslide does not open');
    await expect.element(folder).toHaveAttribute('aria-invalid', 'true');
    expectNoOverflow();
    if (kept !== undefined) answers['settings.change'] = kept;
    await folder.fill(`/y${'x'.repeat(200)}`);
    await enter();
    await expect
      .element(section('Folders').getByRole('status').first())
      .toMatchTextContent('Saved');
    expectNoOverflow();
  });
});

describe('the service in the settings', () => {
  it('is shown and not changed where the start named it', async () => {
    const settings = {
      ...settingsWith({}),
      service: { url: 'http://127.0.0.1:9', key: 'environment', isFixed: true },
    } as const;
    showWith(plainStudio({ settings }));
    const service = section('Service');
    await expect.element(service).toMatchTextContent('Its key comes from DARKSLIDE_API_KEY.');
    await expect.element(service).toMatchTextContent('named when Darkslide was started');
    await expect
      .element(page.getByRole('button', { name: 'Connect', exact: true }))
      .not.toBeInTheDocument();
  });
});

describe('the log and the diagnostics', () => {
  it('are there to read', async () => {
    const { asked } = showWith({
      ...plainStudio(),
      'log.page': ({ least }) =>
        success(
          least === 'info'
            ? [{ at: 0, level: 'info', text: 'Works with the demo service.', code: null }]
            : [],
        ),
      'diagnostics.get': () => success('Darkslide 1.0.0\nledger: 0 jobs'),
    });
    const log = page.getByRole('log', { name: 'Log' });
    await expect.element(log).toMatchTextContent('Works with the demo service');
    await page.getByRole('radio', { name: 'Errors', exact: true }).click();
    await expect.element(log).toMatchTextContent('Nothing of the kind');
    expect(asked('log.page').at(-1)?.least).toBe('error');
    await page.getByRole('button', { name: 'Show the diagnostics' }).click();
    await expect.element(section('Diagnostics')).toMatchTextContent('ledger: 0 jobs');
  });
});
