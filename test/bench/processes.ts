import { readFile } from 'node:fs/promises';
import type { Browser, Page } from '@playwright/test';

/**
 * Returns the memory in MB of the largest renderer process. Other renderer processes are empty ones
 * that the browser keeps in reserve.
 */
export async function rendererMemory(browser: Browser, page: Page): Promise<number> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  const pids = processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id);
  if (pids.length === 0) throw new Error(`Nothing draws ${page.url()}.`);
  return Math.max(...(await Promise.all(pids.map(memoryOf))));
}

/**
 * Returns the memory of a process in MB, including its part of shared memory; NaN without /proc.
 */
export async function memoryOf(pid: number): Promise<number> {
  const held = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '');
  return Number(/^Pss:\s+(\d+)/m.exec(held)?.[1] ?? NaN) / 1024;
}
