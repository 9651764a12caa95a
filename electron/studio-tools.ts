import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { success, type Outcome } from '#shared/problem.ts';
import { systemClock } from './base/clock.ts';
import { closeAll } from './base/closing.ts';
import type { StartHelper } from './base/helper.ts';
import type { FolderAccess } from './base/permitted.ts';
import { createDelivery } from './adapters/delivery/delivery.ts';
import { startDemoProcess, type DemoProcess } from './demo/process.ts';
import type { DemoSpeed } from './demo/types.ts';
import { createImages } from './adapters/images/images.ts';
import { startNode } from './adapters/images/start-node.ts';
import type { Images } from './adapters/images/types.ts';
import { holdFolder } from './adapters/ledger/open.ts';
import { createDownloads, type Downloads } from './adapters/network/downloads.ts';
import { createNetwork, type Network } from './adapters/network/network.ts';
import { noProxies } from './adapters/network/ways.ts';
import { createService } from './adapters/service/client.ts';
import { keylessService } from './adapters/service/keyless.ts';
import type { Service } from './adapters/service/types.ts';
import type { Station } from './engine/station/station.ts';
import { presetsNamed, type NamedPreset } from './adapters/settings/finish-presets.ts';

export interface ToolsOptions {
  /** Absolute path; only one process may use the folder at a time. */
  readonly dataFolder: string;
  /**
   * Checked address and key of the service; null starts the bundled demo service. If only the key is null, all requests
   * wait until there is a key.
   */
  readonly service: { readonly url: string; readonly key: string | null } | null;
  /** Reads the key again after the service refused it; returns null if it cannot be read. */
  readonly rereadKey?: () => string | null;
  readonly demoSpeed?: DemoSpeed;
  /** The user's pattern for {sku} (see sku.ts); null for the default pattern. */
  readonly skuPattern?: () => string | null;
  /** Absolute path of the folder with the user's presets of Finish; by default the data folder. */
  readonly presetsIn?: string;
  /** Which folders photos may be read from and files written to. */
  readonly access: FolderAccess;
  /** Starts helper processes; by default as processes of plain Node. */
  readonly startHelper?: StartHelper;
  /** Outgoing connections; without it, connections are direct. */
  readonly network?: Network;
}

/** The parts that work without a ledger: for requests to the service and for single files. */
export interface Tools {
  readonly service: Service;
  readonly images: Images;
  readonly delivery: ReturnType<typeof createDelivery>;
  readonly network: Network;
  readonly downloads: Downloads;
  /** Returns the presets of Finish with these names; see `presetsNamed`. */
  readonly finishPresets: (names: readonly string[]) => Promise<readonly NamedPreset[]>;
  readonly serviceUrl: string;
  readonly isDemo: boolean;
  close(): Promise<void>;
}

/**
 * Maximum number of requests per second over all operations, of a computer that works alone. Normally there are far fewer: the polling interval depends
 * on how long executions take (queue/schedule.ts), and only very short executions come near this limit.
 */
const REQUESTS_PER_SECOND = 100;

const clock = systemClock;
const random = Math.random;

/**
 * Opens only these parts, so that the service can be queried while another process runs a studio. Locks the data folder
 * only for the demo service, whose database is in it. Problems: those of `holdFolder` and of the demo service's start.
 */
export async function openTools(
  options: Pick<
    ToolsOptions,
    'dataFolder' | 'service' | 'rereadKey' | 'network' | 'startHelper' | 'access'
  >,
): Promise<Outcome<Tools>> {
  await using opening = new AsyncDisposableStack();
  const lock = options.service === null ? holdFolder(options.dataFolder) : null;
  if (lock !== null && !lock.ok) return lock;
  opening.defer(() => lock?.value.release());
  const wired = await wireTools(options);
  if (!wired.ok) return wired;
  opening.defer(() => wired.value.close());
  const open = opening.move();
  return success({ ...wired.value, close: () => closeAll(open) });
}

/**
 * Creates the client of the service or of the demo service, and the parts that work on files. `station`: this
 * station of a shared studio, which says how many requests it may send. Problems: those of the demo service's start.
 */
export async function wireTools(
  options: ToolsOptions,
  station: Pick<Station, 'requestsPerSecond'> | null = null,
): Promise<Outcome<Tools>> {
  await using opening = new AsyncDisposableStack();
  const demo = options.service === null ? await startDemo(options) : null;
  if (demo !== null && !demo.ok) return demo;
  opening.defer(() => demo?.value.close());
  const address = options.service ?? demo?.value;
  if (address === undefined)
    throw new Error('Neither a service nor the demo service is configured.');

  const { network = createNetwork({ clock, waysTo: noProxies }) } = options;
  const service =
    address.key === null
      ? keylessService(address.url)
      : createService({
          baseUrl: address.url,
          key: address.key,
          rereadKey: options.rereadKey,
          requestsPerSecond: () => station?.requestsPerSecond() ?? REQUESTS_PER_SECOND,
          network,
          clock,
          random,
        });
  opening.defer(() => service.close());
  const processes = Math.min(4, availableParallelism());
  const { startHelper = startNode } = options;
  const images = createImages({ start: startHelper, clock, processes });
  opening.defer(() => images.close());
  const { skuPattern = () => null, presetsIn = options.dataFolder } = options;
  const downloads = createDownloads({ network, origin: new URL(address.url).origin, clock });
  opening.defer(() => downloads.close());
  const owner = options.dataFolder;
  const delivery = createDelivery({
    startHelper,
    check: images.check,
    clock,
    random,
    skuPattern,
    downloads,
    owner,
    within: options.access.within,
  });
  opening.defer(() => delivery.close());
  const open = opening.move();
  return success({
    service,
    images,
    delivery,
    network,
    downloads,
    finishPresets: (names) => presetsNamed(presetsIn, names),
    serviceUrl: address.url,
    isDemo: options.service === null,
    close: () => closeAll(open),
  });
}

function startDemo(options: ToolsOptions): Promise<Outcome<DemoProcess>> {
  const { dataFolder, demoSpeed, startHelper = startNode } = options;
  return startDemoProcess(
    { folder: join(dataFolder, 'demo'), ...(demoSpeed === undefined ? {} : { speed: demoSpeed }) },
    startHelper,
  );
}
