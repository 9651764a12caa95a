import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startDemo } from './demo.ts';
import type { Demo, DemoOptions } from './types.ts';

/**
 * Starts the demo service for Darkslide. Uses the port of the last start if that port is free, so
 * that recorded addresses stay valid. Rejects as `startDemo` does.
 */
export async function serveDemo(options: DemoOptions): Promise<Demo> {
  const portFile = join(options.folder, 'port');
  const demo = await listen(options, options.port ?? lastPort(portFile));
  rmSync(portFile, { force: true });
  writeFileSync(portFile, String(demo.port), { flag: 'wx' });
  return demo;
}

async function listen(options: DemoOptions, port: number): Promise<Demo> {
  try {
    return await startDemo({ ...options, port });
  } catch (error) {
    if (port === 0 || (error as { code?: string }).code !== 'EADDRINUSE') throw error;
    return await startDemo({ ...options, port: 0 });
  }
}

function lastPort(portFile: string): number {
  try {
    const port = Number(readFileSync(portFile, 'utf8'));
    return Number.isInteger(port) && port > 1023 && port < 65_536 ? port : 0;
  } catch {
    return 0; // the file does not exist at the first start
  }
}
