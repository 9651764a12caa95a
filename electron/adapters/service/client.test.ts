import { describe, expect, it } from 'vitest';
import { granted, http, refusedWith, type Script } from '../../../test/service/raw-server.ts';
import { failureOf, key, workbench } from '../../../test/service/workbench.ts';
import type { CallLog } from './call.ts';
import { failureProblem } from './failure-problem.ts';

const { serverWith, serviceAt, serving, replying } = workbench();

const agent = { agentName: 'aimodel', agentVersion: 'v1.0', initParams: {} };
const task = granted({ ...agent, executions: [] });
/** Starts a server that drops the first connection and answers later requests with `reply`. */
const losingFirst = (reply: string) =>
  serving({
    onRequest: ({ number }, socket) =>
      number === 1 ? socket.resetAndDestroy() : socket.write(reply),
  });

describe('retries', () => {
  it('retries a query after server errors and returns the answer', async () => {
    const { server, service } = await replying(
      http(503, 'busy'),
      http(500, refusedWith('x')),
      http(200, task),
    );
    expect((await service.query({ taskId: 't1' })).ok).toBe(true);
    expect(server.requests).toHaveLength(3);
  });

  it('retries creating a task after a broken connection', async () => {
    const { server, service } = await losingFirst(http(200, granted({ taskId: 't' })));
    expect(await service.createTask(agent)).toEqual({ ok: true, value: { taskId: 't' } });
    expect(server.requests).toHaveLength(2);
  });

  it('does not retry createPsd if the service may have processed it', async () => {
    const { server, service } = await serving({
      onRequest: (_request, socket) => socket.resetAndDestroy(),
    });
    expect(failureOf(await service.createPsd('e1'))).toMatchObject({
      kind: 'network',
      mayHaveBeenProcessed: true,
    });
    expect(server.requests).toHaveLength(1);
  });

  it('retries createPsd after a 429 from the service', async () => {
    const { server, service } = await replying(
      http(429, refusedWith('slow'), { 'retry-after': '0' }),
      http(200, granted(true)),
    );
    expect(await service.createPsd('e1')).toEqual({ ok: true, value: true });
    expect(server.requests).toHaveLength(2);
  });

  it.each([
    ['a refusal', http(200, refusedWith('no such task')), 'refused'],
    ['a wrong key', http(401, refusedWith('bad key')), 'unauthorised'],
    ['a captive portal', http(200, '<html></html>'), 'not-envelope'],
    ['a redirect', http(302, '', { location: '/openapi/v1/agent/task/query' }), 'not-envelope'],
  ])('does not repeat after %s', async (_name, reply, kind) => {
    const { server, service } = await replying(reply);
    expect(failureOf(await service.query({ taskId: 't1' })).kind).toBe(kind);
    expect(server.requests).toHaveLength(1);
  });

  it('F14 a success with status 5xx proves nothing', async () => {
    const { service } = await replying(http(500, task));
    expect(failureOf(await service.query({ taskId: 't1' }))).toMatchObject({
      kind: 'not-envelope',
      fromService: false,
    });
  });

  it.each([
    ['with 404', http(404, refusedWith('no such task')), true],
    ['without 404', http(200, refusedWith('not yours')), false],
  ])(
    'decides whether a deletion succeeded if the first answer was lost and the retry is refused %s',
    async (_name, reply, ok) => {
      const { service } = await losingFirst(reply);
      expect((await service.deleteTask('t1')).ok).toBe(ok);
    },
  );

  it('returns a failure for deleting something that never existed', async () => {
    const { service } = await replying(http(404, refusedWith('no such task')));
    expect(failureOf(await service.deleteTask('t1')).kind).toBe('refused');
  });
});

