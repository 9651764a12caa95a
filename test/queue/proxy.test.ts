import { expect, it, onTestFinished } from 'vitest';
import { systemClock } from '#electron/base/clock.ts';
import { createNetwork } from '#electron/adapters/network/network.ts';
import type { Way } from '#electron/adapters/network/ways.ts';
import { holdNext } from '../fixtures/holding.ts';
import { startProxy, type ProxyScript } from '../network/proxy.ts';
import type { Desk } from './desk.ts';
import { openHttpDesk } from './http-desk.ts';

const patience = { timeout: 40_000, interval: 20 };

/** The queue with its service behind a proxy, which the ways are asked for with each connection. */
async function behind(script: ProxyScript) {
  const ways: Way[] = [];
  const network = createNetwork({
    clock: systemClock,
    waysTo: () => Promise.resolve([...ways]),
  });
  const desk = await openHttpDesk({ network });
  const { host } = new URL(desk.demo.url);
  const leadsTo = { [host]: desk.demo.port };
  const proxy = await startProxy({ ...script, leadsTo });
  ways.push(proxy.way());
  onTestFinished(() => proxy.close());
  return { desk, ways, leadsTo };
}

const states = (desk: Desk, job: number) => desk.executions(job).map(({ state }) => state);

it('F27 a proxy asks for a password: all wait, nothing is in doubt, and they go on behind another', async () => {
  const { desk, ways, leadsTo } = await behind({ wants: 'anna:secret' });
  const job = await desk.admit();
  const closed = () => desk.closed();
  await expect.poll(closed, patience).toEqual([['service', 'proxy-authentication']]);
  expect(states(desk, job)).toEqual([]);
  const open = await startProxy({ leadsTo });
  onTestFinished(() => open.close());
  ways.splice(0, 1, open.way());
  await desk.until(job, 'done');
  expect(desk.bought()).toBe(1);
});

/*
 * What is bought is counted at the service, which had the whole request: a proxy that is gone afterwards
 * took only its answer along.
 */
it('F08 a proxy cuts the tunnel when the request to execute has gone through: doubt, then adopted', async () => {
  let isCut = false;
  const { desk } = await behind({
    onTunnelled: (piece, { cut }) => {
      if (isCut || !piece.includes('/agent/task/execute')) return;
      isCut = true;
      // the service has it first
      const looking = setInterval(() => {
        if (desk.bought() === 0) return;
        clearInterval(looking);
        cut();
        goOn();
      }, 1);
    },
  });
  const goOn = holdNext(desk.demo, 'execute');
  const job = await desk.done();
  expect(isCut).toBe(true);
  expect(desk.bought()).toBe(1);
  expect(desk.asked('execute')).toBe(1);
  expect(states(desk, job)).toEqual(['finished']);
  expect(desk.history(job)).toContain('in doubt');
});
