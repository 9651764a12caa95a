import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { causeText } from '#shared/problem.ts';
import { startDemo } from './demo.ts';
import type { DemoMessage } from './process.ts';
import type { Demo, DemoOptions } from './types.ts';

/**
 * The demo service as a process of its own: told its options in the first argument, ends when the
 * channel to its parent closes. It keeps its port from one start to the next where it is free, so
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

const tell = (message: DemoMessage) => process.send?.(message);

try {
  const demo = await listen();
  writeFileSync(portFile, String(demo.port));
  process.once('disconnect', () => {
    void demo.close().then(() => process.exit(0));
  });
  // a terminal sends Ctrl-C to all processes of a group: the parent decides when this one ends
  process.on('SIGINT', () => {});
  tell({ url: demo.url, key: demo.key });
} catch (error) {
  tell({ error: causeText(error) });
  process.exitCode = 1;
}
