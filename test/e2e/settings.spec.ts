import type { Locator, Page } from '@playwright/test';
import { readFile, writeFile } from 'node:fs/promises';
import { test as base } from './account.ts';
import { expectAccessible, expectNoOverflow } from './hot-folders.ts';
import { goTo, pick } from './views.ts';
import { expect, takePictures } from './window.ts';

/** A password that does not occur in any page by chance. */
const PASSWORD = 'p4ss-0f-anna';

const test = base.extend<{ readonly settings: Locator }>({
  /**
   * Starts Darkslide without a service, so that it opens with the demo and the test connects to the service in
   * the settings.
   */
  startWith: { args: [], env: {} },
  settings: async ({ window }, use) => {
    await goTo(window, 'Settings');
    const view = window.getByRole('region', { name: 'Settings', exact: true });
    await expect(section(window, 'Service')).toBeVisible();
    await use(view);
  },
});

const section = (window: Page, name: string) =>
  window.getByRole('region', { name, exact: true }).filter({ has: window.getByRole('heading') });
const perDay = (window: Page) => window.getByRole('textbox', { name: 'Daily limit' });

/** Records everything that the studio sends to the page from now on. */
function told(page: Page): string[] {
  const frames: string[] = [];
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => frames.push(String(payload))),
  );
  return frames;
}

test('changes are saved, undone, exported to a file, and kept after a restart', async ({
  studio,
  window,
  settings,
  complaints,
}, { outputDir }) => {
  await test.step('a number is saved, and the change is undone', async () => {
    await perDay(window).fill('1,200');
    await perDay(window).press('Enter');
    const money = section(window, 'Spending');
    await expect(money.getByRole('status')).toContainText('Saved');
    await expect(perDay(window)).toHaveValue('1200');
    await expect(window.getByRole('contentinfo')).toContainText('of 1,200 images today');
    await money.getByRole('button', { name: 'Undo' }).click();
    await expect(perDay(window)).toHaveValue('');
    await perDay(window).fill('900');
    await perDay(window).blur();
    await expect(window.getByRole('contentinfo')).toContainText('of 900 images today');
  });

  for (const [appearance, name] of [
    ['light', 'Light grey'],
    ['mid', 'Mid grey'],
  ] as const) {
    await settings.getByRole('radio', { name }).click();
    await expect(window.locator('html')).toHaveAttribute('data-appearance', appearance);
    await takePictures(window, `settings-${appearance}`);
  }

  const network = section(window, 'Network');
  const proxy = network.getByRole('textbox', { name: 'Proxy address' });
  await test.step('a proxy is set, and its password is never sent back to the page', async () => {
    await pick(window, /^Proxy/, 'Manual', network);
    await proxy.fill('socks5://old.example:1080');
    await network.getByRole('button', { name: 'Save' }).click();
    await expect(proxy).toHaveAttribute('aria-invalid', 'true');
    await expect(network).toContainText('SOCKS');
    await takePictures(window, 'network-refused');
    await proxy.fill('http://proxy.example:8080');
    await network.getByRole('textbox', { name: 'Proxy user name' }).fill('anna');
    const password = network.getByRole('textbox', { name: 'Proxy password' });
    await password.fill(PASSWORD);
    await network.getByRole('button', { name: 'Save' }).click();
    await expect(window.getByText('Network settings saved')).toBeVisible();
    await expect(password).toHaveValue('');
    await expect(password).toHaveAttribute('placeholder', /Saved. Type to replace it./);
    await expect(network.getByRole('button', { name: 'Save' })).toBeDisabled();
  });

  await test.step('settings are exported, and unusable settings of an imported file are listed', async () => {
    const help = section(window, 'Help');
    const download = window.waitForEvent('download');
    await help.getByRole('button', { name: 'Export…' }).click();
    const file = `${outputDir}/settings.json`;
    await (await download).saveAs(file);
    const text = await readFile(file, 'utf8');
    expect(text).not.toContain(PASSWORD);
    const written = JSON.parse(text) as { preferences: object };
    expect(written.preferences).toMatchObject({ imagesPerDay: 900, appearance: 'mid' });
    const preferences = { imagesPerDay: 30, naming: '{nam}' };
    await writeFile(file, JSON.stringify({ ...written, preferences }));
    const chooser = window.waitForEvent('filechooser');
    await help.getByRole('button', { name: 'Import…' }).click();
    await (await chooser).setFiles(file);
    const said = help.getByRole('status').filter({ hasText: '1 setting imported' });
    await expect(said).toContainText('Daily limit: 30');
    await expect(said).toContainText('Result file names: ');
    await expect(perDay(window)).toHaveValue('30');
    await expectNoOverflow(window);
  });

  await studio.stop();
  await studio.start();
  await window.goto(`${studio.address()}#/settings`);
  await expect(perDay(window)).toHaveValue('30');
  await expect(window.locator('html')).toHaveAttribute('data-appearance', 'mid');
  await expect(proxy).toHaveValue('http://proxy.example:8080');
  expect(await window.content()).not.toContain(PASSWORD);
  // the page logged the lost connection
  complaints.length = 0;
});

test('a service is tested, connected and disconnected, and the key is never sent back to the page', async ({
  window,
  settings,
  service,
  host,
}) => {
  const frames = told(window);
  await window.reload();
  await expect(section(window, 'Service')).toBeVisible();
  const url = settings.getByRole('textbox', { name: 'Service address' });
  const key = settings.getByLabel('API key');
  const test = settings.getByRole('button', { name: 'Test connection' });
  await expect(key).toHaveAttribute('type', 'password');
  await expect(
    settings.getByText('To keep it, set the environment variable DARKSLIDE_API_KEY'),
  ).toBeVisible();

  await url.fill('not an address');
  await test.click();
  await expect(section(window, 'Service')).toContainText('Address is not valid');
  await url.fill('http://127.0.0.1:9');
  await test.click();
  await expect(section(window, 'Service')).toContainText("Server can't be reached");
  await url.fill(service.url);
  await key.fill('wrong-key');
  await test.click();
  await expect(section(window, 'Service')).toContainText('Key not accepted');
  await takePictures(window, 'settings-refused');
  await expect(key).toHaveValue('wrong-key');

  await key.fill(service.key);
  await test.click();
  await expect(section(window, 'Service')).toContainText('The connection works.');
  await settings.getByRole('button', { name: 'Connect', exact: true }).click();
  await expect(section(window, 'Service')).toContainText(`Connected to ${service.url}`);
  await expect(window.getByRole('contentinfo')).toContainText('Service connected');
  await expect(key).toHaveValue('');
  await expectAccessible(window);
  await takePictures(window, 'settings-connected');

  await settings.getByRole('button', { name: 'Show diagnostics' }).click();
  await expect(settings.getByRole('region', { name: 'Diagnostics' })).toContainText('Darkslide');
  const download = window.waitForEvent('download');
  await settings.getByRole('button', { name: 'Save as file' }).click();
  expect((await download).suggestedFilename()).toBe('darkslide-diagnostics.txt');
  expect(await window.content()).not.toContain(service.key);
  // the desktop has a different bridge, which other tests check
  expect(frames.length > 0).toBe(host === 'browser');
  expect(frames.filter((frame) => frame.includes(service.key))).toEqual([]);

  await settings.getByRole('button', { name: 'Use demo service' }).click();
  await expect(window.getByRole('contentinfo')).toContainText('Demo mode');
});
