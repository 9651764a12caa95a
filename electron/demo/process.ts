import { fork } from 'node:child_process';
import { failure, success, type Outcome } from '#shared/problem.ts';
import { moduleBeside } from '../base/modules.ts';
import type { DemoOptions } from './types.ts';

/** The demo service in a process of its own, so that its picture work never weighs on the studio. */
export interface DemoProcess {
  readonly url: string;
  readonly key: string;
  close(): Promise<void>;
}

/** What the process says once it listens, or why it does not. */
export type DemoMessage =
  { readonly url: string; readonly key: string } | { readonly error: string };

/** ms for the process to start, before it is given up. */
const START_PATIENCE = 20_000;
const STOP_PATIENCE = 5_000;

/**
 * Starts the demo service beside the studio. It ends with this process, however that ends, because
 * the channel between them closes. Options must be plain data.
 */
export function startDemoProcess(options: DemoOptions): Promise<Outcome<DemoProcess>> {
  const child = fork(moduleBeside('./main', import.meta.url), [JSON.stringify(options)], {
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  return new Promise((resolve) => {
    const fail = (detail: string) => {
      clearTimeout(timer);
      child.kill('SIGKILL');
      resolve(failure('service-unreachable', 'The demo service could not be started.', { detail }));
    };
    const timer = setTimeout(() => fail('it did not listen in time'), START_PATIENCE);
    child.once('error', (error) => fail(error.message));
    const onExit = (code: number | null) => fail(`its process ended with ${code}`);
    child.once('exit', onExit);
    child.once('message', (message: DemoMessage) => {
      if ('error' in message) return fail(message.error);
      clearTimeout(timer);
      child.off('exit', onExit);
      resolve(
        success({
          url: message.url,
          key: message.key,
          async close() {
            if (child.connected) child.disconnect();
            const late = setTimeout(() => child.kill('SIGKILL'), STOP_PATIENCE);
            await exited;
            clearTimeout(late);
          },
        }),
      );
    });
  });
}
