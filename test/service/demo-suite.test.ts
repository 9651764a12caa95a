import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '#electron/base/clock.ts';
import { startDemo } from '#electron/demo/demo.ts';
import type { Fault, FaultKind } from '#electron/demo/faults.ts';
import type { Demo } from '#electron/demo/types.ts';
import { createService } from '#electron/adapters/service/client.ts';
import type { OnceOptions, Service, ServiceFailure } from '#electron/adapters/service/types.ts';
import { ownFolder } from '../fixtures/own-folder.ts';
import { photoLike } from '../fixtures/pictures.ts';
import { customModelsListed, serviceSuite, until, valueOf, writePhoto } from './suite.ts';

const folder = await ownFolder('demo-suite', afterAll);
const photo = { path: join(folder, 'a.jpg'), name: 'a.jpg', type: 'image/jpeg' };
const quick = { patience: 20_000, interval: 20 };

const openDemo = (name: string): Promise<Demo> =>
  startDemo({
    folder: join(folder, name),
    seed: 1,
    render: 'quick',
    speed: { executionMs: 60, jitterMs: 10, psdMs: 60, preparationMs: 60 },
  });

describe('the client with the demo service', () => {
  serviceSuite(() => openDemo('suite'), { ...quick, paid: true });
});

const live = process.env['DARKSLIDE_SERVICE_URL'] ?? '';
const liveKey = process.env['DARKSLIDE_API_KEY'] ?? '';

/** Runs only with an address and a key. Tests that are charged run only with DARKSLIDE_PAID_TESTS=1. */
describe.runIf(live !== '' && liveKey !== '')('the client against a live service', () => {
  const open = () => Promise.resolve({ url: live, key: liveKey, close: () => Promise.resolve() });
  const paid = process.env['DARKSLIDE_PAID_TESTS'] === '1';
  serviceSuite(open, { patience: 600_000, interval: 3_000, paid });
});

