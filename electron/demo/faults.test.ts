import { request } from 'undici';
import { afterEach, beforeAll, afterAll, describe, expect, it } from 'vitest';
import { plainJpeg, quickDemo, until } from '../../test/demo/harness.ts';
import type { Fault } from './faults.ts';

let one: Awaited<ReturnType<typeof quickDemo>>;
let taskId: string;
beforeAll(async () => {
  one = await quickDemo();
  taskId = await one.client.task('removeBG', await plainJpeg());
});
afterEach(() => one.demo.clearFaults());
afterAll(() => one.remove());

const params = { maskType: 'autoSubjectSegment', batchCount: 1 };
const executions = () => one.demo.books().executionsByTask[taskId] ?? 0;

/** One execute request on its own connection; how it ended, and what it left in the books. */
async function executeWith(fault: Fault) {
  one.demo.inject({ times: 1, ...fault });
  const before = executions();
  const outcome = await request(`${one.demo.url}/agent/task/execute`, {
    method: 'POST',
    headers: { authorization: 'demo', 'content-type': 'application/json' },
    body: JSON.stringify({ taskId, params }),
    headersTimeout: 400,
    bodyTimeout: 400,
    reset: true,
  })
    .then(async (response) => ({
      status: response.statusCode,
      headers: response.headers,
      text: await response.body.text(),
      error: '',
    }))
    .catch((error: Error & { code?: string }) => ({
      status: 0,
      headers: {} as Record<string, unknown>,
      text: '',
      error: `${error.code ?? ''} ${error.message}`,
    }));
  return { ...outcome, executed: executions() - before };
}

describe('faults of the wire', () => {
  it.each<[string, Fault, RegExp, number]>([
    ['reset, nothing processed', { on: 'execute', kind: 'reset' }, /ECONNRESET|UND_ERR_SOCKET/, 0],
    [
      'F08 accepted, then closed',
      { on: 'execute', kind: 'accept-then-close' },
      /UND_ERR_SOCKET/,
      1,
    ],
    [
      'F07 accepted, then reset',
      { on: 'execute', kind: 'accept-then-reset' },
      /ECONNRESET|UND_ERR_SOCKET/,
      1,
    ],
    ['F10 answer cut', { on: 'execute', kind: 'cut' }, /UND_ERR|terminated|aborted/, 1],
    [
      'length too long',
      { on: 'execute', kind: 'wrong-length' },
      /UND_ERR|terminated|aborted|mismatch/,
      1,
    ],
    ['never answered', { on: 'execute', kind: 'hang' }, /TIMEOUT/, 0],
    ['never answered, processed', { on: 'execute', kind: 'hang', processed: true }, /TIMEOUT/, 1],
    ['slow', { on: 'execute', kind: 'slow', ms: 2000 }, /TIMEOUT/, 1],
  ])('%s', async (_name, fault, error, executed) => {
    const outcome = await executeWith(fault);
    expect(outcome.error).toMatch(error);
    expect(outcome.executed).toBe(executed);
  });

  it('F12 lands late, after the client has gone', async () => {
    const outcome = await executeWith({
      on: 'execute',
      kind: 'slow',
      ms: 2500,
      when: 'before-processing',
    });
    expect(outcome.error).toMatch(/TIMEOUT/);
    expect(outcome.executed).toBe(0);
    const before = executions();
    await until(() => (executions() === before + 1 ? true : undefined));
  });
});

