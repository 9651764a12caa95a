import { setDefaultCACertificates, getCACertificates } from 'node:tls';
import { describe, expect, it } from 'vitest';
import {
  granted,
  http,
  refusedWith,
  startRawServer,
  type Script,
} from '../../test/service/raw-server.ts';
import { selfSigned } from '../../test/service/self-signed.ts';
import { failureOf, key, timeouts, workbench } from '../../test/service/workbench.ts';
import type { Answer, Service, ServiceFailure } from './types.ts';

const { serverWith, serviceAt } = workbench();
const executed = http(200, granted({ executionId: 'e1' }));

function execute(
  service: Service,
  beforeFirstByte = () => {},
  signal?: AbortSignal,
): Promise<Answer<{ readonly executionId: string }>> {
  return service.execute(
    { taskId: 't1', params: { batchCount: 1 } },
    { beforeFirstByte, ...(signal && { signal }) },
  );
}

/** Runs one execute against a server that answers the request as told; gives what came of it. */
async function executeAgainst(onRequest: NonNullable<Script['onRequest']>) {
  const server = await serverWith({ onRequest });
  const answer = await execute(serviceAt(server.url));
  return { answer, server };
}

describe('execute: one POST on a fresh connection', () => {
  it('sends exactly one request, as the interface wants it', async () => {
    const server = await serverWith({ onRequest: (_request, socket) => socket.write(executed) });
    const answer = await serviceAt(server.url).execute(
      { taskId: 't1', params: { batchCount: 2 } },
      { beforeFirstByte: () => {}, callbackUrl: 'https://studio.example/done' },
    );
    expect(answer).toEqual({ ok: true, value: { executionId: 'e1' } });
    expect(server.requests).toHaveLength(1);
    const [request] = server.requests;
    expect(request?.method).toBe('POST');
    expect(request?.path).toBe('/openapi/v1/agent/task/execute');
    expect(request?.headerLines.filter((line) => /^authorization:/i.test(line))).toEqual([
      `Authorization: ${key}`,
    ]);
    expect(request?.headers['content-type']).toBe('application/json');
    expect(JSON.parse(String(request?.body))).toEqual({
      taskId: 't1',
      params: { batchCount: 2 },
      callbackUrl: 'https://studio.example/done',
    });
  });

  it('calls beforeFirstByte when the connection is up and before any byte arrived', async () => {
    let connected = () => {};
    const accepted = new Promise<void>((resolve) => (connected = resolve));
    const order: string[] = [];
    const server = await serverWith({
      onConnection: () => {
        order.push('connected');
        connected();
      },
      onData: () => order.push('byte'),
      onRequest: (_request, socket) => socket.write(executed),
    });
    const answer = await execute(serviceAt(server.url), () => {
      order.push(`beforeFirstByte after ${server.bytes()} bytes`);
    });
    await accepted;
    expect(answer.ok).toBe(true);
    expect(order.filter((step) => step.startsWith('before'))).toEqual([
      'beforeFirstByte after 0 bytes',
    ]);
    expect(order.findIndex((step) => step.startsWith('before'))).toBeLessThan(
      order.indexOf('byte'),
    );
    expect(server.connections()).toBe(1);
  });

  it('holds the first byte back however long beforeFirstByte commits', async () => {
    let returned = Infinity;
    let arrived = 0;
    const server = await serverWith({
      onData: () => (arrived ||= performance.now()),
      onRequest: (_request, socket) => socket.write(executed),
    });
    await execute(serviceAt(server.url), () => {
      const until = performance.now() + 30;
      while (performance.now() < until);
      returned = performance.now();
    });
    expect(arrived).toBeGreaterThanOrEqual(returned);
  });

  it('sends nothing and rethrows when beforeFirstByte throws', async () => {
    let ended = () => {};
    const closed = new Promise<void>((resolve) => (ended = resolve));
    const server = await serverWith({
      onConnection: (socket) => socket.on('close', () => ended()),
    });
    const thrown = new Error('the ledger is full');
    await expect(
      execute(serviceAt(server.url), () => {
        throw thrown;
      }),
    ).rejects.toBe(thrown);
    await closed;
    expect(server.connections()).toBe(1);
    expect(server.bytes()).toBe(0);
  });

  it('never uses a warm connection, nor leaves one', async () => {
    const answers = (path: string) =>
      path.endsWith('/execute') ? executed : http(200, granted({ taskId: 't1' }));
    const server = await serverWith({
      onRequest: (request, socket) => socket.write(answers(request.path)),
    });
    const service = serviceAt(server.url);
    const create = () =>
      service.createTask({ agentName: 'removeBG', agentVersion: 'v1.0', initParams: {} });
    for (let warming = 0; warming < 3; warming++) await create();
    const warm = server.connections();
    await create();
    expect(server.connections()).toBe(warm);
    await execute(service);
    await execute(service);
    expect(server.connections()).toBe(warm + 2);
    await create();
    expect(server.connections()).toBe(warm + 2);
  });

  it('does the same over TLS: no byte of the request before the handshake and the commit', async () => {
    const identity = selfSigned();
    const before = getCACertificates('default');
    setDefaultCACertificates([...before, identity.cert]);
    try {
      const server = await serverWith({
        tls: identity,
        onRequest: (_request, socket) => socket.write(executed),
      });
      const seen: number[] = [];
      const answer = await execute(serviceAt(server.url), () => {
        seen.push(server.bytes());
      });
      expect(answer).toEqual({ ok: true, value: { executionId: 'e1' } });
      expect(seen).toEqual([0]);
      expect(server.requests).toHaveLength(1);
    } finally {
      setDefaultCACertificates(before);
    }
  });
});

