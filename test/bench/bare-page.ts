import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from '@playwright/test';

const SIZE = { width: 1280, height: 800 };

/** Works on a page at the size that is measured, with nothing in the cache. */
export async function onPage<T>(browser: Browser, work: (page: Page) => Promise<T>): Promise<T> {
  const context = await browser.newContext({ viewport: SIZE });
  try {
    return await work(await context.newPage());
  } finally {
    await context.close();
  }
}

/** A page that holds nothing but this, on a server of its own. */
export function servePage(html: string): Promise<{ address: string; close(): void }> {
  return serve((answer) => answer.setHeader('content-type', 'text/html').end(html));
}

/** A page with a canvas, on a server that has this JPEG as proxy.jpg. */
export function servePicture(picture: Buffer): Promise<{ address: string; close(): void }> {
  return serve((answer, url) => {
    const isPicture = url === '/proxy.jpg';
    answer.setHeader('content-type', isPicture ? 'image/jpeg' : 'text/html');
    answer.end(isPicture ? picture : '<!doctype html><title>Bare</title><canvas></canvas>');
  });
}

async function serve(
  give: (answer: ServerResponse, url: string | undefined) => void,
): Promise<{ address: string; close(): void }> {
  const server = createServer(({ url }, answer) => give(answer, url));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { address: `http://127.0.0.1:${port}/`, close: () => server.close() };
}
