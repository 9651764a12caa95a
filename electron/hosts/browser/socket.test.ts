import { once } from 'node:events';
import { afterAll, describe, expect, it } from 'vitest';
import type { WebSocket } from 'ws';
import { success } from '#shared/problem.ts';
import { openOne, SECRET, tellAll, visit } from '../../../test/browser/visit.ts';
import { together } from './screen.ts';

const { handlers, asked } = tellAll();
const page = await openOne({ handlers }, afterAll);
const visitor = await visit(page.signInLink().address);

const ask = (socket: WebSocket, channel = 'host.info', input: object = {}) =>
  socket.send(JSON.stringify({ kind: 'ask', id: 1, channel, input }));
const heard = async (socket: WebSocket): Promise<unknown> => {
  const [data] = (await once(socket, 'message')) as [Buffer];
  return JSON.parse(data.toString()) as unknown;
};
const closed = async (socket: WebSocket): Promise<number> => {
  const [code] = (await once(socket, 'close')) as [number];
  return code;
};

describe('the WebSocket', () => {
  it('answers requests and sends changes', async () => {
    const socket = await visitor.open();
    ask(socket);
    expect(await heard(socket)).toEqual({ kind: 'answer', id: 1, outcome: success(SECRET) });
  });

  it('announces changes', async () => {
    const socket = await visitor.open();
    // After an answer, the server is listening to the page.
    ask(socket);
    await heard(socket);
    const data = { parts: ['status'] as const, jobs: [7] };
    page.announce(data);
    expect(await heard(socket)).toEqual({ kind: 'event', name: 'changed', data });
  });

  it('merges changes for a page that reads slowly', async () => {
    const slow = await visitor.open();
    ask(slow);
    await heard(slow);
    slow.pause();
    const jobs = 2000;
    for (let job = 1; job <= jobs; job += 1) {
      page.announce({ parts: ['queue-that-is-long'.repeat(400) as 'status'], jobs: [job] });
    }
    page.announce({ parts: ['log'], jobs: [] });
    let told = 0;
    const last = new Promise<{ jobs: number[] | null }>((resolve) => {
      slow.on('message', (data: Buffer) => {
        told += 1;
        const event = JSON.parse(data.toString()) as {
          data: { parts: string[]; jobs: number[] | null };
        };
        if (event.data.parts.includes('log')) resolve(event.data);
      });
    });
    slow.resume();
    expect((await last).jobs).toBeNull();
    expect(told).toBeLessThan(jobs);
  });

  it('disconnects a page that keeps requesting and never reads', async () => {
    const other = await openOne({
      handlers: { ...handlers, 'diagnostics.get': () => success('x'.repeat(1024 * 1024)) },
    });
    const socket = await (await visit(other.signInLink().address)).open();
    const gone = closed(socket);
    socket.pause();
    for (let id = 1; id <= 60; id += 1) {
      socket.send(JSON.stringify({ kind: 'ask', id, channel: 'diagnostics.get', input: {} }));
    }
    // The answers on a second connection show that the server has processed the requests above.
    const reader = await (await visit(other.signInLink().address)).open();
    for (let turn = 0; turn < 5; turn += 1) {
      ask(reader);
      await heard(reader);
    }
    socket.resume();
    expect(await gone).toBe(1006);
  });

  const foreign = { origin: 'http://evil.example' };
  it.each([
    ['no cookie', '/studio', { cookie: undefined }, 403],
    ['a wrong cookie', '/studio', { cookie: 'darkslide=1' }, 403],
    ['a sign-in token instead of the cookie', '/studio?token=x', { cookie: undefined }, 403],
    ['a foreign origin', '/studio', foreign, 403],
    ['no origin', '/studio', { origin: undefined }, 403],
    ['the origin of another port', '/studio', { origin: 'http://127.0.0.1:1' }, 403],
    ['a foreign host', '/studio', { host: 'evil.example' }, 403],
    ['a foreign host and its origin', '/studio', { ...foreign, host: 'evil.example' }, 403],
    ['another path', '/media/photo/1/160', {}, 404],
    ['an escaped path', '/%73tudio', {}, 404],
  ])('F75: refuses %s', async (_what, path, headers, status) => {
    const before = asked();
    expect(await visitor.dial(path, headers)).toBe(status);
    expect(asked()).toBe(before);
  });

  it.each([
    ['a cookie alone, which another port of this host also receives', null],
    ['a cookie and a guessed secret', 'guessed'],
    ['a cookie and the secret of pictures', visitor.session.media],
  ])('A3 refuses %s', async (_what, secret) => {
    const before = asked();
    expect(await visitor.dial('/studio', {}, secret)).toBe(403);
    expect(asked()).toBe(before);
  });

  it('A3 refuses the secret of a page without its cookie', async () => {
    expect(await visitor.dial('/studio', { cookie: undefined })).toBe(403);
  });

  it('F75: closes a connection after a message that is too long, and keeps the others open', async () => {
    const before = asked();
    const [one, other] = await Promise.all([visitor.open(), visitor.open()]);
    ask(one, 'host.choose-folder', { title: 'x'.repeat(16 * 1024 * 1024) });
    expect(await closed(one)).toBe(1009);
    expect(asked()).toBe(before);
    ask(other);
    await heard(other);
  });

  it.each([
    ['text that is not JSON', '{'],
    ['bytes', Buffer.from([1, 2, 3])],
  ])('closes a connection after %s', async (_what, message) => {
    const socket = await visitor.open();
    socket.send(message);
    expect(await closed(socket)).toBe(1007);
  });

  it('F75: limits the number of pages', async () => {
    const other = await openOne();
    const guest = await visit(other.signInLink().address);
    await Promise.all(Array.from({ length: 32 }, () => guest.open()));
    expect(await guest.dial('/studio')).toBe(503);
  });

  it('closes its connections properly when Darkslide quits', async () => {
    const other = await openOne();
    const socket = await (await visit(other.signInLink().address)).open();
    const code = closed(socket);
    await other.close();
    expect(await code).toBe(1001);
  });
});

describe('two merged changes', () => {
  const many = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, at) => from + at);

  it.each([
    [{ parts: ['status'], jobs: [1, 2] }, { parts: ['log', 'status'], jobs: [2, 3] }, [1, 2, 3]],
    [{ parts: [], jobs: null }, { parts: ['log', 'status'], jobs: [2] }, null],
    [{ parts: ['log', 'status'], jobs: many(0, 150) }, { parts: [], jobs: many(100, 250) }, null],
  ] as const)(
    'contain each part and job once, or no job IDs if there are too many',
    (first, second, jobs) => {
      const { parts, ...one } = together(first, second);
      expect(parts.toSorted()).toEqual(['log', 'status']);
      expect(one).toEqual({ jobs });
    },
  );
});