describe('execute: what left and what did not', () => {
  it('F07 warm socket reset: one execute at the server, in doubt', async () => {
    const server = await serverWith({
      onRequest: (request, socket) => {
        if (request.path.endsWith('/execute')) socket.resetAndDestroy();
        else socket.write(http(200, granted({ taskId: 't1' })));
      },
    });
    const service = serviceAt(server.url);
    await service.createTask({ agentName: 'removeBG', agentVersion: 'v1.0', initParams: {} });
    const failure = failureOf(await execute(service));
    expect(failure).toMatchObject({ kind: 'network', mayHaveBeenProcessed: true });
    await service.createTask({ agentName: 'removeBG', agentVersion: 'v1.0', initParams: {} });
    expect(server.requests.filter(({ path }) => path.endsWith('/execute'))).toHaveLength(1);
  });

  it('F08 accepted, then closed: doubt, sent once', async () => {
    const { answer, server } = await executeAgainst((_request, socket) => socket.end());
    expect(failureOf(answer)).toMatchObject({ kind: 'network', mayHaveBeenProcessed: true });
    expect(server.requests).toHaveLength(1);
    expect(server.connections()).toBe(1);
  });

  it('F08 a connection that dies as soon as it is up is not opened again', async () => {
    const server = await serverWith({ onConnection: (socket) => socket.resetAndDestroy() });
    expect(failureOf(await execute(serviceAt(server.url))).kind).toBe('network');
    expect(server.connections()).toBe(1);
    expect(server.requests).toHaveLength(0);
  });

  it('F09 refused connection: nothing was sent, no commit was asked for', async () => {
    const server = await startRawServer({});
    await server.close();
    let asked = false;
    const answer = await execute(serviceAt(server.url), () => (asked = true));
    expect(failureOf(answer)).toMatchObject({ kind: 'network', mayHaveBeenProcessed: false });
    expect(asked).toBe(false);
  });

  it('F09 a name that does not exist: nothing was sent', async () => {
    const answer = await execute(serviceAt('https://no-such-host.invalid/openapi/v1'));
    const failure = failureOf(answer);
    expect(['network', 'timeout']).toContain(failure.kind);
    expect(failure.mayHaveBeenProcessed).toBe(false);
  });

  it('F09 a TLS handshake that is never answered: timeout, nothing was sent', async () => {
    const server = await serverWith({});
    const service = serviceAt(server.url.replace('http:', 'https:'), {
      timeouts: { ...timeouts, connectMs: 150 },
    });
    const answer = await execute(service);
    expect(failureOf(answer)).toMatchObject({ kind: 'timeout', mayHaveBeenProcessed: false });
  });

  it('F09 a TLS handshake that breaks: nothing was sent', async () => {
    const server = await serverWith({ onData: (_piece, socket) => socket.destroy() });
    const answer = await execute(serviceAt(server.url.replace('http:', 'https:')));
    expect(failureOf(answer)).toMatchObject({ kind: 'network', mayHaveBeenProcessed: false });
  });

  it('F28 a certificate nobody vouches for: fails closed and says so', async () => {
    const server = await serverWith({ tls: selfSigned() });
    let asked = false;
    const failure = failureOf(await execute(serviceAt(server.url), () => (asked = true)));
    expect(failure).toMatchObject({ kind: 'network', mayHaveBeenProcessed: false });
    expect(failure.message).toContain('certificate');
    expect(asked).toBe(false);
    expect(server.bytes()).toBe(0);
  });

  it('aborted while connecting: nothing was sent', async () => {
    const server = await serverWith({});
    const stop = new AbortController();
    const running = execute(
      serviceAt(server.url.replace('http:', 'https:')),
      undefined,
      stop.signal,
    );
    stop.abort();
    expect(failureOf(await running)).toMatchObject({
      kind: 'aborted',
      mayHaveBeenProcessed: false,
    });
  });

  it('aborted while waiting for the answer: doubt', async () => {
    const stop = new AbortController();
    const server = await serverWith({ onRequest: () => stop.abort() });
    const answer = await execute(serviceAt(server.url), undefined, stop.signal);
    expect(failureOf(answer)).toMatchObject({ kind: 'aborted', mayHaveBeenProcessed: true });
  });

  it('closing the client breaks what is under way: doubt', async () => {
    const server = await serverWith({});
    const service = serviceAt(server.url);
    const running = execute(service);
    await server.seen(1);
    await service.close();
    expect(failureOf(await running)).toMatchObject({ kind: 'aborted', mayHaveBeenProcessed: true });
  });
});

