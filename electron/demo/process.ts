import { fileURLToPath } from 'node:url';
import { failure } from '#shared/failure.ts';
import { success, type Outcome } from '#shared/problem.ts';
import type { StartHelper } from '../base/helper.ts';
import { moduleBeside } from '../base/modules.ts';
import type { DemoOptions } from './types.ts';

/** The demo service in a separate process, so that its image processing does not slow down the main process. */
export interface DemoProcess {
  readonly url: string;
  readonly key: string;
  close(): Promise<void>;
}

/** The message from the process when it is listening, or when it failed to start. */
export type DemoMessage =
  { readonly url: string; readonly key: string } | { readonly error: string };

/** Deadline in ms for the process to start. */
const START_PATIENCE = 20_000;
const STOP_PATIENCE = 5_000;

/** The message that ends the process. */
export const END = 'end';

/**
 * Starts the demo service in a second process. The second process ends when this process ends, even
 * after a crash, because the channel between them closes. The options must be plain data.
 */
export function startDemoProcess(
  options: DemoOptions,
  start: StartHelper,
): Promise<Outcome<DemoProcess>> {
  const path = fileURLToPath(moduleBeside('./main', import.meta.url));
  const helper = start(path, [JSON.stringify(options)]);
  return new Promise((resolve) => {
    const fail = (detail: string) => {
      clearTimeout(timer);
      helper.kill();
      resolve(failure('demo-unavailable', {}, { detail }));
    };
    const timer = setTimeout(() => fail('it did not listen in time'), START_PATIENCE);
    const exited = new Promise<void>((over) => {
      helper.onExit((code) => {
        fail(`its process ended with ${code}`);
        over();
      });
    });
    helper.onMessage((said) => {
      const message = said as DemoMessage;
      if ('error' in message) return fail(message.error);
      clearTimeout(timer);
      resolve(
        success({
          url: message.url,
          key: message.key,
          async close() {
            const late = setTimeout(() => helper.kill(), STOP_PATIENCE);
            try {
              helper.send(END);
              await exited;
            } finally {
              clearTimeout(late);
            }
          },
        }),
      );
    });
  });
}