describe('faults of the demo service', () => {
  let demo: Demo;
  let service: Service;
  /** A client with short timeouts. */
  let impatient: Service;
  let image: string;

  beforeAll(async () => {
    demo = await openDemo('faults');
    const open = (headersMs: number) =>
      createService({
        baseUrl: demo.url,
        key: demo.key,
        requestsPerSecond: 500,
        timeouts: { connectMs: 60_000, headersMs, bodyMs: 60_000 },
        clock: systemClock,
        random: () => 0,
      });
    [service, impatient] = [open(60_000), open(1000)];
    await writePhoto(photo.path);
    image = valueOf(await service.uploadImage(photo)).image;
  });
  afterEach(() => demo.clearFaults());
  afterAll(async () => {
    await service.close();
    await impatient.close();
    await demo.close();
  });

  const newTask = async () =>
    valueOf(
      await service.createTask({
        agentName: 'removeBG',
        agentVersion: 'v1.0',
        initParams: { originalImage: image },
      }),
    ).taskId;
  let taskId: string;
  const params = { maskType: 'autoSubjectSegment', backgroundHex: '#ffffff', batchCount: 1 };
  const execute = (id: string) =>
    service.execute({ taskId: id, params }, { beforeFirstByte: () => {} });
  const listed = async (id: string) => valueOf(await service.query({ taskId: id })).executions;

  it.each<[string, Fault]>([
    ['code as a string', { kind: 'code-as', type: 'string', on: 'any' }],
    ['code as a number', { kind: 'code-as', type: 'number', on: 'any' }],
    ['message and msg swapped', { kind: 'message-swapped', on: 'any' }],
    ['unknown fields', { kind: 'unknown-fields', on: 'any' }],
    ['result for results', { kind: 'result', on: 'any' }],
    ['the queried execution first', { kind: 'queried-first', on: 'any' }],
  ])('F86 understands %s', async (_name, fault) => {
    demo.inject(fault);
    const { executionId } = valueOf(await execute(await newTask()));
    const task = await until(
      () => service.query({ executionId }),
      ({ executions }) => executions[0]?.status === 'Success',
      quick,
    );
    expect(task.executions[0]?.executionId).toBe(executionId);
    expect(task.executions[0]?.results).toHaveLength(1);
  });

  it('F86 reports an unknown status with its text', async () => {
    const { executionId } = valueOf(await execute(await newTask()));
    demo.inject({ kind: 'unknown-status', status: 'Dreaming', on: 'query' });
    const [execution] = valueOf(await service.query({ executionId })).executions;
    expect(execution).toMatchObject({ status: 'Unknown', statusText: 'Dreaming' });
  });

  it.each<Fault['kind'] & ('reset' | 'server-error' | 'accept-then-reset')>([
    'reset',
    'server-error',
    'accept-then-reset',
  ])('a query and a new task are retried automatically after one %s', async (kind) => {
    demo.inject({ kind, on: 'create', times: 1 });
    demo.inject({ kind, on: 'query', times: 1 });
    expect(await listed(await newTask())).toEqual([]);
  });

  describe.each([
    {
      what: 'an execution',
      on: 'execute',
      create: (by: Service, options: OnceOptions) => by.execute({ taskId, params }, options),
      count: async () => (await listed(taskId)).length,
    },
    {
      what: 'a custom model',
      on: 'custom-model-create',
      create: (by: Service, options: OnceOptions) =>
        by.createCustomModel({ images: [image], name: 'Ada' }, options),
      count: async () => (await customModelsListed(service, 'fashionModels')).length,
    },
    {
      what: 'a custom scene',
      on: 'custom-scene-create',
      create: (by: Service, options: OnceOptions) =>
        by.createCustomScene({ image, name: 'Loft' }, options),
      count: async () => (await customModelsListed(service, 'locations')).length,
    },
  ] as const)('creating $what', ({ on, create, count }) => {
    beforeEach(async () => {
      taskId = await newTask();
    });

    /**
     * Calls the operation once during a fault. Returns the answer, how often the client announced a first byte
     * (`committed`), and the numbers of requests that arrived and of things that were created.
     */
    async function createUnder(fault: FaultKind, by = service) {
      const before = await count();
      const arrived = demo.records().requests[on] ?? 0;
      let committed = 0;
      demo.inject({ on, ...fault });
      const answer = await create(by, { beforeFirstByte: () => void (committed += 1) });
      demo.clearFaults();
      return {
        answer,
        committed,
        arrived: (demo.records().requests[on] ?? 0) - arrived,
        // counted with a query, because sending the request again would create something more
        made: (await count()) - before,
      };
    }

    const busy = { kind: 'refused', text: 'busy' } as const;
    it.each<[string, FaultKind, ServiceFailure['kind'], made: number]>([
      ['F07 the connection is reset before the request is read', { kind: 'reset' }, 'network', 0],
      ['F08 accepted, then closed', { kind: 'accept-then-close' }, 'network', 1],
      ['F08 accepted, then reset', { kind: 'accept-then-reset' }, 'network', 1],
      ['F10 an answer cut in the middle', { kind: 'cut' }, 'network', 1],
      ['F11 a captive portal answers with its own page', { kind: 'html' }, 'not-envelope', 0],
      ['F16 a 5xx page without processing', { kind: 'server-error' }, 'not-envelope', 0],
      [
        'F16 a 5xx page after processing',
        { kind: 'server-error', processed: true },
        'not-envelope',
        1,
      ],
      [
        'F16 a 5xx answer in an envelope that refuses the request',
        { ...busy, status: 503 },
        'refused',
        0,
      ],
      [
        'F16 a 5xx answer in an envelope that refuses a processed request',
        { ...busy, status: 500, processed: true },
        'refused',
        1,
      ],
      ['F26 a redirect with status 307', { kind: 'redirect', status: 307 }, 'not-envelope', 0],
      ['F27 a proxy requires a password', { kind: 'proxy-auth' }, 'not-envelope', 0],
      ['bad JSON', { kind: 'bad-json' }, 'not-envelope', 1],
      ['success without data', { kind: 'no-data' }, 'not-envelope', 1],
      ['no answer after processing', { kind: 'hang', processed: true }, 'timeout', 1],
    ])(
      '%s: the outcome is in doubt, the request is sent once, and a query finds what was created',
      async (_name, fault, kind, made) => {
        expect(await createUnder(fault, kind === 'timeout' ? impatient : service)).toMatchObject({
          answer: { ok: false, failure: { kind, mayHaveBeenProcessed: true } },
          committed: 1,
          arrived: 1,
          made,
        });
      },
    );

    it.each<[string, FaultKind, ServiceFailure['kind']]>([
      ['a refusal', { kind: 'refused', text: 'At most 1000 can be created.' }, 'refused'],
      ['a wrong key', { kind: 'unauthorised' }, 'unauthorised'],
      ['a rate limit', { kind: 'too-many', retryAfter: '0' }, 'rate-limited'],
    ])('%s: nothing is created, and the request is sent once', async (_name, fault, kind) => {
      expect(await createUnder(fault)).toMatchObject({
        answer: { ok: false, failure: { kind, mayHaveBeenProcessed: false, fromService: true } },
        arrived: 1,
        made: 0,
      });
    });

    it('accepts an id in a valid envelope as proof of success, whatever the HTTP status', async () => {
      const outcome = await createUnder({ kind: 'wrong-status', status: 502 });
      expect(outcome).toMatchObject({ answer: { ok: true }, arrived: 1, made: 1 });
    });
  });

  it('a slow upload reports its progress, and arrives', async () => {
    demo.inject({ kind: 'slow-upload', on: 'upload', bytesPerSecond: 400_000 });
    const path = join(folder, 'slow.jpg');
    await (await photoLike(700, 800, 40)).jpeg({ quality: 90 }).toFile(path);
    const told: [bytes: number, total: number][] = [];
    const start = systemClock.mono();
    const onSent = (bytes: number, total: number) => void told.push([bytes, total]);
    const answer = await service.uploadImage({ ...photo, path }, { onSent });
    const { size } = await stat(path);
    expect(answer.ok).toBe(true);
    expect(systemClock.mono() - start).toBeGreaterThan((size / 400_000) * 900);
    expect(told[0]).toEqual([0, size]);
    expect(told.at(-1)).toEqual([size, size]);
  });

  it('F33 an upload whose connection is reset is sent again', async () => {
    demo.inject({ kind: 'reset', on: 'upload', times: 1 });
    const before = demo.records().uploads.length;
    expect((await service.uploadImage(photo)).ok).toBe(true);
    expect(demo.records().uploads.length - before).toBeLessThanOrEqual(1);
  });
});