describe('execute: what the answer says', () => {
  const cut = '{"success":true,"code":0,"data":{"executionId":"e1"';
  const doubts: [name: string, reply: string, kind: ServiceFailure['kind']][] = [
    ['F10 JSON cut, length kept', http(200, '{"success":true,'), 'not-envelope'],
    ['F10 JSON cut, told whole by closing', `HTTP/1.1 200 OK\r\n\r\n${cut}`, 'not-envelope'],
    [
      'F10 body cut short of its length',
      `HTTP/1.1 200 OK\r\ncontent-length: 999\r\n\r\n${cut}`,
      'network',
    ],
    ['F11 captive portal: HTML with 200', http(200, '<html>sign in</html>'), 'not-envelope'],
    ['F16 500 with a page', http(500, '<h1>oops</h1>'), 'not-envelope'],
    ['F16 503 with a refusal', http(503, refusedWith('busy')), 'refused'],
    ['F26 307', http(307, '', { location: '/elsewhere' }), 'not-envelope'],
    [
      'F26 308 with an envelope',
      http(308, granted({ executionId: 'e1' }), { location: '/x' }),
      'not-envelope',
    ],
    ['F27 proxy 407', http(407, '<html>proxy</html>'), 'not-envelope'],
    ['403 of a proxy', http(403, '<html>blocked</html>'), 'not-envelope'],
    ['429 of a gateway', http(429, 'slow down'), 'not-envelope'],
    ['408 with a refusal', http(408, refusedWith('late')), 'refused'],
    ['409 with a refusal', http(409, refusedWith('conflict')), 'refused'],
    ['425 with a refusal', http(425, refusedWith('early')), 'refused'],
    ['success without executionId', http(200, granted({})), 'not-envelope'],
    ['success with an empty executionId', http(200, granted({ executionId: '' })), 'not-envelope'],
    ['success with data null', http(200, granted(null)), 'not-envelope'],
    ['JSON that is no envelope', http(200, { executionId: 'e1' }), 'not-envelope'],
    ['empty 200', http(200, ''), 'not-envelope'],
    ['not HTTP', 'SSH-2.0-OpenSSH_9.2\r\n', 'network'],
  ];
  it.each(doubts)('%s: doubt', async (_name, reply, kind) => {
    const { answer, server } = await executeAgainst((_request, socket) => socket.end(reply));
    expect(failureOf(answer)).toMatchObject({ kind, mayHaveBeenProcessed: true });
    expect(server.requests).toHaveLength(1);
    expect(server.connections()).toBe(1);
  });

  it('slow headers: timeout, doubt', async () => {
    const { answer, server } = await executeAgainst(() => {});
    expect(failureOf(answer)).toMatchObject({ kind: 'timeout', mayHaveBeenProcessed: true });
    expect(server.requests).toHaveLength(1);
  });

  it('a body that drips for ever: timeout, doubt', async () => {
    const { answer } = await executeAgainst((_request, socket) => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 999\r\n\r\n{');
      const drip = setInterval(() => socket.write(' '), 20);
      socket.on('close', () => clearInterval(drip));
    });
    expect(failureOf(answer)).toMatchObject({ kind: 'timeout', mayHaveBeenProcessed: true });
  });

  it('a reset in the middle of the body: doubt', async () => {
    const { answer } = await executeAgainst((_request, socket) => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 999\r\n\r\n{"success"', () =>
        socket.resetAndDestroy(),
      );
    });
    expect(failureOf(answer)).toMatchObject({ kind: 'network', mayHaveBeenProcessed: true });
  });

  it('an answer without end: bounded, doubt', async () => {
    const piece = Buffer.alloc(1024 * 1024, 32);
    const { answer } = await executeAgainst((_request, socket) => {
      socket.write('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n');
      const more = () => {
        while (!socket.destroyed && socket.write(`100000\r\n${piece.toString('latin1')}\r\n`));
      };
      socket.on('drain', more);
      more();
    });
    expect(failureOf(answer).mayHaveBeenProcessed).toBe(true);
    expect(['not-envelope', 'timeout']).toContain(failureOf(answer).kind);
  });

  it('a refusal in the service’s words: not processed', async () => {
    const { answer } = await executeAgainst((_request, socket) =>
      socket.write(http(200, refusedWith('locationId is not valid', '4002'))),
    );
    expect(failureOf(answer)).toMatchObject({
      kind: 'refused',
      mayHaveBeenProcessed: false,
      serviceCode: '4002',
      serviceMessage: 'locationId is not valid',
      fromService: true,
    });
  });

  it.each([401, 403])('%i with an envelope: unauthorised, not processed', async (status) => {
    const { answer } = await executeAgainst((_request, socket) =>
      socket.write(http(status, refusedWith('bad key'))),
    );
    expect(failureOf(answer)).toMatchObject({ kind: 'unauthorised', mayHaveBeenProcessed: false });
  });

  it('429 with an envelope: rate-limited, not processed, with the wait', async () => {
    const { answer, server } = await executeAgainst((_request, socket) =>
      socket.write(http(429, refusedWith('slow down'), { 'retry-after': '7' })),
    );
    expect(failureOf(answer)).toMatchObject({
      kind: 'rate-limited',
      mayHaveBeenProcessed: false,
      retryAfterMs: 7_000,
    });
    expect(server.requests).toHaveLength(1);
  });

  it('an executionId in a valid envelope is proof, whatever the status', async () => {
    const { answer } = await executeAgainst((_request, socket) =>
      socket.write(http(502, granted({ executionId: 42 }))),
    );
    expect(answer).toEqual({ ok: true, value: { executionId: '42' } });
  });
});
