import { expect, onTestFinished } from 'vitest';
import { systemClock } from '#electron/base/clock.ts';
import { startDemo } from '#electron/demo/demo.ts';
import { createImages } from '#electron/adapters/images/images.ts';
import { startNode } from '#electron/adapters/images/start-node.ts';
import { createNetwork, type Network } from '#electron/adapters/network/network.ts';
import { noProxies } from '#electron/adapters/network/ways.ts';
import { hastyClock } from '../fixtures/hasty-clock.ts';
import {
  demoOptions,
  harnessFolder,
  sitDown,
  type Harness,
  type HarnessOptions,
} from './harness.ts';

/** How much faster the queue's clock runs than real time, so that a doubt window of minutes takes a moment. */
const HASTE = 100;

/**
 * One image process for all harnesses. It keeps no state between requests, and exits together with this
 * process.
 */
const images = createImages({ start: startNode, clock: systemClock, processes: 1 });

interface HttpOptions extends HarnessOptions {
  readonly haste?: number;
  /** The connection to the service; a direct connection by default. */
  readonly network?: Network;
  /**
   * Returns the address at which the queue reaches the service, such as the address of a proxy in front of the
   * service.
   */
  readonly through?: (url: string) => string | Promise<string>;
}

/** Opens a harness for tests of the connection, with real ports, a real image process, and clocks that run. */
export async function openHttpHarness(options: HttpOptions = {}): Promise<Harness> {
  const folder = await harnessFolder();
  const demo = await startDemo({
    ...demoOptions(folder, options),
    speed: { executionMs: 100, jitterMs: 0, psdMs: 50, ...options.demo?.speed },
  });
  onTestFinished(() => demo.close());
  const { network = createNetwork({ clock: systemClock, waysTo: noProxies }) } = options;
  const clock = hastyClock(options.haste ?? HASTE);
  const world = {
    demo,
    images,
    url: (await options.through?.(demo.url)) ?? demo.url,
    life: () => clock,
    wireClock: () => systemClock,
    networkOf: () => network,
    timeouts: { connectMs: 2000, headersMs: 2000, bodyMs: 2000 },
    during: <T>(work: Promise<T>) => work,
    poll: expect.poll,
    pass: (ms: number) => clock.sleep(ms),
  };
  return sitDown(folder, world, options);
}
