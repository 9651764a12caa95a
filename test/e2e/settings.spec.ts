import type { Locator, Page } from '@playwright/test';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startDemo, type Demo } from '#electron/demo/demo.ts';
import { expectAccessible, expectNoOverflow } from './drop-folders.ts';
import { expect, takePicture, takePictures, test as base } from './window.ts';

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

test('what is changed is saved, taken back and kept over a restart, at 200 % and in Chinese', async ({
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

  await window.setViewportSize({ width: 640, height: 400 });
  await expectNoOverflow(window);
  await takePicture(window, 'settings-200-percent');
  await window.setViewportSize({ width: 1280, height: 800 });
  await settings.getByRole('combobox', { name: /^Language:/ }).click();
  await window.getByRole('option', { name: '简体中文' }).click();
  await expect(window.getByRole('heading', { name: '设置', exact: true })).toBeVisible();
  await expect(window.locator('html')).toHaveAttribute('lang', 'zh-CN');
  await expectAccessible(window);
  await takePictures(window, 'settings-chinese');
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
  const download = window.waitForEvent('download');
  await settings.getByRole('button', { name: 'Save as a file' }).click();
  expect((await download).suggestedFilename()).toBe('darkslide-diagnostics.txt');
  expect(await window.content()).not.toContain(KEY);
  // the desktop has a bridge of its own, which its tests listen to
  expect(frames.length > 0).toBe(host === 'browser');
  expect(frames.filter((frame) => frame.includes(KEY))).toEqual([]);

  await settings.getByRole('button', { name: 'Back to the demo' }).click();
  await expect(window.getByRole('contentinfo')).toContainText('Demo service');
});
