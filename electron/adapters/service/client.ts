import { customModelAgent } from '#shared/custom-models.ts';
import type { Clock } from '#electron/base/clock.ts';
import { createNetwork, type Network } from '#electron/adapters/network/network.ts';
import { noProxies } from '#electron/adapters/network/ways.ts';
import { checkServiceKey, checkServiceUrl } from '../settings/service-address.ts';
import { call, holdKey, type CallLog, type Line, type Operation } from './call.ts';
import { rateLimit } from './rate.ts';
import {
  readBoolean,
  readFashionModelId,
  readImage,
  readLocationId,
  readCustomModel,
  readCustomScene,
  readPsd,
} from './read-assets.ts';
import { readInfo } from './read-info.ts';
import { readExecutionId, readTask, readTaskId } from './read-task.ts';
import type { Repeat } from './retry.ts';
import type { Transport, WireBody } from './transport.ts';
import type { Service } from './types.ts';
import { defaultTimeouts, undiciTransport, type Timeouts } from './undici-transport.ts';

export interface ServiceSettings {
  /** Address as returned by `checkServiceUrl`. */
  readonly baseUrl: string;
  /** Key as returned by `checkServiceKey`. */
  readonly key: string;
  /** Reads the key again after the service has refused it; returns null if it can't be read. */
  readonly rereadKey?: (() => string | null) | undefined;
  /** Maximum requests per second for all operations together, including execute; a function if it changes. */
  readonly requestsPerSecond?: number | (() => number);
  readonly timeouts?: Timeouts;
  readonly clock: Clock;
  /** Returns a random number from 0 up to but not including 1. */
  readonly random: () => number;
  /** Network to use; by default, direct connections without a proxy. */
  readonly network?: Network;
  /** Replaces the network; used in tests. */
  readonly transport?: Transport;
  /** Called after every attempt. */
  readonly log?: (call: CallLog) => void;
}

/** The service doesn't document its rate limits; this is a cautious default. */
const defaultRequestsPerSecond = 10;

const post = <T>(path: string, repeat: Repeat, read: Operation<T>['read']): Operation<T> => ({
  method: 'POST',
  path,
  repeat,
  read,
});
const get = <T>(path: string, read: Operation<T>['read']): Operation<T> => ({
  method: 'GET',
  path,
  repeat: 'safe',
  read,
});
/**
 * Returns an operation that is sent only once per call; an id in the answer proves that the
 * operation succeeded.
 */
const once = <T>(path: string, read: Operation<T>['read']): Operation<T> => ({
  ...post(path, 'never', read),
  provenByData: true,
});
const remove = (path: string): Operation<void> => ({
  ...post(path, 'safe', () => undefined),
  removes: true,
});

/** Every operation of the service (interface: "Endpoints"). */
const operations = {
  createTask: post('/agent/task/create', 'safe', readTaskId),
  execute: once('/agent/task/execute', readExecutionId),
  query: post('/agent/task/query', 'safe', readTask),
  deleteTask: remove('/agent/task/delete'),
  info: get('/agent/info', readInfo),
  uploadImage: post('/asset/upload/image', 'safe', readImage),
  createPsd: post('/asset/download/psd/create', 'unsent', readBoolean),
  queryPsd: post('/asset/download/psd/query', 'safe', readPsd),
  createCustomModel: once('/agent/myFashionModel/create', readFashionModelId),
  queryCustomModel: get('/agent/myFashionModel/query', readCustomModel),
  deleteCustomModel: remove('/agent/myFashionModel/delete'),
  createCustomScene: once('/agent/myLocation/create', readLocationId),
  queryCustomScene: get('/agent/myLocation/query', readCustomScene),
  deleteCustomScene: remove('/agent/myLocation/delete'),
} as const;

const json = (value: Readonly<Record<string, unknown>>): WireBody => ({
  kind: 'json',
  text: JSON.stringify(value),
});

/**
 * Creates a client for one service and one key. Throws a TypeError if `checkServiceUrl` or
 * `checkServiceKey` would refuse the URL or key.
 */
export function createService(settings: ServiceSettings): Service {
  const { clock, random, log } = settings;
  const timeouts = settings.timeouts ?? defaultTimeouts;
  const { network = createNetwork({ clock, waysTo: noProxies }) } = settings;
  const transport = settings.transport ?? undiciTransport({ clock, random, timeouts, network });
  const closing = new AbortController();
  const { requestsPerSecond: most = defaultRequestsPerSecond } = settings;
  const line: Line = {
    baseUrl: checked(checkServiceUrl(settings.baseUrl)),
    key: holdKey(checked(checkServiceKey(settings.key)), settings.rereadKey),
    transport,
    rate: rateLimit(typeof most === 'number' ? () => most : most, clock),
    clock,
    random,
    log,
    closing: closing.signal,
  };

  return {
    createTask: (input, options) =>
      call(line, operations.createTask, { body: json({ ...input }), ...options }),
    execute: ({ taskId, params }, { callbackUrl, ...options }) =>
      call(line, operations.execute, { body: json({ taskId, params, callbackUrl }), ...options }),
    query: (by, options) => call(line, operations.query, { body: json({ ...by }), ...options }),
    deleteTask: (taskId, options) =>
      call(line, operations.deleteTask, { body: json({ taskId }), ...options }),
    info: (input, options) => call(line, operations.info, { query: { ...input }, ...options }),
    uploadImage: (file, { onSent, ...options } = {}) =>
      call(line, operations.uploadImage, {
        body: { kind: 'image', ...file, ...(onSent && { onSent }) },
        ...options,
      }),
    createPsd: (executionId, options) =>
      call(line, operations.createPsd, { body: json({ executionId }), ...options }),
    queryPsd: (executionId, options) =>
      call(line, operations.queryPsd, { body: json({ executionId }), ...options }),
    createCustomModel: (input, options) =>
      call(line, operations.createCustomModel, {
        body: json({ ...input, ...customModelAgent }),
        ...options,
      }),
    queryCustomModel: (fashionModelId, options) =>
      call(line, operations.queryCustomModel, { query: { fashionModelId }, ...options }),
    deleteCustomModel: (fashionModelId, options) =>
      call(line, operations.deleteCustomModel, { body: json({ fashionModelId }), ...options }),
    createCustomScene: (input, options) =>
      call(line, operations.createCustomScene, {
        body: json({ ...input, ...customModelAgent }),
        ...options,
      }),
    queryCustomScene: (locationId, options) =>
      call(line, operations.queryCustomScene, { query: { locationId }, ...options }),
    deleteCustomScene: (locationId, options) =>
      call(line, operations.deleteCustomScene, { body: json({ locationId }), ...options }),
    async close() {
      closing.abort();
      await transport.close();
    },
  };
}

function checked(outcome: ReturnType<typeof checkServiceUrl>): string {
  if (!outcome.ok) throw new TypeError(outcome.problem.message);
  return outcome.value;
}
