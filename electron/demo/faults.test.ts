import { request } from 'undici';
import { afterEach, beforeAll, afterAll, describe, expect, it } from 'vitest';
import { plainJpeg, quickDemo, until } from '../../test/demo/harness.ts';
import { handClock } from '../../test/fixtures/hand-clock.ts';
import { photoLike } from '../../test/fixtures/pictures.ts';
import type { Fault, FaultKind } from './faults.ts';

let one: Awaited<ReturnType<typeof quickDemo>>;
let taskId: string;
let image: string;
/** Slow answers wait until a test advances the clock. */
const clock = handClock();
beforeAll(async () => {
  one = await quickDemo({}, clock);
  taskId = await one.client.task('removeBG', await plainJpeg());
  image = (await one.client.upload(await plainJpeg())).data.image;
});
afterEach(() => one.demo.clearFaults());
afterAll(() => one.remove());

const params = { maskType: 'autoSubjectSegment', batchCount: 1 };
const customModel = { agentName: 'aimodel', agentVersion: 'v1.0', name: 'Ann' };

/** Sends one request on a separate connection; returns the outcome. */
async function post(path: string, body: object, patience = 60_000) {
  try {
    const response = await request(`${one.demo.url}${path}`, {
      method: 'POST',
      headers: { authorization: 'demo', 'content-type': 'application/json' },
      body: JSON.stringify(body),
      headersTimeout: patience,
      bodyTimeout: patience,
      reset: true,
    });
    const { statusCode: status, headers } = response;
    return { status, headers, text: await response.body.text(), error: '' };
  } catch (error) {
    const { code = '', message } = error as Error & { code?: string };
    return { status: 0, headers: {}, text: '', error: `${code} ${message}` };
  }
}

/** Returns the account's custom models or scenes, as info lists them. */
async function listed(list: string): Promise<{ id: number; name: string; status: string }[]> {
  const path = `/agent/info?agentName=aimodel&agentVersion=v1.0&resourceType=${list}&pageSize=100&page=2`;
  const entries = (await one.client.get(path)).data[list] as never[];
  return entries.filter(({ type }) => type === 'Yours');
}

const customModelKinds = [
  {
    name: 'an own model',
    path: '/agent/myFashionModel',
    idName: 'fashionModelId',
    list: 'fashionModels',
    on: 'custom-model',
    given: () => ({ ...customModel, images: [image] }),
  },
  {
    name: 'an own scene',
    path: '/agent/myLocation',
    idName: 'locationId',
    list: 'locations',
    on: 'custom-scene',
    given: () => ({ ...customModel, image }),
  },
] as const;

/**
 * Operations that create something: how to call the operation, how to count the things created, and
 * a pattern for the answer.
 */
const makings = [
  {
    name: 'an execution',
    on: 'execute',
    path: '/agent/task/execute',
    given: () => ({ taskId, params }),
    count: () => Promise.resolve(one.demo.records().executionsByTask[taskId] ?? 0),
    swapped: '"msg":"success"',
  },
  ...customModelKinds.map(({ name, on, path, given, list }) => ({
    name,
    on: `${on}-create` as const,
    path: `${path}/create`,
    given,
    count: async () => (await listed(list)).length,
    swapped: '"message":"success"',
  })),
] as const;

