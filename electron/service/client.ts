import type { Clock } from '#electron/base/clock.ts';
import { checkServiceKey, checkServiceUrl } from './address.ts';
import { classifyFailure, classifyResponse, type Payload } from './classify.ts';
import { rateLimit } from './rate.ts';
import {
  readBoolean,
  readFashionModelId,
  readImage,
  readLocationId,
  readOwnModel,
  readOwnScene,
  readPsd,
} from './read-assets.ts';
import { readInfo } from './read-info.ts';
import { readExecutionId, readTask, readTaskId } from './read-task.ts';
import { withRetries, type Repeat } from './retry.ts';
import { TransportFailure, type Transport, type WireBody } from './transport.ts';
import type { Answer, Service, ServiceFailure } from './types.ts';
import { defaultTimeouts, undiciTransport, type Timeouts } from './undici-transport.ts';

export interface ServiceSettings {
  /** As `checkServiceUrl` gives it. */
  readonly baseUrl: string;
  /** As `checkServiceKey` gives it. */
  readonly key: string;
  /** Over all operations, execute included. */
  readonly requestsPerSecond?: number;
  readonly timeouts?: Timeouts;
  readonly clock: Clock;
  /** 0 up to 1. */
  readonly random: () => number;
  /** In place of the network. */
  readonly transport?: Transport;
  /** Told of every try, without key, body or ids. */
  readonly log?: (call: CallLog) => void;
}

/** One try of one request. */
export interface CallLog {
  /** Path below the base address, without query. */
  readonly path: string;
  /** From 1. */
  readonly attempt: number;
  /** From waiting for the rate limit to the answer. */
  readonly ms: number;
  readonly outcome: 'ok' | ServiceFailure['kind'];
  readonly status?: number;
}

/** The rate limits of the service are not known; this is what a careful client does. */
const defaultRequestsPerSecond = 10;

interface Operation<T> extends Payload<T> {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly repeat: Repeat;
}

const post = <T>(path: string, repeat: Repeat, read: Payload<T>['read']): Operation<T> => ({
  method: 'POST',
  path,
  repeat,
  read,
});
const get = <T>(path: string, read: Payload<T>['read']): Operation<T> => ({
  method: 'GET',
  path,
  repeat: 'safe',
  read,
});
const nothing = (): void => undefined;

/** Every operation of the interface, "Endpoints". */
const operations = {
  createTask: post('/agent/task/create', 'safe', readTaskId),
  execute: { ...post('/agent/task/execute', 'never', readExecutionId), provenByData: true },
  query: post('/agent/task/query', 'safe', readTask),
  deleteTask: post('/agent/task/delete', 'safe', nothing),
  info: get('/agent/info', readInfo),
  uploadImage: post('/asset/upload/image', 'safe', readImage),
  createPsd: post('/asset/download/psd/create', 'unsent', readBoolean),
  queryPsd: post('/asset/download/psd/query', 'safe', readPsd),
  createOwnModel: post('/agent/myFashionModel/create', 'unsent', readFashionModelId),
  queryOwnModel: get('/agent/myFashionModel/query', readOwnModel),
  deleteOwnModel: post('/agent/myFashionModel/delete', 'safe', nothing),
  createOwnScene: post('/agent/myLocation/create', 'unsent', readLocationId),
  queryOwnScene: get('/agent/myLocation/query', readOwnScene),
  deleteOwnScene: post('/agent/myLocation/delete', 'safe', nothing),
} as const;

/** Own models and scenes are resources of this agent alone. */
const ownAgent = { agentName: 'aimodel', agentVersion: 'v1.0' } as const;

interface Request {
  readonly query?: Readonly<Record<string, string | number | undefined>>;
  readonly body?: WireBody;
  readonly signal?: AbortSignal | undefined;
  readonly beforeFirstByte?: () => void;
}

const json = (value: Readonly<Record<string, unknown>>): WireBody => ({
  kind: 'json',
  text: JSON.stringify(value),
});

/**
 * The client of one service with one key. Throws only where it is misused: an address or a key that
 * was not checked.
 */
