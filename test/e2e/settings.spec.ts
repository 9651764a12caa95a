import type { Locator, Page } from '@playwright/test';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startDemo, type Demo } from '#electron/demo/demo.ts';
import { expectAccessible, expectNoOverflow, tabTo } from './drop-folders.ts';
import { expect, takePictures, test as base } from './window.ts';

/** Nothing like it stands in any page by chance. */
const KEY = 'k-4f7d19c0e2b84a55';

const test = base.extend<{ readonly settings: Locator; readonly service: Demo }>({
  settings: async ({ window }, use) => {
    await window.getByRole('link', { name: 'Settings' }).click();
    const room = window.getByRole('region', { name: 'Settings', exact: true });
    await expect(section(window, 'Service')).toBeVisible();
    await use(room);
  },
  /** A service of its own, with a key that is not the demo's. */
  service: async ({ host: _host }, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'darkslide-service-'));
    const demo = await startDemo({ folder, keys: [KEY] });
    await use(demo);
    await demo.close();
    await rm(folder, { recursive: true, force: true });
  },
});

const section = (window: Page, name: string) =>
  window.getByRole('region', { name, exact: true }).filter({ has: window.getByRole('heading') });
const perDay = (window: Page) =>
  window.getByRole('textbox', { name: 'Images a day, over all folders' });

/** Everything that the studio tells the page from now on. */
function told(page: Page): string[] {
  const frames: string[] = [];
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => frames.push(String(payload))),
  );
  return frames;
}

test('what is changed is saved, taken back, and kept over a restart', async ({
  studio,
  window,
  settings,
  complaints,
}) => {
  await perDay(window).fill('1,200');
  await perDay(window).press('Enter');
  const money = section(window, 'Money');
  await expect(money.getByRole('status')).toContainText('Saved');
  await expect(perDay(window)).toHaveValue('1200');
  await expect(window.getByRole('contentinfo')).toContainText('of 1,200 images today');
  await money.getByRole('button', { name: 'Undo' }).click();
  await expect(perDay(window)).toHaveValue('');
  await perDay(window).fill('900');
  await perDay(window).blur();
  await expect(window.getByRole('contentinfo')).toContainText('of 900 images today');

  await settings.getByRole('radio', { name: 'Light grey' }).click();
  await expect(window.locator('html')).toHaveAttribute('data-appearance', 'light');
  await expectAccessible(window);
  await takePictures(window, 'settings-light');
  await settings.getByRole('radio', { name: 'Mid grey' }).click();
  await expect(window.locator('html')).toHaveAttribute('data-appearance', 'mid');
  await expectAccessible(window);
  await takePictures(window, 'settings-mid');

  await studio.stop();
  await studio.start();
  complaints.length = 0;
  await window.goto(`${studio.address()}#/settings`);
  await expect(perDay(window)).toHaveValue('900');
  await expect(window.locator('html')).toHaveAttribute('data-appearance', 'mid');
  complaints.length = 0;
});

test('what is refused is told beside its field and not lost', async ({
  studio,
  window,
  settings,
}) => {
  for (const text of ['0', '-3', '12 images', '1.5', '9'.repeat(20), 'مئة']) {
    await perDay(window).fill(text);
    await perDay(window).press('Enter');
    await expect(section(window, 'Money')).toContainText(
      'Write a whole number from 1 to 1,000,000.',
    );
    await expect(perDay(window)).toHaveValue(text);
    await expect(perDay(window)).toHaveAttribute('aria-invalid', 'true');
  }
  await perDay(window).press('Escape');
  await expect(perDay(window)).toHaveValue('');

  const naming = settings.getByRole('textbox', { name: 'File names' });
  await expect(settings.getByText('A1043-front_IMG_2291_White background_1.png')).toBeVisible();
  await naming.fill('{sku}/{nam}');
  await expect(section(window, 'Naming')).toContainText('Did you mean {name}?');
  await naming.fill('{sku}/{name}-{index}');
  await expect(settings.getByText('A1043/A1043-front_IMG_2291-1.png')).toBeVisible();
  await naming.press('Enter');
  await expect(section(window, 'Naming').getByRole('status').first()).toContainText('Saved');
  const pattern = settings.getByRole('textbox', { name: 'Pattern for {sku}' });
  await pattern.fill('(a+)+');
  await pattern.press('Enter');
  await expect(section(window, 'Naming')).toContainText('repeats a group');
  await pattern.fill('IMG_([0-9]+)');
  await expect(settings.getByText('2291', { exact: true })).toBeVisible();
  await pattern.press('Enter');
  await expect(pattern).toHaveAttribute('aria-invalid', 'false');

  const folder = settings.getByRole('textbox', { name: 'Where results go' });
  await folder.fill('Results');
  await folder.press('Enter');
  await expect(section(window, 'Folders')).toContainText('Write the whole path');
  // a page may name only what can be chosen in it
  await folder.fill(`/${'x'.repeat(200)}`);
  await folder.press('Enter');
  await expect(section(window, 'Folders')).toContainText('Darkslide does not open');
  await expect(folder).toHaveAttribute('aria-invalid', 'true');
  await expectNoOverflow(window);
  await folder.fill(join(studio.dataFolder, 'x'.repeat(200)));
  await folder.press('Enter');
  await expect(section(window, 'Folders').getByRole('status').first()).toContainText('Saved');
  await expectNoOverflow(window);
  await takePictures(window, 'settings-filled');
});

