import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { causeText } from '#shared/problem.ts';
import { openPort } from '../base/parent-port.ts';
import { startDemo } from './demo.ts';
import { type DemoMessage, END } from './process.ts';
import type { Demo, DemoOptions } from './types.ts';

/**
 * The demo service as a process of its own: told its options in the first argument, ends when it is
 * told to or its parent is gone. It keeps its port from one start to the next where it is free, so
 * that addresses written down before stay good.
 */
const options = JSON.parse(process.argv[2] ?? '{}') as DemoOptions;
const portFile = join(options.folder, 'port');

async function listen(): Promise<Demo> {
  const port = options.port ?? lastPort();
  try {
    return await startDemo({ ...options, port });
  } catch (error) {
    if (port === 0 || (error as { code?: string }).code !== 'EADDRINUSE') throw error;
    return await startDemo({ ...options, port: 0 });
  }
}

function lastPort(): number {
  try {
    const port = Number(readFileSync(portFile, 'utf8'));
    return Number.isInteger(port) && port > 1023 && port < 65_536 ? port : 0;
  } catch {
    return 0; // the first start
  }
}

let demo: Demo | null = null;
const end = () => void demo?.close().then(() => process.exit(0));
const port = openPort(end);
const tell = (message: DemoMessage) => port.send(message);

try {
  demo = await listen();
  rmSync(portFile, { force: true });
  writeFileSync(portFile, String(demo.port), { flag: 'wx' });
  port.onMessage((message) => {
    if (message === END) end();
  });
  // a terminal sends Ctrl-C to all processes of a group: the parent decides when this one ends
  process.on('SIGINT', () => {});
  tell({ url: demo.url, key: demo.key });
} catch (error) {
  tell({ error: causeText(error) });
  process.exitCode = 1;
}
