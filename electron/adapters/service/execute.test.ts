import { setDefaultCACertificates, getCACertificates } from 'node:tls';
import { describe, expect, it } from 'vitest';
import {
  granted,
  http,
  refusedWith,
  startRawServer,
  type Script,
} from '../../../test/service/raw-server.ts';
import { selfSigned } from '../../../test/service/self-signed.ts';
import { failureOf, impatient, key, timeouts, workbench } from '../../../test/service/workbench.ts';
import type { ServiceSettings } from './client.ts';
import type { Answer, OnceOptions, Service, ServiceFailure } from './types.ts';

const { serverWith, serviceAt, serving } = workbench();
const once = { beforeFirstByte: () => {} };
const task = { agentName: 'removeBG', agentVersion: 'v1.0', initParams: {} };
const agent = { taskId: 't1', params: { batchCount: 1 } };

/**
 * Requests that must be sent only once, each with its name, the field of the id, a reader of the
 * id, and the call.
 */
const kinds: [
  name: string,
  id: string,
  read: (id: number) => string | number,
  send: (service: Service, options: OnceOptions) => Promise<Answer<unknown>>,
][] = [
  ['execute', 'executionId', String, (service, options) => service.execute(agent, options)],
  [
    'creating a custom model',
    'fashionModelId',
    Number,
    (service, options) => service.createCustomModel({ images: ['u'], name: 'Ann' }, options),
  ],
  [
    'creating a custom scene',
    'locationId',
    Number,
    (service, options) => service.createCustomScene({ image: 'u', name: 'Loft' }, options),
  ],
];

type Reply = string | NonNullable<Script['onRequest']>;

