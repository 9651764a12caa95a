import type { Page } from '@playwright/test';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { WebSocket } from 'ws';
import type { StartWith } from './hosts.ts';
import { expect, listenTo, ownHost, takePictures, test } from './window.ts';

const heading = (page: Page) => page.getByRole('heading', { name: 'Queue', level: 1 });
const lost = (page: Page) => page.getByText('this page is not signed in');

/** A port that is free, so that a restart can take the same one again. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

test('A3 a page that came from a file stays signed in through a reload and in a second tab', async ({
  studio,
  page,
}) => {
  const file = join(studio.dataFolder, 'open.html');
  const address = studio.address();
  await writeFile(file, `<meta http-equiv="refresh" content="0;url=${address}">`);
  await page.goto(pathToFileURL(file).href);
  await expect(page.getByText('Connect your account')).toBeVisible();
  expect(page.url()).toBe(`${new URL(address).origin}/`);
  await page.reload();
  await expect(page.getByText('Connect your account')).toBeVisible();
  const second = await page.context().newPage();
  await second.goto(`${new URL(address).origin}/#/queue`);
  await expect(heading(second)).toBeVisible();
  await expect(second.getByText('Connect your account')).toBeVisible();
  await expect(lost(second)).toHaveCount(0);
  await second.close();
});

test('A3 a server on another port that receives the cookie can do nothing with it', async ({
  studio,
  window,
}) => {
  const cookies: string[] = [];
  const thief = createServer(({ headers }, answer) => {
    cookies.push(headers.cookie ?? '');
    answer.end('<!doctype html><title>thief</title>');
  }).listen(0, '127.0.0.1');
  await once(thief, 'listening');
  const other = await window.context().newPage();
  await other.goto(`http://127.0.0.1:${(thief.address() as AddressInfo).port}/`);
  await other.close();
  thief.closeAllConnections();
  thief.close();
  const cookie = cookies.find((given) => given !== '') ?? '';
  expect(cookie).toMatch(/^darkslide-\d+=/);

  const { origin, host } = new URL(studio.address());
  const headers = { cookie, origin };
  const get = async (path: string, init: RequestInit = {}) =>
    (await fetch(`${origin}${path}`, { headers, ...init })).status;
  expect(await get('/media/photo/1/160')).toBe(403);
  expect(await get('/media/none/photo/1/160')).toBe(403);
  expect(await get('/photos?name=a.jpg', { method: 'POST', body: 'a' })).toBe(403);
  expect(await (await fetch(`${origin}/session`, { headers })).json()).toEqual({
    isSignedIn: false,
  });
  const socket = new WebSocket(`ws://${host}/studio`, ['darkslide'], { headers });
  const [, answer] = (await once(socket, 'unexpected-response')) as [
    unknown,
    { statusCode: number },
  ];
  expect(answer.statusCode).toBe(403);
  socket.on('error', () => {}).terminate();
});

test.describe('after a restart on the same port', () => {
  test.use({
    startWith: async ({ host: _host }, use) => {
      const port = await freePort();
      await use({ args: ['--port', String(port)], env: {} } satisfies StartWith);
    },
  });

  test('B15 a page and its status bar say how to sign in again, and it does when the address is pasted', async ({
    studio,
    window,
    complaints,
  }) => {
    await window.keyboard.press('ControlOrMeta+3');
    await studio.stop();
    await studio.start();
    await expect(lost(window)).toBeVisible({ timeout: 20_000 });
    // what it had begun to load was cut
    complaints.length = 0;
    await takePictures(window, 'signed-out');
    const strip = window.getByRole('contentinfo', { name: 'Status' });
    await expect(strip).toContainText('Signed out: paste the address from the terminal above');
    await expect(strip).not.toContainText('does not answer');
    // the page is still the one it was, and says so after a reload as well
    await window.reload();
    await expect(lost(window)).toBeVisible({ timeout: 20_000 });

    const field = window.getByRole('textbox', { name: 'Address from the terminal' });
    await field.fill('http://example.com/?token=x');
    await window.getByRole('button', { name: 'Sign in' }).click();
    await expect(window.getByText('That is not an address of Darkslide.')).toBeVisible();
    await field.fill(studio.address());
    await window.getByRole('button', { name: 'Sign in' }).click();
    await expect(window.getByText('Connect your account')).toBeVisible();
    await expect(heading(window)).toBeVisible();
    await expect(lost(window)).toHaveCount(0);
  });

  test('B15 a page signs in by itself when another page of the new start is signed in', async ({
    studio,
    window,
    complaints,
  }) => {
    await studio.stop('SIGKILL');
    await studio.start();
    await expect(lost(window)).toBeVisible({ timeout: 20_000 });
    // what it had begun to load was cut
    complaints.length = 0;
    const fresh = await window.context().newPage();
    await fresh.goto(studio.address());
    await expect(fresh.getByText('Connect your account')).toBeVisible();
    await expect(lost(window)).toHaveCount(0);
    await expect(
      window.getByText('Service connected').or(window.getByText('Demo service')),
    ).toBeVisible();
    await fresh.close();
  });
});

test.describe('on a system that calls its language en-US@posix', () => {
  const tags = ['en-US@posix', 'C', 'POSIX', '', 'zz_ZZ.foo@bar'];
  test.use({ startWith: { args: [], env: { LC_ALL: 'en-US@posix', LANG: 'C' } } });

  test(
    'B15 the window is shown, whatever the browser calls its language',
    { tag: ownHost },
    async ({ studio, context, complaints }) => {
      for (const tag of tags) {
        const address = studio.address();
        const page = await context.newPage();
        listenTo(page, complaints);
        await page.addInitScript(
          `Object.defineProperty(navigator, 'languages', { get: () => [${JSON.stringify(tag)}] });
         Object.defineProperty(navigator, 'language', { get: () => ${JSON.stringify(tag)} });`,
        );
        await page.goto(address);
        await page.keyboard.press('ControlOrMeta+3');
        await expect(heading(page)).toBeVisible();
        await expect(page.getByText('0 running')).toBeVisible();
        await expect.poll(() => studio.address()).not.toBe(address);
        await page.close();
      }
    },
  );
});