describe('abort and close', () => {
  it('immediately aborts a call that waits for its answer', async () => {
    const { server, service } = await serving({});
    const stop = new AbortController();
    const running = service.query({ taskId: 't' }, { signal: stop.signal });
    await server.seen(1);
    stop.abort();
    expect(failureOf(await running).kind).toBe('aborted');
    expect(server.requests).toHaveLength(1);
  });

  it('immediately aborts a call that is still connecting', async () => {
    const server = await serverWith({});
    const stop = new AbortController();
    const service = serviceAt(server.url.replace('http:', 'https:'));
    const running = service.query({ taskId: 't' }, { signal: stop.signal });
    setImmediate(() => stop.abort());
    expect(failureOf(await running).kind).toBe('aborted');
  });

  it('sends nothing if the signal is already aborted', async () => {
    const { server, service } = await serving({});
    const answer = await service.query({ taskId: 't' }, { signal: AbortSignal.abort() });
    expect(failureOf(answer)).toMatchObject({ kind: 'aborted', mayHaveBeenProcessed: false });
    expect(server.connections()).toBe(0);
  });

  it('aborts running calls when closed, and refuses new ones', async () => {
    const { server, service } = await serving({});
    const running = service.query({ taskId: 't' });
    await server.seen(1);
    await service.close();
    expect(failureOf(await running).kind).toBe('aborted');
    expect(failureOf(await service.query({ taskId: 't' })).kind).toBe('aborted');
    expect(server.requests).toHaveLength(1);
  });

  it('leaves no listener on a signal shared by many calls', async () => {
    const { service } = await replying(http(200, task));
    const { signal } = new AbortController();
    let listeners = 0;
    const add = signal.addEventListener.bind(signal);
    const remove = signal.removeEventListener.bind(signal);
    signal.addEventListener = (...args: Parameters<typeof add>) => (listeners++, add(...args));
    signal.removeEventListener = (...args: Parameters<typeof remove>) => (
      listeners--,
      remove(...args)
    );
    for (let call = 0; call < 5; call++) await service.query({ taskId: 't' }, { signal });
    expect(listeners).toBe(0);
  });
});

describe('secrets', () => {
  it('F82 appear in no failure, problem or log line, even if the service repeats the key', async () => {
    const echo = `your key ${key} is not valid`;
    const replies = [
      http(401, refusedWith(echo, key)),
      http(200, refusedWith(`${key}${key}`)),
      http(429, refusedWith(echo), { 'retry-after': '600' }),
      http(200, `<html>${echo}</html>`),
      http(307, '', { location: `/?${key}` }),
      http(200, echo, { 'content-type': `text/${key}` }),
      `HTTP/1.1 200 ${key}\r\n${key}\r\n\r\n`,
    ];
    const onRequest: Script['onRequest'] = ({ number }, socket) =>
      socket.end(replies[(number - 1) % replies.length] ?? '');
    const lines: CallLog[] = [];
    const { service } = await serving({ onRequest }, { log: (line) => lines.push(line) });
    const texts: string[] = [];
    const once = { beforeFirstByte: () => {} };
    for (let call = 0; call < replies.length; call++) {
      const failure = failureOf(await service.execute({ taskId: 't', params: {} }, once));
      texts.push(JSON.stringify([failure, failureProblem(failure)]));
    }
    expect(texts.filter((text) => text.includes(key))).toEqual([]);
    expect(lines).toHaveLength(replies.length);
    expect(JSON.stringify(lines)).not.toContain(key);
    expect(lines[0]).toMatchObject({
      path: '/agent/task/execute',
      attempt: 1,
      outcome: 'unauthorised',
      status: 401,
    });
  });

  it('refuses a key that could inject a header, and does not quote it', () => {
    const make = () => serviceAt('https://a.example', { key: 'a\r\nb: c' });
    expect(make).toThrow(TypeError);
    expect(make).not.toThrow(/b: c/);
  });
});

describe('rate limit', () => {
  it('limits the requests per second', async () => {
    const onRequest: Script['onRequest'] = (_request, socket) => socket.write(http(200, task));
    const { server, service } = await serving({ onRequest }, { requestsPerSecond: 20 });
    const start = performance.now();
    await Promise.all(Array.from({ length: 30 }, () => service.query({ taskId: 't' })));
    expect(performance.now() - start).toBeGreaterThan(480);
    expect(server.requests).toHaveLength(30);
  });
});