test('a connection is tested, made and left, and the key never comes back', async ({
  window,
  settings,
  service,
  host,
}) => {
  const frames = told(window);
  await window.reload();
  await expect(section(window, 'Service')).toBeVisible();
  const url = settings.getByRole('textbox', { name: 'Address of the service' });
  const key = settings.getByLabel('API key');
  const test = settings.getByRole('button', { name: 'Test connection' });
  await expect(key).toHaveAttribute('type', 'password');
  await expect(settings.getByText('set DARKSLIDE_API_KEY to keep it')).toBeVisible();

  await url.fill('not an address');
  await test.click();
  await expect(section(window, 'Service')).toContainText('The address is not valid');
  await url.fill('http://127.0.0.1:9');
  await test.click();
  await expect(section(window, 'Service')).toContainText('It cannot be reached');
  await url.fill(service.url);
  await key.fill('wrong-key');
  await test.click();
  await expect(section(window, 'Service')).toContainText('The key is not accepted');
  await takePictures(window, 'settings-refused');
  await expect(key).toHaveValue('wrong-key');

  await key.fill(KEY);
  await test.click();
  await expect(section(window, 'Service')).toContainText('The connection works.');
  await settings.getByRole('button', { name: 'Connect', exact: true }).click();
  await expect(section(window, 'Service')).toContainText(`Darkslide works with ${service.url}`);
  await expect(window.getByRole('contentinfo')).toContainText('Service connected');
  await expect(key).toHaveValue('');
  await expectAccessible(window);
  await takePictures(window, 'settings-connected');

  await settings.getByRole('button', { name: 'Show the diagnostics' }).click();
  await expect(settings.getByRole('region', { name: 'Diagnostics' })).toContainText('Darkslide');
  expect(await window.content()).not.toContain(KEY);
  // the desktop has a bridge of its own, which its tests listen to
  expect(frames.length > 0).toBe(host === 'browser');
  expect(frames.filter((frame) => frame.includes(KEY))).toEqual([]);

  await settings.getByRole('button', { name: 'Back to the demo' }).click();
  await expect(window.getByRole('contentinfo')).toContainText('Demo service');
});

test('two windows change settings without taking words out of each other’s mouth', async ({
  studio,
  window,
  settings: _settings,
  context,
  host,
}) => {
  test.skip(host === 'desktop', 'it has one window');
  const other = await context.newPage();
  await other.goto(`${studio.address()}#/settings`);
  await expect(section(other, 'Money')).toBeVisible();
  await perDay(window).fill('77');

  await perDay(other).fill('500');
  await perDay(other).press('Enter');
  await expect(section(other, 'Money').getByRole('status')).toContainText('Saved');
  await expect(section(window, 'Money')).toContainText('Another window saved: 500');
  await expect(perDay(window)).toHaveValue('77');
  await section(window, 'Money').getByRole('button', { name: 'Take it' }).click();
  await expect(perDay(window)).toHaveValue('500');

  const inFlight = (page: Page) =>
    page.getByRole('textbox', { name: 'Photos the service works on at once' });
  await inFlight(other).fill('4');
  await inFlight(other).press('Enter');
  await expect(inFlight(window)).toHaveValue('4');
});

test('the log and the diagnostics are there to read', async ({ window, settings }) => {
  const log = settings.getByRole('log', { name: 'Log' });
  await expect(log).toContainText('Works with the demo service');
  await settings.getByRole('radio', { name: 'Errors', exact: true }).click();
  await expect(log).toContainText('Nothing of the kind');
  await settings.getByRole('button', { name: 'Show the diagnostics' }).click();
  const download = window.waitForEvent('download');
  await settings.getByRole('button', { name: 'Save as a file' }).click();
  expect((await download).suggestedFilename()).toBe('darkslide-diagnostics.txt');
  await log.scrollIntoViewIfNeeded();
  await takePictures(window, 'settings-help');
});

test('the keyboard alone changes settings', async ({ window, settings }) => {
  await tabTo(perDay(window));
  await window.keyboard.type('60');
  await window.keyboard.press('Tab');
  await expect(section(window, 'Money').getByRole('status')).toContainText('Saved');
  await tabTo(settings.getByRole('radio', { name: 'Dark grey' }));
  await window.keyboard.press('ArrowRight');
  await expect(window.locator('html')).toHaveAttribute('data-appearance', 'mid');
});

test('it can be used with text at 200 % and in Chinese', async ({ window, settings }) => {
  await window.setViewportSize({ width: 640, height: 400 });
  await expectNoOverflow(window);
  await window.screenshot({ path: 'test/e2e/artefacts/settings-200-percent.png' });
  await window.setViewportSize({ width: 1280, height: 800 });
  await settings.getByRole('combobox', { name: /^Language:/ }).click();
  await window.getByRole('option', { name: '简体中文' }).click();
  await expect(window.getByRole('heading', { name: '设置', exact: true })).toBeVisible();
  await expect(window.locator('html')).toHaveAttribute('lang', 'zh-CN');
  await expectAccessible(window);
  await takePictures(window, 'settings-chinese');
});

test.describe('with a service named at the start', () => {
  test.use({
    startWith: { args: ['--service', 'http://127.0.0.1:9'], env: { DARKSLIDE_API_KEY: KEY } },
  });

  test('the service is shown and not changed', async ({ window, settings }) => {
    await expect(section(window, 'Service')).toContainText('Its key comes from DARKSLIDE_API_KEY.');
    await expect(section(window, 'Service')).toContainText('named when Darkslide was started');
    await expect(settings.getByRole('button', { name: 'Connect', exact: true })).toHaveCount(0);
    expect(await window.content()).not.toContain(KEY);
  });
});
