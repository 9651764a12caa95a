import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { request } from 'undici';
import { plainJpeg, quickDemo, until } from '../../test/demo/harness.ts';
import { photoLike } from '../../test/fixtures/pictures.ts';
import type { Operation } from './envelope.ts';
import type { FaultKind } from './faults.ts';

let one: Awaited<ReturnType<typeof quickDemo>>;
let image: string;
beforeAll(async () => {
  one = await quickDemo();
  image = (await one.client.upload(await plainJpeg())).data.image;
});
afterEach(() => one.demo.clearFaults());
afterAll(() => one.remove());

const kinds = [
  {
    kind: 'model',
    folder: 'myFashionModel',
    idName: 'fashionModelId',
    list: 'fashionModels',
    given: () => ({ images: [image] }),
  },
  {
    kind: 'scene',
    folder: 'myLocation',
    idName: 'locationId',
    list: 'locations',
    given: () => ({ image }),
  },
] as const;

describe.each(kinds)(
  'what an own $kind can suffer from',
  ({ kind, folder, idName, list, given }) => {
    const on = (what: 'create' | 'query' | 'delete'): Operation => `own-${kind}-${what}`;

    /** The own ones of the account, as info lists them. */
    async function listed(): Promise<{ id: number; name: string; status: string }[]> {
      const path = `/agent/info?agentName=aimodel&agentVersion=v1.0&resourceType=${list}&pageSize=100&page=2`;
      const entries = (await one.client.get(path)).data[list] as never[];
      return entries.filter(({ type }) => type === 'Yours');
    }

    /** One request on a connection of its own: how it ended. */
    async function post(what: 'create' | 'delete', body: object) {
      try {
        const response = await request(`${one.demo.url}/agent/${folder}/${what}`, {
          method: 'POST',
          headers: { authorization: 'demo', 'content-type': 'application/json' },
          body: JSON.stringify(body),
          headersTimeout: 400,
          bodyTimeout: 400,
          reset: true,
        });
        return { status: response.statusCode, text: await response.body.text(), error: '' };
      } catch (error) {
        const { code = '', message } = error as Error & { code?: string };
        return { status: 0, text: '', error: `${code} ${message}` };
      }
    }

    const create = () =>
      post('create', { agentName: 'aimodel', agentVersion: 'v1.0', name: 'Ann', ...given() });

    const newOne = async () => JSON.parse((await create()).text).data[idName] as number;
    const query = (id: number) => one.client.get(`/agent/${folder}/query?${idName}=${id}`);

    it.each<[string, FaultKind, RegExp, number]>([
      ['a lost request', { kind: 'reset' }, /ECONNRESET|UND_ERR_SOCKET/, 0],
      ['a lost answer, closed', { kind: 'accept-then-close' }, /UND_ERR_SOCKET/, 1],
      ['a lost answer, reset', { kind: 'accept-then-reset' }, /ECONNRESET|UND_ERR_SOCKET/, 1],
      ['an answer cut', { kind: 'cut' }, /UND_ERR|terminated|aborted/, 1],
      ['no answer', { kind: 'hang' }, /TIMEOUT/, 0],
      ['no answer, although it was made', { kind: 'hang', processed: true }, /TIMEOUT/, 1],
      ['an answer too late', { kind: 'slow', ms: 2_000 }, /TIMEOUT/, 1],
    ])('%s', async (_name, fault, error, made) => {
      one.demo.inject({ on: on('create'), times: 1, ...fault });
      const before = (await listed()).length;
      expect((await create()).error).toMatch(error);
      expect((await listed()).length - before).toBe(made);
    });

    it.each<[string, FaultKind, number, RegExp, number]>([
      ['5xx', { kind: 'server-error' }, 503, /<html>/, 0],
      ['5xx, made', { kind: 'server-error', processed: true }, 503, /<html>/, 1],
      [
        '5xx with an envelope',
        { kind: 'refused', text: 'busy', status: 503 },
        503,
        /"success":false.*busy/,
        0,
      ],
      [
        '5xx with an envelope, made',
        { kind: 'refused', text: 'busy', status: 500, processed: true },
        500,
        /"success":false.*busy/,
        1,
      ],
      ['5xx with the id', { kind: 'wrong-status' }, 502, /"success":true.*Id":\d+/, 1],
      ['a refusal', { kind: 'refused', text: 'not now' }, 200, /"success":false.*not now/, 0],
      ['a wrong key', { kind: 'unauthorised' }, 401, /"success":false/, 0],
      ['too many requests', { kind: 'too-many', retryAfter: '2' }, 429, /"success":false/, 0],
      ['a captive portal', { kind: 'html' }, 200, /Sign in/, 0],
      ['half of JSON', { kind: 'bad-json' }, 200, /"data": $/, 1],
      ['a success without the id', { kind: 'no-data' }, 200, /"success":true(?!.*data)/, 1],
      ['a redirect', { kind: 'redirect' }, 307, /Moved/, 0],
      ['code as text', { kind: 'code-as', type: 'string' }, 200, /"code":"0"/, 1],
      ['message for msg', { kind: 'message-swapped' }, 200, /"message":"success"/, 1],
    ])('%s', async (_name, fault, status, text, made) => {
      one.demo.inject({ on: on('create'), times: 1, ...fault });
      const before = (await listed()).length;
      const outcome = await create();
      expect(outcome).toMatchObject({ status, error: '' });
      expect(outcome.text).toMatch(text);
      expect((await listed()).length - before).toBe(made);
    });

    it('is made late, after the client has gone', async () => {
      one.demo.inject({
        on: on('create'),
        kind: 'slow',
        ms: 1_200,
        when: 'before-processing',
        times: 1,
      });
      const before = (await listed()).length;
      expect((await create()).error).toMatch(/TIMEOUT/);
      expect(await listed()).toHaveLength(before);
      await until(async () => ((await listed()).length === before + 1 ? true : undefined));
    });

    it('is listed late, and not found by its id before', async () => {
      const before = (await listed()).length;
      const id = await newOne();
      const lag = { kind: 'lag', ms: 60_000 } as const;
      one.demo.inject({ on: 'info', ...lag });
      one.demo.inject({ on: on('query'), ...lag });
      const late = await listed();
      expect(late.map((entry) => entry.id)).not.toContain(id);
      expect((await query(id)).success).toBe(false);
      one.demo.clearFaults();
      expect(await listed()).toHaveLength(before + 1);
      expect((await query(id)).success).toBe(true);
    });

    it('has a status nobody knows, by its id and in the list', async () => {
      const id = await newOne();
      one.demo.inject({ on: on('query'), kind: 'unknown-status', times: 1 });
      expect((await query(id)).data.status).toBe('Polishing');
      one.demo.inject({ on: 'info', kind: 'unknown-status', times: 1 });
      expect((await listed()).find((entry) => entry.id === id)?.status).toBe('Polishing');
      expect((await query(id)).data.status).toBe('complete');
    });

    it('is deleted although the answer is lost, and is gone when asked again', async () => {
      const id = await newOne();
      one.demo.inject({ on: on('delete'), kind: 'accept-then-reset', times: 1 });
      expect((await post('delete', { [idName]: id })).error).toMatch(/ECONNRESET|UND_ERR_SOCKET/);
      expect((await listed()).map((entry) => entry.id)).not.toContain(id);
      expect((await post('delete', { [idName]: id })).text).toMatch(/"success":false/);
    });

    it('stays where its deletion is lost or refused', async () => {
      const id = await newOne();
      for (const fault of [
        { kind: 'reset' },
        { kind: 'refused', text: 'in use' },
        { kind: 'server-error' },
      ] as const) {
        one.demo.inject({ on: on('delete'), times: 1, ...fault });
        await post('delete', { [idName]: id });
      }
      expect((await query(id)).success).toBe(true);
    });
  },
);

describe('a slow upload', () => {
  const pace = { on: 'upload', kind: 'slow-upload', bytesPerSecond: 500_000 } as const;

  it('takes as long as its bytes at that pace', async () => {
    one.demo.inject(pace);
    const photo = await (await photoLike(640, 720, 40)).jpeg({ quality: 90 }).toBuffer();
    const start = performance.now();
    expect(await one.client.upload(photo)).toMatchObject({ success: true });
    const seconds = photo.length / pace.bytesPerSecond;
    expect(performance.now() - start).toBeGreaterThan(seconds * 900);
  });

  it('does not keep the demo service from closing', async () => {
    const other = await quickDemo({ faults: [{ ...pace, bytesPerSecond: 10 }] });
    const [ended] = await Promise.all([
      Promise.allSettled([other.client.upload(await plainJpeg())]),
      until(() => other.demo.books().requests['upload']).then(() => other.remove()),
    ]);
    expect(ended[0].status).toBe('rejected');
  });
});
