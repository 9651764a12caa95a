import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '#electron/base/clock.ts';
import { startDemo } from '#electron/demo/demo.ts';
import type { Fault, FaultKind } from '#electron/demo/faults.ts';
import type { Demo } from '#electron/demo/types.ts';
import { createService } from '#electron/service/client.ts';
import type { Service, ServiceFailure } from '#electron/service/types.ts';
import { photoLike } from '../fixtures/pictures.ts';
import { ownListed, serviceSuite, until, valueOf, writePhoto } from './suite.ts';

const quick = { patience: 20_000, interval: 20 };

async function openDemo(): Promise<{ readonly demo: Demo; close(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'darkslide-demo-suite-'));
  const demo = await startDemo({
    folder,
    seed: 1,
    render: 'quick',
    speed: { executionMs: 60, jitterMs: 10, psdMs: 60, preparationMs: 60 },
  });
  return {
    demo,
    async close() {
      await demo.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

describe('the client against the demo service', () => {
  const open = async () => {
    const { demo, close } = await openDemo();
    return { url: demo.url, key: demo.key, close };
  };
  serviceSuite(open, { ...quick, paid: true });
});

const live = process.env['DARKSLIDE_SERVICE_URL'] ?? '';
const liveKey = process.env['DARKSLIDE_API_KEY'] ?? '';

/** Opt-in by the address and the key; what is charged runs only with DARKSLIDE_PAID_TESTS=1. */
describe.runIf(live !== '' && liveKey !== '')('the client against a live service', () => {
  const open = () => Promise.resolve({ url: live, key: liveKey, close: () => Promise.resolve() });
  const paid = process.env['DARKSLIDE_PAID_TESTS'] === '1';
  serviceSuite(open, { patience: 600_000, interval: 3_000, paid });
});

describe('the demo service as it may misbehave', () => {
  let demo: Demo;
  let close: () => Promise<void>;
  let service: Service;
  let image: string;

  beforeAll(async () => {
    ({ demo, close } = await openDemo());
    service = createService({
      baseUrl: demo.url,
      key: demo.key,
      requestsPerSecond: 500,
      timeouts: { connectMs: 2_000, headersMs: 1_000, bodyMs: 1_000 },
      clock: systemClock,
      random: () => 0,
    });
    const path = join(tmpdir(), `darkslide-demo-suite-${process.pid}.jpg`);
    await writePhoto(path);
    image = valueOf(await service.uploadImage({ path, name: 'a.jpg', type: 'image/jpeg' })).image;
    await rm(path);
  });
  afterEach(() => demo.clearFaults());
  afterAll(async () => {
    await service.close();
    await close();
  });

  const newTask = async () =>
    valueOf(
      await service.createTask({
        agentName: 'removeBG',
        agentVersion: 'v1.0',
        initParams: { originalImage: image },
      }),
    ).taskId;
  const execute = (taskId: string) =>
    service.execute(
      {
        taskId,
        params: { maskType: 'autoSubjectSegment', backgroundHex: '#ffffff', batchCount: 1 },
      },
      { beforeFirstByte: () => {} },
    );
  const listed = async (taskId: string) => valueOf(await service.query({ taskId })).executions;

  it.each<[string, Fault]>([
    ['code as a string', { kind: 'code-as', type: 'string', on: 'any' }],
    ['code as a number', { kind: 'code-as', type: 'number', on: 'any' }],
    ['message and msg swapped', { kind: 'message-swapped', on: 'any' }],
    ['unknown fields', { kind: 'unknown-fields', on: 'any' }],
    ['result for results', { kind: 'result', on: 'any' }],
    ['the queried execution first', { kind: 'queried-first', on: 'any' }],
  ])('F86 understands %s', async (_name, fault) => {
    demo.inject(fault);
    const taskId = await newTask();
    const { executionId } = valueOf(await execute(taskId));
    const task = await until(
      () => service.query({ executionId }),
      ({ executions }) => executions[0]?.status === 'Success',
      quick,
    );
    expect(task.executions[0]?.executionId).toBe(executionId);
    expect(task.executions[0]?.results).toHaveLength(1);
  });

  it('F86 names an unknown status and keeps its words', async () => {
    const taskId = await newTask();
    const { executionId } = valueOf(await execute(taskId));
    demo.inject({ kind: 'unknown-status', status: 'Dreaming', on: 'query' });
    const [execution] = valueOf(await service.query({ executionId })).executions;
    expect(execution).toMatchObject({ status: 'Unknown', statusText: 'Dreaming' });
  });

  it.each<[string, Fault, ServiceFailure['kind'], executed: boolean]>([
    ['F07 reset before it is read', { kind: 'reset', on: 'execute' }, 'network', false],
    ['F08 accepted, then closed', { kind: 'accept-then-close', on: 'execute' }, 'network', true],
    ['F08 accepted, then reset', { kind: 'accept-then-reset', on: 'execute' }, 'network', true],
    ['F11 captive portal', { kind: 'html', on: 'execute' }, 'not-envelope', false],
    [
      'F16 5xx, processed',
      { kind: 'server-error', processed: true, on: 'execute' },
      'not-envelope',
      true,
    ],
    ['F16 5xx', { kind: 'server-error', on: 'execute' }, 'not-envelope', false],
    ['F26 307', { kind: 'redirect', status: 307, on: 'execute' }, 'not-envelope', false],
    ['F27 proxy', { kind: 'proxy-auth', on: 'execute' }, 'not-envelope', false],
    ['bad JSON', { kind: 'bad-json', on: 'execute' }, 'not-envelope', true],
    ['success without data', { kind: 'no-data', on: 'execute' }, 'not-envelope', true],
    ['no answer, processed', { kind: 'hang', processed: true, on: 'execute' }, 'timeout', true],
  ])('%s: doubt, one execute at the service', async (_name, fault, kind, executed) => {
    const taskId = await newTask();
    demo.inject(fault);
    const before = demo.books().requests['execute'] ?? 0;
    const answer = await execute(taskId);
    expect(answer).toMatchObject({ ok: false, failure: { kind, mayHaveBeenProcessed: true } });
    demo.clearFaults();
    expect((demo.books().requests['execute'] ?? 0) - before).toBe(1);
    // What the service did is found by a query, never by asking it to do it again.
    expect((await listed(taskId)).length > 0).toBe(executed);
  });

  it('F10 an answer cut in the middle: doubt, found by a query', async () => {
    const taskId = await newTask();
    demo.inject({ kind: 'cut', on: 'execute' });
    expect(await execute(taskId)).toMatchObject({
      ok: false,
      failure: { mayHaveBeenProcessed: true },
    });
    expect(await listed(taskId)).toHaveLength(1);
  });

  it('a refusal, a wrong key and a rate limit are not executions', async () => {
    const taskId = await newTask();
    const faults: [Fault, ServiceFailure['kind']][] = [
      [{ kind: 'refused', text: 'the mask is empty', on: 'execute', times: 1 }, 'refused'],
      [{ kind: 'unauthorised', on: 'execute', times: 1 }, 'unauthorised'],
      [{ kind: 'too-many', retryAfter: '3', on: 'execute', times: 1 }, 'rate-limited'],
    ];
    for (const [fault, kind] of faults) {
      demo.inject(fault);
      expect(await execute(taskId)).toMatchObject({
        ok: false,
        failure: { kind, mayHaveBeenProcessed: false, fromService: true },
      });
    }
    expect(await listed(taskId)).toEqual([]);
  });

  it.each<Fault['kind'] & ('reset' | 'server-error' | 'accept-then-reset')>([
    'reset',
    'server-error',
    'accept-then-reset',
  ])('a query and a new task get over one %s by themselves', async (kind) => {
    demo.inject({ kind, on: 'create', times: 1 });
    demo.inject({ kind, on: 'query', times: 1 });
    expect(await listed(await newTask())).toEqual([]);
  });

  describe.each([
    {
      kind: 'model',
      list: 'fashionModels',
      create: (beforeFirstByte: () => void) =>
        service.createOwnModel({ images: [image], name: 'Ada' }, { beforeFirstByte }),
    },
    {
      kind: 'scene',
      list: 'locations',
      create: (beforeFirstByte: () => void) =>
        service.createOwnScene({ image, name: 'Loft' }, { beforeFirstByte }),
    },
  ] as const)('creating an own $kind', ({ kind, list, create }) => {
    const on = `own-${kind}-create` as const;

    /** What one call makes of a fault: its answer, the requests that arrived, and how many there are more. */
    async function createUnder(fault: FaultKind) {
      const before = (await ownListed(service, list)).length;
      const arrived = demo.books().requests[on] ?? 0;
      let committed = 0;
      demo.inject({ on, ...fault });
      const answer = await create(() => (committed += 1));
      demo.clearFaults();
      return {
        answer,
        committed,
        arrived: (demo.books().requests[on] ?? 0) - arrived,
        made: (await ownListed(service, list)).length - before,
      };
    }

    it.each<[string, FaultKind, ServiceFailure['kind'], made: number]>([
      ['a lost request', { kind: 'reset' }, 'network', 0],
      ['a lost answer', { kind: 'accept-then-reset' }, 'network', 1],
      ['an answer cut', { kind: 'cut' }, 'network', 1],
      ['a captive portal', { kind: 'html' }, 'not-envelope', 0],
      ['half of JSON', { kind: 'bad-json' }, 'not-envelope', 1],
      ['no id', { kind: 'no-data' }, 'not-envelope', 1],
      ['5xx of something between', { kind: 'server-error', processed: true }, 'not-envelope', 1],
      ['5xx that refuses', { kind: 'refused', text: 'busy', status: 503 }, 'refused', 0],
      [
        '5xx that refuses what it did',
        { kind: 'refused', text: 'busy', status: 500, processed: true },
        'refused',
        1,
      ],
      ['no answer', { kind: 'hang', processed: true }, 'timeout', 1],
    ])('%s: doubt, sent once, found in the list', async (_name, fault, failure, made) => {
      const outcome = await createUnder(fault);
      expect(outcome).toMatchObject({
        answer: { ok: false, failure: { kind: failure, mayHaveBeenProcessed: true } },
        committed: 1,
        arrived: 1,
        made,
      });
    });

    it.each<[string, FaultKind, ServiceFailure['kind']]>([
      ['a refusal', { kind: 'refused', text: 'At most 1000 can be created.' }, 'refused'],
      ['a wrong key', { kind: 'unauthorised' }, 'unauthorised'],
      ['a rate limit', { kind: 'too-many', retryAfter: '0' }, 'rate-limited'],
    ])('%s: nothing was made, sent once', async (_name, fault, failure) => {
      const outcome = await createUnder(fault);
      expect(outcome).toMatchObject({
        answer: { ok: false, failure: { kind: failure, mayHaveBeenProcessed: false } },
        arrived: 1,
        made: 0,
      });
    });

    it('an id in a valid envelope is proof, whatever the status', async () => {
      const outcome = await createUnder({ kind: 'wrong-status', status: 502 });
      expect(outcome).toMatchObject({ answer: { ok: true }, arrived: 1, made: 1 });
    });
  });

  it('an upload that takes its time tells how far it is, and arrives', async () => {
    demo.inject({ kind: 'slow-upload', on: 'upload', bytesPerSecond: 400_000 });
    const path = join(tmpdir(), `darkslide-demo-suite-slow-${process.pid}.jpg`);
    await (await photoLike(700, 800, 40)).jpeg({ quality: 90 }).toFile(path);
    const told: [bytes: number, total: number][] = [];
    const start = systemClock.mono();
    const answer = await service.uploadImage(
      { path, name: 'a.jpg', type: 'image/jpeg' },
      { onSent: (bytes, total) => told.push([bytes, total]) },
    );
    const { size } = await stat(path);
    await rm(path);
    expect(answer.ok).toBe(true);
    expect(systemClock.mono() - start).toBeGreaterThan((size / 400_000) * 900);
    expect(told[0]).toEqual([0, size]);
    expect(told.at(-1)).toEqual([size, size]);
  });

  it('F33 an upload that is reset is sent again', async () => {
    demo.inject({ kind: 'reset', on: 'upload', times: 1 });
    const path = join(tmpdir(), `darkslide-demo-suite-again-${process.pid}.jpg`);
    await writePhoto(path);
    const before = demo.books().uploads.length;
    const answer = await service.uploadImage({ path, name: 'a.jpg', type: 'image/jpeg' });
    await rm(path);
    expect(answer.ok).toBe(true);
    expect(demo.books().uploads.length - before).toBeLessThanOrEqual(1);
  });
});