describe.each(makings)('creating $name', ({ on, path, given, count, swapped }) => {
  /** Calls the operation under a fault; returns the outcome and the number of things created. */
  async function makeUnder(fault: FaultKind) {
    one.demo.inject({ on, times: 1, ...fault });
    const before = await count();
    const outcome = await post(
      path,
      given(),
      ['hang', 'slow'].includes(fault.kind) ? 1000 : undefined,
    );
    return { ...outcome, made: (await count()) - before };
  }

  it.each<[string, FaultKind, RegExp, number]>([
    ['connection reset before processing', { kind: 'reset' }, /ECONNRESET|UND_ERR_SOCKET/, 0],
    ['F08 accepted, then closed', { kind: 'accept-then-close' }, /UND_ERR_SOCKET/, 1],
    ['F07 accepted, then reset', { kind: 'accept-then-reset' }, /ECONNRESET|UND_ERR_SOCKET/, 1],
    ['F10 answer cut', { kind: 'cut' }, /UND_ERR|terminated|aborted/, 1],
    ['stated length too large', { kind: 'wrong-length' }, /UND_ERR|terminated|aborted|mismatch/, 1],
    ['never answered', { kind: 'hang' }, /TIMEOUT/, 0],
    ['never answered, processed', { kind: 'hang', processed: true }, /TIMEOUT/, 1],
    ['slow', { kind: 'slow', ms: 2000 }, /TIMEOUT/, 1],
  ])('%s', async (_name, fault, error, made) => {
    const outcome = await makeUnder(fault);
    expect(outcome.error).toMatch(error);
    expect(outcome.made).toBe(made);
  });

  it('F12 is processed late, after the client has disconnected', async () => {
    const outcome = await makeUnder({ kind: 'slow', ms: 2500, when: 'before-processing' });
    expect(outcome.error).toMatch(/TIMEOUT/);
    expect(outcome.made).toBe(0);
    const before = await count();
    clock.pass(2500);
    await until(async () => ((await count()) === before + 1 ? true : undefined));
  });

  const busy = { kind: 'refused', text: 'busy' } as const;
  const isRefused = /"success":false/;
  it.each<[string, FaultKind, number, RegExp, number]>([
    ['F16 5xx', { kind: 'server-error' }, 503, /<html>/, 0],
    [
      'F16 5xx, processed',
      { kind: 'server-error', status: 500, processed: true },
      500,
      /<html>/,
      1,
    ],
    ['F16 5xx with an envelope', { ...busy, status: 503 }, 503, /"success":false.*busy/, 0],
    [
      'F16 5xx with an envelope, processed',
      { ...busy, status: 500, processed: true },
      500,
      /"success":false.*busy/,
      1,
    ],
    ['5xx with the id', { kind: 'wrong-status' }, 502, /"success":true.*Id":"?\w+/, 1],
    ['F11 captive portal', { kind: 'html' }, 200, /Sign in to the network/, 0],
    ['F26 redirect', { kind: 'redirect', status: 308 }, 308, /Moved/, 0],
    ['F18 unauthorised', { kind: 'unauthorised' }, 401, isRefused, 0],
    ['F18 forbidden', { kind: 'unauthorised', status: 403 }, 403, isRefused, 0],
    ['F27 proxy', { kind: 'proxy-auth' }, 407, /<html>/, 0],
    [
      'F19 refusal',
      { kind: 'refused', text: 'balance exhausted' },
      200,
      /"success":false.*balance exhausted/,
      0,
    ],
    ['F14 bad JSON', { kind: 'bad-json' }, 200, /"data": $/, 1],
    ['no data', { kind: 'no-data' }, 200, /"success":true(?!.*data)/, 1],
    ['code sent as text', { kind: 'code-as', type: 'string' }, 200, /"code":"0"/, 1],
    ['msg instead of message', { kind: 'message-swapped' }, 200, new RegExp(swapped), 1],
  ])('%s', async (_name, fault, status, text, made) => {
    const outcome = await makeUnder(fault);
    expect(outcome).toMatchObject({ error: '', status, made });
    expect(outcome.text).toMatch(text);
  });

  it.each(['7', 'Sat, 21 Nov 2026 12:00:00 GMT', 'soon', '999999999'])(
    'F17 Retry-After %s',
    async (retryAfter) => {
      const outcome = await makeUnder({ kind: 'too-many', retryAfter });
      expect(outcome).toMatchObject({
        status: 429,
        headers: { 'retry-after': retryAfter },
        made: 0,
      });
      expect(outcome.text).toMatch(isRefused);
    },
  );
});