describe.each(kinds)('sends %s as one POST on a fresh connection', (_name, id, read, send) => {
  const made = http(200, granted({ [id]: 7 }));

  /** Sends the request to a server that answers with `reply`. */
  async function sendTo(reply: Reply, more: Partial<ServiceSettings> = {}) {
    const onRequest: Reply =
      typeof reply === 'string' ? (_request, socket) => socket.end(reply) : reply;
    const { server, service } = await serving({ onRequest }, more);
    return { answer: await send(service, once), server };
  }

  it('commits after connecting and before the first byte', async () => {
    const order: string[] = [];
    const { server, service } = await serving({
      onData: () => order.push('byte'),
      onRequest: (_request, socket) => socket.write(made),
    });
    const beforeFirstByte = () => void order.push(`commit after ${server.bytes()} bytes`);
    expect(await send(service, { beforeFirstByte })).toEqual({
      ok: true,
      value: { [id]: read(7) },
    });
    expect(order.slice(0, 2)).toEqual(['commit after 0 bytes', 'byte']);
    expect(server.connections()).toBe(1);
    await send(service, once);
    expect([server.connections(), server.requests.length]).toEqual([2, 2]);
  });

  it('sends nothing and rethrows if the commit throws', async () => {
    const closed = Promise.withResolvers<void>();
    const { server, service } = await serving({
      onConnection: (socket) => socket.on('close', () => closed.resolve()),
    });
    const thrown = new Error('the ledger is full');
    const beforeFirstByte = () => {
      throw thrown;
    };
    await expect(send(service, { beforeFirstByte })).rejects.toBe(thrown);
    await closed.promise;
    expect([server.connections(), server.bytes()]).toEqual([1, 0]);
  });

  /** Returns an https URL of a server that doesn't speak TLS. */
  const overTls = async (script: Script) =>
    (await serverWith(script)).url.replace('http:', 'https:');
  const gone = async () => {
    const server = await startRawServer({});
    await server.close();
    return server.url;
  };
  const unsent: [
    name: string,
    open: () => string | Promise<string>,
    kinds: ServiceFailure['kind'][],
    connectMs: number,
  ][] = [
    ['a refused connection', gone, ['network'], 60_000],
    [
      'an unknown host name',
      () => 'https://no-such-host.invalid/openapi/v1',
      ['network', 'timeout'],
      60_000,
    ],
    ['a TLS handshake that is never answered', () => overTls({}), ['timeout'], 150],
    [
      'a TLS handshake that breaks',
      () => overTls({ onData: (_piece, socket) => socket.destroy() }),
      ['network'],
      60_000,
    ],
  ];
  it.each(unsent)('F09 tries once and sends nothing: %s', async (_what, open, known, connectMs) => {
    let commits = 0;
    const tries: number[] = [];
    const service = serviceAt(await open(), {
      log: ({ attempt }) => tries.push(attempt),
      timeouts: { ...timeouts, connectMs },
    });
    const failure = failureOf(await send(service, { beforeFirstByte: () => void commits++ }));
    expect(known).toContain(failure.kind);
    expect(failure.mayHaveBeenProcessed).toBe(false);
    expect({ commits, tries }).toEqual({ commits: 0, tries: [1] });
  });

  const cut = '{"success":true,"code":0,"data":{"executionId":"e1"';
  const short = 'HTTP/1.1 200 OK\r\ncontent-length: 999\r\n\r\n';
  const doubts: [name: string, reply: Reply, kind: ServiceFailure['kind']][] = [
    ['F08 accepted, then closed', '', 'network'],
    ['F08 accepted, then reset', (_request, socket) => socket.resetAndDestroy(), 'network'],
    ['F10 truncated JSON with the correct length', http(200, '{"success":true,'), 'not-envelope'],
    [
      'F10 truncated JSON, ended by closing the connection',
      `HTTP/1.1 200 OK\r\n\r\n${cut}`,
      'not-envelope',
    ],
    ['F10 a body shorter than its stated length', `${short}${cut}`, 'network'],
    [
      'F10 a reset in the middle of the body',
      (_request, socket) => socket.write(`${short}{"success"`, () => socket.resetAndDestroy()),
      'network',
    ],
    ['F11 captive portal: HTML with 200', http(200, '<html>sign in</html>'), 'not-envelope'],
    ['F16 500 with a web page', http(500, '<h1>oops</h1>'), 'not-envelope'],
    ['F16 503 with a refusal', http(503, refusedWith('busy')), 'refused'],
    ['F26 307', http(307, '', { location: '/elsewhere' }), 'not-envelope'],
    [
      'F26 308 with an envelope',
      http(308, granted({ [id]: 1 }), { location: '/' }),
      'not-envelope',
    ],
    ['F27 proxy 407', http(407, '<html>proxy</html>'), 'not-envelope'],
    ['403 from a proxy', http(403, '<html>blocked</html>'), 'not-envelope'],
    ['429 from a gateway', http(429, 'slow down'), 'not-envelope'],
    ['408 with a refusal', http(408, refusedWith('late')), 'refused'],
    ['409 with a refusal', http(409, refusedWith('conflict')), 'refused'],
    ['425 with a refusal', http(425, refusedWith('early')), 'refused'],
    ['success without the id', http(200, granted({})), 'not-envelope'],
    ['success with an empty id', http(200, granted({ [id]: '' })), 'not-envelope'],
    ['an id that cannot be read', http(200, granted({ [id]: {} })), 'not-envelope'],
    ['success with data null', http(200, granted(null)), 'not-envelope'],
    ['JSON that is not an envelope', http(200, { [id]: 1 }), 'not-envelope'],
    ['empty 200', http(200, ''), 'not-envelope'],
    ['not HTTP', 'SSH-2.0-OpenSSH_9.2\r\n', 'network'],
    ['no answer in time', () => {}, 'timeout'],
    [
      'a body that arrives endlessly in small pieces',
      (_request, socket) => {
        socket.write(`${short}{`);
        const drip = setInterval(() => socket.write(' '), 20);
        socket.on('close', () => clearInterval(drip));
      },
      'timeout',
    ],
  ];
  it.each(doubts)(
    'leaves the request in doubt after sending it once: %s',
    async (_what, reply, kind) => {
      const { answer, server } = await sendTo(reply, kind === 'timeout' ? impatient : {});
      expect(failureOf(answer)).toMatchObject({ kind, mayHaveBeenProcessed: true });
      expect([server.requests.length, server.connections()]).toEqual([1, 1]);
    },
  );

  const said = 'at most 1000 per account';
  const refusals: [name: string, status: number, expected: Partial<ServiceFailure>][] = [
    ['a refusal', 200, { kind: 'refused', serviceCode: '4002' }],
    ['a 4xx with a refusal', 422, { kind: 'refused' }],
    ['a wrong key, 401', 401, { kind: 'unauthorised' }],
    ['a wrong key, 403', 403, { kind: 'unauthorised' }],
    ['a rate limit', 429, { kind: 'rate-limited', retryAfterMs: 7_000 }],
  ];
  it.each(refusals)(
    'counts %s in an envelope as not processed after sending it once',
    async (_what, status, expected) => {
      const headers: Record<string, string> = status === 429 ? { 'retry-after': '7' } : {};
      const { answer, server } = await sendTo(http(status, refusedWith(said, '4002'), headers));
      const no = { mayHaveBeenProcessed: false, fromService: true, serviceMessage: said };
      expect(failureOf(answer)).toMatchObject({ ...no, ...expected });
      expect(server.requests).toHaveLength(1);
    },
  );

  it('accepts an id in a valid envelope as proof, whatever the status', async () => {
    const { answer } = await sendTo(http(502, granted({ [id]: '42' })));
    expect(answer).toEqual({ ok: true, value: { [id]: read(42) } });
  });
});

const executed = http(200, granted({ executionId: 'e1' }));

/** Script of a server that creates and executes tasks. */
const working: Script = {
  onRequest: ({ path }, socket) =>
    socket.write(path.endsWith('/execute') ? executed : http(200, granted({ taskId: 't1' }))),
};

