import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from '@playwright/test';

export const SIZE = { width: 1280, height: 800 };

/** A browser, or a context of a browser in which pages are signed in. */
type Pages = Pick<Browser, 'newContext'>;

/** The address of a page host, and a context in which its pages are signed in. */
export interface SignedIn {
  readonly address: string;
  readonly signedIn: Pages;
}

/**
 * Signs in with the one-time address of a page host. Returns the address to open after that, and a context
 * that opens signed-in pages with an otherwise empty cache.
 */
export async function signIn(browser: Browser, once: string): Promise<SignedIn> {
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    await page.goto(once);
    await page.getByRole('main').waitFor();
    const storageState = await context.storageState();
    const signedIn: Pages = {
      newContext: (options) => browser.newContext({ ...options, storageState }),
    };
    return { address: `${new URL(once).origin}/`, signedIn };
  } finally {
    await context.close();
  }
}

/** Runs work on a page of the usual size with an empty cache. */
export async function onPage<T>(browser: Pages, work: (page: Page) => Promise<T>): Promise<T> {
  const context = await browser.newContext({ viewport: SIZE });
  try {
    return await work(await context.newPage());
  } finally {
    await context.close();
  }
}

/** Runs work on several pages, one after another, and returns the time that each run returns. */
export async function onPages(
  browser: Pages,
  rounds: number,
  work: (page: Page) => Promise<number>,
): Promise<number[]> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) times.push(await onPage(browser, work));
  return times;
}

interface ServedPage extends Disposable {
  readonly address: string;
}

/** Serves a page that loads nothing else, from its own server. */
export function servePage(html: string): Promise<ServedPage> {
  return serve((answer) => answer.setHeader('content-type', 'text/html').end(html));
}

/** Serves a page with a canvas, and this JPEG as proxy.jpg. */
export function servePicture(picture: Buffer): Promise<ServedPage> {
  return serve((answer, url) => {
    const isPicture = url === '/proxy.jpg';
    answer.setHeader('content-type', isPicture ? 'image/jpeg' : 'text/html');
    answer.end(isPicture ? picture : '<!doctype html><title>Bare</title><canvas></canvas>');
  });
}

async function serve(
  give: (answer: ServerResponse, url: string | undefined) => void,
): Promise<ServedPage> {
  const server = createServer(({ url }, answer) => give(answer, url));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { address: `http://127.0.0.1:${port}/`, [Symbol.dispose]: () => server.close() };
}