describe.each(customModelKinds)('$name', ({ path, idName, list, on, given }) => {
  const newOne = async () =>
    (await one.client.post(`${path}/create`, given())).data[idName] as number;
  const query = (id: number) => one.client.get(`${path}/query?${idName}=${id}`);
  const remove = (id: number) => post(`${path}/delete`, { [idName]: id });

  it('can be listed late, and can’t be queried before that', async () => {
    const before = (await listed(list)).length;
    const id = await newOne();
    const lag = { kind: 'lag', ms: 60_000 } as const;
    one.demo.inject({ on: 'info', ...lag });
    one.demo.inject({ on: `${on}-query`, ...lag });
    const late = await listed(list);
    expect(late.map((entry) => entry.id)).not.toContain(id);
    expect((await query(id)).success).toBe(false);
    one.demo.clearFaults();
    expect(await listed(list)).toHaveLength(before + 1);
    expect((await query(id)).success).toBe(true);
  });

  it('can have an unknown status, in a query and in the list', async () => {
    const id = await newOne();
    one.demo.inject({ on: `${on}-query`, kind: 'unknown-status', times: 1 });
    expect((await query(id)).data.status).toBe('Polishing');
    one.demo.inject({ on: 'info', kind: 'unknown-status', times: 1 });
    expect((await listed(list)).find((entry) => entry.id === id)?.status).toBe('Polishing');
    expect((await query(id)).data.status).toBe('complete');
  });

  it('is deleted even if the answer to the deletion is lost', async () => {
    const id = await newOne();
    one.demo.inject({ on: `${on}-delete`, kind: 'accept-then-reset', times: 1 });
    expect((await remove(id)).error).toMatch(/ECONNRESET|UND_ERR_SOCKET/);
    expect((await listed(list)).map((entry) => entry.id)).not.toContain(id);
    expect((await remove(id)).text).toMatch(/"success":false/);
  });

  it('still exists if the request to delete it was lost or refused', async () => {
    const id = await newOne();
    for (const fault of [
      { kind: 'reset' },
      { kind: 'refused', text: 'in use' },
      { kind: 'server-error' },
    ] as const) {
      one.demo.inject({ on: `${on}-delete`, times: 1, ...fault });
      await remove(id);
    }
    expect((await query(id)).success).toBe(true);
  });
});

describe('answers about an execution', () => {
  it('F13 can list it late', async () => {
    const { executionId } = (await one.client.execute(taskId, params)).data;
    one.demo.inject({ on: 'query', kind: 'lag', ms: 60_000 });
    expect((await one.client.query({ executionId })).success).toBe(false);
    expect((await one.client.query({ taskId })).data.executions).toEqual([]);
    one.demo.clearFaults();
    expect((await one.client.query({ executionId })).success).toBe(true);
  });

  it('F86 can have a different format', async () => {
    const { executionId } = (await one.client.execute(taskId, params)).data;
    await one.client.ended(executionId);
    const bent = async (fault: Fault) => {
      one.demo.inject({ times: 1, ...fault });
      return (await one.client.query({ executionId })).data.executions;
    };
    const [alone] = await bent({ on: 'query', kind: 'result' });
    expect(alone.result).toHaveLength(1);
    expect(alone.results).toBeUndefined();
    expect((await bent({ on: 'query', kind: 'few-results', listed: 0 }))[0]).toMatchObject({
      status: 'Success',
      results: [],
      result: [],
    });
    expect((await bent({ on: 'query', kind: 'unknown-status' }))[0].status).toBe('Polishing');
    expect((await bent({ on: 'query', kind: 'unknown-fields' }))[0]).toHaveProperty('queueDepth');
    const all = await bent({ on: 'query', kind: 'queried-first' });
    expect(all.length).toBeGreaterThan(1);
    expect(all[0].executionId).toBe(executionId);
  });
});

