import { expect, it, onTestFinished } from 'vitest';
import { systemClock } from '#electron/base/clock.ts';
import { createNetwork } from '#electron/adapters/network/network.ts';
import type { Way } from '#electron/adapters/network/ways.ts';
import { holdNext } from '../fixtures/holding.ts';
import { startProxy, type ProxyScript } from '../network/proxy.ts';
import type { Harness } from './harness.ts';
import { openHttpHarness } from './http-harness.ts';

const patience = { timeout: 55_000, interval: 20 };

/** Opens the queue with its service behind a proxy. Proxy settings are read again for each connection. */
async function behind(script: ProxyScript) {
  const ways: Way[] = [];
  const network = createNetwork({
    clock: systemClock,
    waysTo: () => Promise.resolve([...ways]),
  });
  const harness = await openHttpHarness({ network });
  const { host } = new URL(harness.demo.url);
  const leadsTo = { [host]: harness.demo.port };
  const proxy = await startProxy({ ...script, leadsTo });
  ways.push(proxy.way());
  onTestFinished(() => proxy.close());
  return { harness, ways, leadsTo };
}

const states = (harness: Harness, job: number) => harness.executions(job).map(({ state }) => state);

it('F27 a proxy requires a password: all jobs wait, none is in doubt, and they continue with another proxy', async () => {
  const { harness, ways, leadsTo } = await behind({ wants: 'anna:secret' });
  const job = await harness.admit();
  const closed = () => harness.closed();
  await expect.poll(closed, patience).toEqual([['service', 'proxy-authentication']]);
  expect(states(harness, job)).toEqual([]);
  const open = await startProxy({ leadsTo });
  onTestFinished(() => open.close());
  ways.splice(0, 1, open.way());
  await harness.until(job, 'done');
  expect(harness.bought()).toBe(1);
});

// The service counts a purchase once it has received the whole request, so a proxy that fails later only loses
// the answer.
it('F08 a proxy cuts the tunnel after the execute request: the request is in doubt, and its execution is then found', async () => {
  let isCut = false;
  const { harness } = await behind({
    onTunnelled: (piece, { cut }) => {
      if (isCut || !piece.includes('/agent/task/execute')) return;
      isCut = true;
      // the service receives the request before the tunnel is cut
      const looking = setInterval(() => {
        if (harness.bought() === 0) return;
        clearInterval(looking);
        cut();
        goOn();
      }, 1);
    },
  });
  const goOn = holdNext(harness.demo, 'execute');
  const job = await harness.done();
  expect(isCut).toBe(true);
  expect(harness.bought()).toBe(1);
  expect(harness.asked('execute')).toBe(1);
  expect(states(harness, job)).toEqual(['finished']);
  expect(harness.history(job)).toContain('in doubt');
});
