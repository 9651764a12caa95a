import { createServer } from 'node:http';
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
export async function servePage(html: string): Promise<{ address: string; close(): void }> {
  const server = createServer((_, answer) => {
    answer.setHeader('content-type', 'text/html');
    answer.end(html);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { address: `http://127.0.0.1:${port}/`, close: () => server.close() };
}
