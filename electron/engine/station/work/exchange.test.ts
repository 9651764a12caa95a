import { randomUUID } from 'node:crypto';
import { expect, it, onTestFinished } from 'vitest';
import { enterStation } from '../../../../test/fixtures/entered-station.ts';
import { armInWindow } from '../../../../test/fixtures/fresh-ledger.ts';
import { ledgerIn } from '../../../../test/fixtures/new-ledger.ts';
import { ownFolder } from '../../../../test/fixtures/own-folder.ts';
import { sharedPostgres } from '../../../../test/fixtures/shared-postgres.ts';
import { systemClock } from '../../../base/clock.ts';
import { createWorkExchange } from './exchange.ts';
import type { SharedFolder, WorkParts } from './parts.ts';

const server = await sharedPostgres();

it('a station sends statements about shared photos only once it has a shared hot folder', async () => {
  const { shared, lease } = await enterStation(await server.newStudio(), 'A');
  const ledger = ledgerIn(await ownFolder('exchange'));
  onTestFinished(() => ledger.close());
  const id = armInWindow(ledger, { path: '/shoots/drop', outFolder: '/shoots/out' });
  const folders: SharedFolder[] = [];
  const sent: string[] = [];
  let exchanges = 0;
  const parts = {
    shared: new Proxy(shared.work, {
      get(work, name, receiver) {
        sent.push(String(name));
        return Reflect.get(work, name, receiver) as unknown;
      },
    }),
    ledger,
    clock: {
      ...systemClock,
      sleep: (_: number, signal?: AbortSignal) => systemClock.sleep(1, signal),
    },
    roots: {},
    takes: 'own',
    lease() {
      exchanges += 1;
      return lease;
    },
    folders: () => folders,
    hands: {
      room: () => 1,
      reaches: async () => true,
      stopped: () => ({ paused: [], parked: [] }),
      watchChanged() {},
      mistake(error: unknown) {
        throw error;
      },
    },
  } as unknown as WorkParts;
  const exchange = createWorkExchange(parts);
  exchange.start();
  onTestFinished(() => exchange.stop());
  await expect.poll(() => exchanges).toBeGreaterThan(5);
  expect(sent).toEqual([]);
  folders.push({ id, key: randomUUID() });
  const all = ['changes', 'watch', 'take'];
  await expect.poll(() => sent).toEqual(expect.arrayContaining(all));
});
