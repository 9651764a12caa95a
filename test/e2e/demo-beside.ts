import { fileURLToPath } from 'node:url';
import { causeText } from '#shared/problem.ts';
import type { HelperProcess } from '#electron/base/helper.ts';
import { END, type DemoMessage } from '#electron/demo/process.ts';
import { serveDemo } from '#electron/demo/serve.ts';
import type { Demo, DemoOptions } from '#electron/demo/types.ts';
import { startWarm } from '../fixtures/warm-helpers.ts';

const demoService = fileURLToPath(new URL('../../electron/demo/main.ts', import.meta.url));
const quick = { executionMs: 200, jitterMs: 80, psdMs: 100, preparationMs: 200 } as const;

/**
 * Starts what stands beside a window, in a process that opens one window after the other: the demo
 * service inside it, as quick as a test needs it, and image processes that serve the next window as well.
 */
export function startBeside(modulePath: string, args: readonly string[] = []): HelperProcess {
  if (modulePath !== demoService) return startWarm(modulePath, args);
  return startDemoHere(JSON.parse(args[0] ?? '{}') as DemoOptions);
}

function startDemoHere(options: DemoOptions): HelperProcess {
  const listeners: ((message: unknown) => void)[] = [];
  const exits: ((code: number | null) => void)[] = [];
  const tell = (message: DemoMessage) => {
    for (const listener of listeners) listener(message);
  };
  let isEnding = false;
  const end = async (code: number | null) => {
    // who hears of an end kills what has ended
    if (isEnding) return;
    isEnding = true;
    await (await serving)?.close();
    for (const exit of exits) exit(code);
  };
  const serving: Promise<Demo | null> = serveDemo({ ...options, speed: quick }).then(
    (demo) => {
      tell({ url: demo.url, key: demo.key });
      return demo;
    },
    (error: unknown) => {
      tell({ error: causeText(error) });
      return null;
    },
  );
  return {
    send: (message) => {
      if (message === END) void end(0);
    },
    onMessage: (listener) => void listeners.push(listener),
    onExit: (listener) => void exits.push(listener),
    kill: () => void end(null),
  };
}
