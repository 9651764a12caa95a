import { causeText } from '#shared/problem.ts';
import { openPort } from '../base/parent-port.ts';
import { type DemoMessage, END } from './process.ts';
import { serveDemo } from './serve.ts';
import type { Demo, DemoOptions } from './types.ts';

/**
 * Runs the demo service as a separate process. The options of the service are the process's first
 * argument. The process ends when it receives `END` or when its parent process disconnects.
 */
const options = JSON.parse(process.argv[2] ?? '{}') as DemoOptions;

let demo: Demo | null = null;
const end = () => void demo?.close().then(() => process.exit(0));
const port = openPort(end);
const tell = (message: DemoMessage) => port.send(message);

try {
  demo = await serveDemo(options);
  port.onMessage((message) => {
    if (message === END) end();
  });
  // A terminal sends Ctrl-C to all processes of a group; only the parent decides when this process ends.
  process.on('SIGINT', () => {});
  tell({ url: demo.url, key: demo.key });
} catch (error) {
  tell({ error: causeText(error) });
  process.exitCode = 1;
}