describe('pictures', () => {
  it('F34 F35 F36 can be cut off, be missing, or have a wrong length or content', async () => {
    const execution = await one.client.run(taskId, params);
    const address = execution.results[0].image;
    const whole = await one.client.bytesAt(address);
    const read = async (fault: Fault) => {
      one.demo.inject({ times: 1, ...fault });
      const response = await fetch(address);
      return { status: response.status, bytes: await response.bytes().catch(() => undefined) };
    };
    expect((await read({ on: 'image', kind: 'cut' })).bytes).toBeUndefined();
    expect((await read({ on: 'image', kind: 'wrong-length' })).bytes).toBeUndefined();
    const short = await read({ on: 'image', kind: 'wrong-length', by: -20 });
    expect(short.bytes).toHaveLength(whole.length - 20);
    expect((await read({ on: 'image', kind: 'not-found' })).status).toBe(404);
    const other = await read({ on: 'image', kind: 'wrong-content', as: 'html' });
    expect(Buffer.from(other.bytes ?? []).toString()).toMatch(/<html>/);
    expect(await one.client.bytesAt(address)).toEqual(whole);
  });

  it('can be downloaded from an offset, unless they have changed', async () => {
    const address = (await one.client.run(taskId, params)).results[0].image;
    const whole = await one.client.bytesAt(address);
    const tag = (await fetch(address)).headers.get('etag') ?? '';
    const from = (headers: Record<string, string>) => fetch(address, { headers });
    const rest = await from({ range: 'bytes=40-', 'if-range': tag });
    expect(rest.status).toBe(206);
    expect(rest.headers.get('content-range')).toBe(`bytes 40-${whole.length - 1}/${whole.length}`);
    expect(Buffer.from(await rest.arrayBuffer())).toEqual(whole.subarray(40));
    expect((await from({ range: 'bytes=40-', 'if-range': '"other"' })).status).toBe(200);
    expect((await from({ range: `bytes=${whole.length}-` })).status).toBe(416);
  });
});

describe('a fault', () => {
  const refused = async () => !(await one.client.query({ taskId })).success;
  const fault = { on: 'query', kind: 'refused', text: 'no' } as const;

  it('starts after the given number of requests, and ends after the given count', async () => {
    one.demo.inject({ ...fault, after: 2, times: 2 });
    const seen: boolean[] = [];
    for (let index = 0; index < 6; index += 1) seen.push(await refused());
    expect(seen).toEqual([false, false, true, true, false, false]);
  });

  it('affects the given fraction of requests, for any operation', async () => {
    one.demo.inject({ on: 'any', kind: 'refused', text: 'no', rate: 0.3 });
    let count = 0;
    for (let index = 0; index < 200; index += 1) if (await refused()) count += 1;
    expect(count).toBeGreaterThan(35);
    expect(count).toBeLessThan(90);
  });

  it('does not keep the requests that it affects from being counted', async () => {
    const before = one.demo.records().requests['query'] ?? 0;
    one.demo.inject({ ...fault, times: 1 });
    await refused();
    expect(one.demo.records().requests['query']).toBe(before + 1);
  });
});

describe('a slow upload', () => {
  const pace = { on: 'upload', kind: 'slow-upload', bytesPerSecond: 500_000 } as const;

  it('takes as long as its bytes need at the given speed', async () => {
    await using slow = await quickDemo({ faults: [pace] });
    const photo = await (await photoLike(640, 720, 40)).jpeg({ quality: 90 }).toBuffer();
    const start = performance.now();
    expect(await slow.client.upload(photo)).toMatchObject({ success: true });
    const seconds = photo.length / pace.bytesPerSecond;
    expect(performance.now() - start).toBeGreaterThan(seconds * 900);
  });

  it('does not keep the demo service from closing', async () => {
    const other = await quickDemo({ faults: [{ ...pace, bytesPerSecond: 10 }] });
    const [ended] = await Promise.all([
      Promise.allSettled([other.client.upload(await plainJpeg())]),
      until(() => other.demo.records().requests['upload']).then(() => other.remove()),
    ]);
    expect(ended[0].status).toBe('rejected');
  });
});
