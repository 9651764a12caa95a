import type { Prices } from '#shared/prices.ts';
import type { SpendingLimits } from '#shared/spending-limits.ts';
import type { Clock } from '#electron/base/clock.ts';
import type { Station } from '#electron/engine/station/station.ts';
import type { Ledger } from '#electron/adapters/ledger/open.ts';
import type { Database } from '#electron/adapters/ledger/sqlite.ts';
import type { QueueEvent, Runner } from '#electron/engine/queue/runner-types.ts';
import { createRunner } from '#electron/engine/queue/runner.ts';
import type { CustomModelEvent, CustomModels } from '#electron/engine/models/types.ts';
import { createService } from '#electron/adapters/service/client.ts';
import { customModelsOf } from './customs.ts';
import { ledgerOf } from './ledger.ts';
import { baseUrl, networkOf, type Wires } from './network.ts';
import { deliveryOf, imagesOf } from './pictures.ts';
import { shopPreset } from './shops.ts';
import type { Life } from './time.ts';
import type { World } from './world.ts';

/** The user's settings for the next life of the program. */
export interface Settings {
  readonly key: string;
  /** The spending limits of the studio. */
  readonly spending: SpendingLimits;
  readonly prices: Prices;
  readonly inFlight: number;
}

export interface Outside extends Wires {
  readonly shelf: Database;
  /** Whether the service is asked to send notifications. */
  readonly isListening: boolean;
}

/** One life of the program. The ledger, the client and the queue are real; everything else is simulated. */
export interface Program {
  readonly life: Life;
  readonly ledger: Ledger;
  readonly runner: Runner;
  readonly customModels: CustomModels;
  /** Changes the limits and the prices. */
  limit(settings: Settings): Promise<void>;
}

const HEARD_AT = 'https://studio.example/';
const addressOf = (key: string) => `${HEARD_AT}${key}`;
/** Returns the key under which the ledger stores the address of a notification. */
export const keyOf = (url: string) => url.slice(HEARD_AT.length);

/** Milliseconds after which an execution that is still running is held. */
const EXECUTION_DEADLINE = 2 * 60_000;

/** @param join makes the program a station of a shared studio */
export function begin(
  world: World,
  outside: Outside,
  life: Life,
  settings: Settings,
  on: (event: QueueEvent | CustomModelEvent) => void,
  join?: (ledger: Ledger, clock: Clock) => Station,
): Program {
  const { time, chance } = world;
  const clock = time.clockOf(life);
  const disk = outside.disk.of(life);
  let { prices } = settings;
  const ledger = ledgerOf(world, outside.shelf, life, clock, () => prices);
  const station = join?.(ledger, clock);
  station?.start();
  const service = createService({
    baseUrl,
    key: settings.key,
    requestsPerSecond: () => station?.requestsPerSecond() ?? 100,
    clock,
    random: () => chance.number('client'),
    transport: networkOf(world, life, outside),
  });
  let addresses = 0;
  const newAddress = () => {
    addresses += 1;
    const key = `${life.number}-${addresses}`;
    return { key, url: addressOf(key) };
  };
  const limits = {
    inFlight: settings.inFlight,
    doubtWindow: world.doubtWindow,
    executionDeadline: EXECUTION_DEADLINE,
    ...settings.spending,
    unreadable: null,
    cores: 2,
  };
  const tell = (event: QueueEvent | CustomModelEvent) => {
    if (!life.dead) on(event);
  };
  const runner = createRunner(
    {
      ledger,
      service,
      images: imagesOf(world, disk),
      delivery: deliveryOf(world, life, disk, outside),
      finishPresets: () =>
        Promise.resolve([{ name: shopPreset.name, state: 'found', preset: shopPreset }]),
      disk,
      clock,
      random: () => chance.number('queue'),
      workFolder: '/data/work',
      ...(outside.isListening && { callbacks: { newAddress, isListening: () => true } }),
      limits,
      ...(station && { station }),
    },
    tell,
  );
  const customModels = customModelsOf(
    world,
    { ledger, service, serviceUrl: baseUrl, disk, clock },
    tell,
  );
  return {
    life,
    ledger,
    runner,
    customModels,
    limit({ inFlight, spending, prices: next }) {
      prices = next;
      Object.assign(limits, { inFlight, ...spending });
      return runner.limitsChanged();
    },
  };
}
