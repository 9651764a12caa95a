import type { Page } from '@playwright/test';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { WebSocket } from 'ws';
import type { StartWith } from './hosts.ts';
import { expect, takePictures, test } from './window.ts';

const heading = (page: Page) => page.getByRole('heading', { name: 'Queue', level: 1 });
const lost = (page: Page) => page.getByText('This page is signed out');

/** The first port to try; ports that systems assign automatically start at 32,768. */
const FIRST_PORT = 20_000;

/**
 * Returns a port that is still free after a restart, because it is below the ports that the system assigns and
 * no other test uses it.
 */
async function steadyPort(): Promise<number> {
  for (let port = FIRST_PORT + (process.pid % 10_000); ; port += 1) {
    const server = createServer().listen(port, '127.0.0.1');
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    );
    if (!isFree) continue;
    server.close();
    await once(server, 'close');
    return port;
  }
}

test('A3 a page opened from a file stays signed in, and its cookie is useless to other pages', async ({
  studio,
  page,
}) => {
  const first = studio.address();
  const { origin, host } = new URL(first);
  await test.step('A3 the page stays signed in after a reload and in a second tab', async () => {
    const file = join(studio.dataFolder, 'open.html');
    await writeFile(file, `<meta http-equiv="refresh" content="0;url=${first}">`);
    await page.goto(pathToFileURL(file).href);
    await expect(page.getByText('Connect your account')).toBeVisible();
    expect(page.url()).toBe(`${origin}/`);
    await page.reload();
    await expect(page.getByText('Connect your account')).toBeVisible();
    const second = await page.context().newPage();
    await second.goto(`${origin}/#/queue`);
    await expect(heading(second)).toBeVisible();
    await expect(second.getByText('Connect your account')).toBeVisible();
    await expect(lost(second)).toHaveCount(0);
    await second.close();
  });

  await test.step('A3 a server on another port that receives the cookie cannot use it', async () => {
    const cookies: string[] = [];
    const thief = createServer(({ headers }, answer) => {
      cookies.push(headers.cookie ?? '');
      answer.end('<!doctype html><title>thief</title>');
    }).listen(0, '127.0.0.1');
    await once(thief, 'listening');
    const other = await page.context().newPage();
    await other.goto(`http://127.0.0.1:${(thief.address() as AddressInfo).port}/`);
    await other.close();
    thief.closeAllConnections();
    thief.close();
    const cookie = cookies.find((given) => given !== '') ?? '';
    expect(cookie).toMatch(/^darkslide-\d+=/);

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
});

test.describe('after a restart on the same port', () => {
  test.use({
    startWith: async ({ host: _host }, use) => {
      const port = await steadyPort();
      await use({ args: ['--port', String(port)], env: {} } satisfies StartWith);
    },
  });

  test('B15 a page explains how to sign in again, with a pasted address or from another page', async ({
    studio,
    window,
    complaints,
  }) => {
    const strip = window.getByRole('contentinfo', { name: 'Status' });
    await window.keyboard.press('ControlOrMeta+3');
    await test.step('B15 the page explains how to sign in, even after a reload, and accepts the address', async () => {
      await studio.stop();
      await studio.start();
      await expect(lost(window)).toBeVisible();
      await takePictures(window, 'signed-out');
      await expect(strip).toContainText('Signed out');
      await expect(strip).not.toContainText('is not responding');
      // the address of the page does not change, even after a reload
      await window.reload();
      await expect(lost(window)).toBeVisible();

      const field = window.getByRole('textbox', { name: 'Address from the terminal' });
      await field.fill('http://example.com/?token=x');
      await window.getByRole('button', { name: 'Sign in' }).click();
      await expect(window.getByText('This is not a Darkslide address.')).toBeVisible();
      await field.fill(studio.address());
      await window.getByRole('button', { name: 'Sign in' }).click();
      await expect(window.getByText('Connect your account')).toBeVisible();
      await expect(heading(window)).toBeVisible();
      await expect(lost(window)).toHaveCount(0);
    });

    await test.step('B15 the page keeps its content after a crash, and signs in with another page', async () => {
      await window.keyboard.press('ControlOrMeta+1');
      const card = window.getByRole('article').first();
      await expect(card.getByText('Watching')).toBeVisible();
      await studio.stop('SIGKILL');
      await expect(strip).toContainText('Darkslide is not responding');
      await expect(card).toBeVisible();
      await studio.start();
      await expect(lost(window)).toBeVisible();
      const fresh = await window.context().newPage();
      await fresh.goto(studio.address());
      await expect(fresh.getByText('Connect your account')).toBeVisible();
      await expect(lost(window)).toHaveCount(0);
      await expect(strip).toContainText('Demo mode');
      await expect(card.getByText('Watching')).toBeVisible();
      await fresh.close();
    });
    // the page logged its aborted requests
    complaints.length = 0;
  });
});