export function createService(settings: ServiceSettings): Service {
  const { clock, random, log } = settings;
  const baseUrl = checked(checkServiceUrl(settings.baseUrl));
  const key = checked(checkServiceKey(settings.key));
  const host = new URL(baseUrl).host;
  const timeouts = settings.timeouts ?? defaultTimeouts;
  const transport = settings.transport ?? undiciTransport({ clock, random, timeouts });
  const rate = rateLimit(settings.requestsPerSecond ?? defaultRequestsPerSecond, clock);
  const closing = new AbortController();

  async function call<T>(operation: Operation<T>, request: Request): Promise<Answer<T>> {
    const { signal, release } = either(closing.signal, request.signal);
    try {
      return await withRetries(
        (number) => logged(operation, number, () => attempt(operation, request, signal)),
        operation.repeat,
        { clock, random, signal },
      );
    } finally {
      release();
    }
  }

  async function attempt<T>(
    operation: Operation<T>,
    request: Request,
    signal: AbortSignal,
  ): Promise<Answer<T>> {
    const context = { host, key, wall: clock.wall() };
    try {
      if (!(await rate.take(signal))) throw new TransportFailure('aborted', false, 'aborted');
      const response = await transport.send({
        method: operation.method,
        url: `${baseUrl}${operation.path}${queryString(request.query)}`,
        headers: { authorization: key, accept: 'application/json' },
        body: request.body ?? null,
        connection: operation.repeat === 'safe' ? 'pooled' : 'fresh',
        ...(request.beforeFirstByte && { beforeFirstByte: request.beforeFirstByte }),
        signal,
      });
      return classifyResponse(response, operation, { ...context, wall: clock.wall() });
    } catch (error) {
      if (!(error instanceof TransportFailure)) throw error;
      return { ok: false, failure: classifyFailure(error, context) };
    }
  }

  async function logged<T>(
    { path }: Operation<T>,
    attempt: number,
    run: () => Promise<Answer<T>>,
  ): Promise<Answer<T>> {
    const start = clock.mono();
    const answer = await run();
    const { kind, status } = answer.ok
      ? { kind: 'ok' as const, status: undefined }
      : answer.failure;
    const ms = clock.mono() - start;
    log?.({ path, attempt, ms, outcome: kind, ...(status === undefined ? {} : { status }) });
    return answer;
  }

  return {
    createTask: (input, options) =>
      call(operations.createTask, { body: json({ ...input }), ...options }),
    execute: ({ taskId, params }, { callbackUrl, ...options }) =>
      call(operations.execute, { body: json({ taskId, params, callbackUrl }), ...options }),
    query: (by, options) => call(operations.query, { body: json({ ...by }), ...options }),
    deleteTask: (taskId, options) =>
      call(operations.deleteTask, { body: json({ taskId }), ...options }),
    info: (input, options) => call(operations.info, { query: { ...input }, ...options }),
    uploadImage: (file, options) =>
      call(operations.uploadImage, { body: { kind: 'image', ...file }, ...options }),
    createPsd: (executionId, options) =>
      call(operations.createPsd, { body: json({ executionId }), ...options }),
    queryPsd: (executionId, options) =>
      call(operations.queryPsd, { body: json({ executionId }), ...options }),
    createOwnModel: (input, options) =>
      call(operations.createOwnModel, { body: json({ ...input, ...ownAgent }), ...options }),
    queryOwnModel: (fashionModelId, options) =>
      call(operations.queryOwnModel, { query: { fashionModelId }, ...options }),
    deleteOwnModel: (fashionModelId, options) =>
      call(operations.deleteOwnModel, { body: json({ fashionModelId }), ...options }),
    createOwnScene: (input, options) =>
      call(operations.createOwnScene, { body: json({ ...input, ...ownAgent }), ...options }),
    queryOwnScene: (locationId, options) =>
      call(operations.queryOwnScene, { query: { locationId }, ...options }),
    deleteOwnScene: (locationId, options) =>
      call(operations.deleteOwnScene, { body: json({ locationId }), ...options }),
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

function queryString(query: Request['query']): string {
  const given = Object.entries(query ?? {}).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, String(value)]],
  );
  return given.length === 0 ? '' : `?${new URLSearchParams(given).toString()}`;
}

/** One signal that aborts with either; `release` removes the listeners it put on them. */
function either(
  first: AbortSignal,
  second: AbortSignal | undefined,
): { readonly signal: AbortSignal; readonly release: () => void } {
  const joined = new AbortController();
  const abort = () => joined.abort();
  const sources = second === undefined ? [first] : [first, second];
  for (const source of sources) {
    if (source.aborted) abort();
    else source.addEventListener('abort', abort, { once: true });
  }
  return {
    signal: joined.signal,
    release: () => sources.forEach((source) => source.removeEventListener('abort', abort)),
  };
}