describe('answers that are not what was asked for', () => {
  it.each<[string, Fault, number, RegExp, number]>([
    ['F16 5xx', { on: 'execute', kind: 'server-error' }, 503, /<html>/, 0],
    [
      'F16 5xx, processed',
      { on: 'execute', kind: 'server-error', status: 500, processed: true },
      500,
      /<html>/,
      1,
    ],
    ['F11 captive portal', { on: 'execute', kind: 'html' }, 200, /Sign in to the network/, 0],
    ['F26 redirect', { on: 'execute', kind: 'redirect', status: 308 }, 308, /Moved/, 0],
    ['F18 unauthorised', { on: 'execute', kind: 'unauthorised' }, 401, /"success":false/, 0],
    [
      'F18 forbidden',
      { on: 'execute', kind: 'unauthorised', status: 403 },
      403,
      /"success":false/,
      0,
    ],
    ['F27 proxy', { on: 'execute', kind: 'proxy-auth' }, 407, /<html>/, 0],
    [
      'F19 refusal',
      { on: 'execute', kind: 'refused', text: 'balance exhausted' },
      200,
      /balance exhausted/,
      0,
    ],
    ['F14 bad JSON', { on: 'execute', kind: 'bad-json' }, 200, /"data": $/, 1],
    ['no data', { on: 'execute', kind: 'no-data' }, 200, /"success":true(?!.*data)/, 1],
    ['code as text', { on: 'execute', kind: 'code-as', type: 'string' }, 200, /"code":"0"/, 1],
    ['msg for message', { on: 'execute', kind: 'message-swapped' }, 200, /"msg":"success"/, 1],
  ])('%s', async (_name, fault, status, text, executed) => {
    const outcome = await executeWith(fault);
    expect(outcome).toMatchObject({ error: '', status, executed });
    expect(outcome.text).toMatch(text);
  });

  it.each(['7', 'Sat, 21 Nov 2026 12:00:00 GMT', 'soon', '999999999'])(
    'F17 Retry-After %s',
    async (retryAfter) => {
      const outcome = await executeWith({ on: 'execute', kind: 'too-many', retryAfter });
      expect(outcome).toMatchObject({
        status: 429,
        headers: { 'retry-after': retryAfter },
        executed: 0,
      });
      expect(JSON.parse(outcome.text)).toMatchObject({ success: false });
    },
  );

  it('F13 lists an execution late', async () => {
    const { executionId } = (await one.client.execute(taskId, params)).data;
    one.demo.inject({ on: 'query', kind: 'lag', ms: 60_000 });
    expect((await one.client.query({ executionId })).success).toBe(false);
    expect((await one.client.query({ taskId })).data.executions).toEqual([]);
    one.demo.clearFaults();
    expect((await one.client.query({ executionId })).success).toBe(true);
  });

  it('F86 answers in other forms', async () => {
    const { executionId } = (await one.client.execute(taskId, params)).data;
    await one.client.ended(executionId);
    const bent = async (fault: Fault) => {
      one.demo.inject({ times: 1, ...fault });
      return (await one.client.query({ executionId })).data.executions;
    };
    const [alone] = await bent({ on: 'query', kind: 'result' });
    expect(alone.result).toHaveLength(1);
    expect(alone.results).toBeUndefined();
    expect((await bent({ on: 'query', kind: 'no-results' }))[0]).toMatchObject({
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

describe('faults of pictures', () => {
  it('F34 F35 F36 cut, claim a wrong length, are something else or are gone', async () => {
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

  it('go on from an offset, unless they have changed', async () => {
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

describe('when a fault happens', () => {
  const refused = async () => !(await one.client.query({ taskId })).success;
  const fault = { on: 'query', kind: 'refused', text: 'no' } as const;

  it('lets requests pass first, and stops after its times', async () => {
    one.demo.inject({ ...fault, after: 2, times: 2 });
    const seen: boolean[] = [];
    for (let index = 0; index < 6; index += 1) seen.push(await refused());
    expect(seen).toEqual([false, false, true, true, false, false]);
  });

  it('happens at its rate, and to any operation', async () => {
    one.demo.inject({ on: 'any', kind: 'refused', text: 'no', rate: 0.3 });
    let count = 0;
    for (let index = 0; index < 200; index += 1) if (await refused()) count += 1;
    expect(count).toBeGreaterThan(35);
    expect(count).toBeLessThan(90);
  });

  it('counts requests whatever becomes of them', async () => {
    const before = one.demo.books().requests['query'] ?? 0;
    one.demo.inject({ ...fault, times: 1 });
    await refused();
    expect(one.demo.books().requests['query']).toBe(before + 1);
  });
});