describe('execute', () => {
  it('sends exactly one request in the documented form', async () => {
    const { server, service } = await serving(working);
    const sent = { taskId: 't1', params: { batchCount: 2 } };
    const callbackUrl = 'https://studio.example/done';
    const answer = await service.execute(sent, { ...once, callbackUrl });
    expect(answer).toEqual({ ok: true, value: { executionId: 'e1' } });
    expect(server.requests).toHaveLength(1);
    const [request] = server.requests;
    expect(request).toMatchObject({
      method: 'POST',
      path: '/openapi/v1/agent/task/execute',
      headers: { 'content-type': 'application/json' },
    });
    expect(request?.headerLines.filter((line) => /^authorization:/i.test(line))).toEqual([
      `Authorization: ${key}`,
    ]);
    expect(JSON.parse(String(request?.body))).toEqual({ ...sent, callbackUrl });
  });

  it('sends the first byte only after beforeFirstByte returns', async () => {
    let returned = Infinity;
    let arrived = 0;
    const onData = () => (arrived ||= performance.now());
    const { service } = await serving({ ...working, onData });
    const beforeFirstByte = () => {
      const until = performance.now() + 30;
      while (performance.now() < until);
      returned = performance.now();
    };
    await service.execute(agent, { beforeFirstByte });
    expect(arrived).toBeGreaterThanOrEqual(returned);
  });

  it('neither reuses an open connection nor leaves one open', async () => {
    const { server, service } = await serving(working);
    for (let warming = 0; warming < 3; warming++) await service.createTask(task);
    const warm = server.connections();
    await service.createTask(task);
    expect(server.connections()).toBe(warm);
    for (let times = 0; times < 2; times++) await service.execute(agent, once);
    expect(server.connections()).toBe(warm + 2);
    await service.createTask(task);
    expect(server.connections()).toBe(warm + 2);
  });

  it('sends no byte over TLS before the handshake and the commit', async () => {
    const tls = selfSigned();
    const before = getCACertificates('default');
    setDefaultCACertificates([...before, tls.cert]);
    try {
      const { server, service } = await serving({ ...working, tls });
      const seen: number[] = [];
      const beforeFirstByte = () => void seen.push(server.bytes());
      const answer = await service.execute(agent, { beforeFirstByte });
      expect(answer).toEqual({ ok: true, value: { executionId: 'e1' } });
      expect(seen).toEqual([0]);
      expect(server.requests).toHaveLength(1);
    } finally {
      setDefaultCACertificates(before);
    }
  });

  it('F07 sends one execute and leaves it in doubt after a reset of an open connection', async () => {
    const { server, service } = await serving({
      onRequest: (request, socket) => {
        if (request.path.endsWith('/execute')) socket.resetAndDestroy();
        else working.onRequest?.(request, socket);
      },
    });
    await service.createTask(task);
    const failure = failureOf(await service.execute(agent, once));
    expect(failure).toMatchObject({ kind: 'network', mayHaveBeenProcessed: true });
    await service.createTask(task);
    expect(server.requests.filter(({ path }) => path.endsWith('/execute'))).toHaveLength(1);
  });

  it('F08 does not reconnect after a connection that breaks immediately', async () => {
    const onConnection: Script['onConnection'] = (socket) => socket.resetAndDestroy();
    const { server, service } = await serving({ onConnection });
    expect(failureOf(await service.execute(agent, once)).kind).toBe('network');
    expect([server.connections(), server.requests.length]).toEqual([1, 0]);
  });

  it('F28 sends nothing if the certificate is not trusted, and names the cause in the problem', async () => {
    const { server, service } = await serving({ tls: selfSigned() });
    let asked = false;
    const beforeFirstByte = () => void (asked = true);
    const failure = failureOf(await service.execute(agent, { beforeFirstByte }));
    expect(failure).toMatchObject({ kind: 'network', mayHaveBeenProcessed: false });
    expect(failure.message).toContain('certificate');
    expect([asked, server.bytes()]).toEqual([false, 0]);
  });

  it('sends nothing when aborted while connecting', async () => {
    const server = await serverWith({});
    const stop = new AbortController();
    const service = serviceAt(server.url.replace('http:', 'https:'));
    const running = service.execute(agent, { ...once, signal: stop.signal });
    stop.abort();
    const failure = failureOf(await running);
    expect(failure).toMatchObject({ kind: 'aborted', mayHaveBeenProcessed: false });
  });

  it.each([
    ['an abort while waiting', (_: Service, stop: AbortController) => stop.abort()],
    ['closing the client', (service: Service) => void service.close()],
  ])('leaves the request in doubt after %s', async (_what, end) => {
    const stop = new AbortController();
    const { server, service } = await serving({});
    const running = service.execute(agent, { ...once, signal: stop.signal });
    await server.seen(1);
    end(service, stop);
    expect(failureOf(await running)).toMatchObject({ kind: 'aborted', mayHaveBeenProcessed: true });
  });

  it('stops reading an endless response at the limit, and leaves the request in doubt', async () => {
    const piece = Buffer.alloc(1024 * 1024, 32);
    const { service } = await serving({
      onRequest: (_request, socket) => {
        socket.write('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n');
        const more = () => {
          while (!socket.destroyed && socket.write(`100000\r\n${piece.toString('latin1')}\r\n`));
        };
        socket.on('drain', more);
        more();
      },
    });
    const failure = failureOf(await service.execute(agent, once));
    expect(failure.mayHaveBeenProcessed).toBe(true);
    expect(['not-envelope', 'timeout']).toContain(failure.kind);
  });
});
