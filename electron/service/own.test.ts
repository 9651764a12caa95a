import { describe, expect, it } from 'vitest';
import {
  granted,
  http,
  refusedWith,
  startRawServer,
  type Script,
} from '../../test/service/raw-server.ts';
import { failureOf, workbench } from '../../test/service/workbench.ts';
import type { Answer, OnceOptions, Service, ServiceFailure } from './types.ts';

const { serverWith, serviceAt } = workbench();

/** Creating an own model and an own scene: both are sent as execute is. */
const kinds: [
  name: string,
  id: string,
  create: (service: Service, options: OnceOptions) => Promise<Answer<unknown>>,
][] = [
  [
    'an own model',
    'fashionModelId',
    (service, options) => service.createOwnModel({ images: ['u'], name: 'Ann' }, options),
  ],
  [
    'an own scene',
    'locationId',
    (service, options) => service.createOwnScene({ image: 'u', name: 'Loft' }, options),
  ],
];

describe.each(kinds)('creating %s: one POST on a fresh connection', (_name, id, create) => {
  const made = http(200, granted({ [id]: 7 }));
  const once = { beforeFirstByte: () => {} };

  async function createAgainst(onRequest: NonNullable<Script['onRequest']>) {
    const server = await serverWith({ onRequest });
    const answer = await create(serviceAt(server.url), once);
    return { answer, server };
  }

  it('asks for the commit when the connection is up and before any byte', async () => {
    const server = await serverWith({ onRequest: (_request, socket) => socket.write(made) });
    const service = serviceAt(server.url);
    const seen: number[] = [];
    const options = { beforeFirstByte: () => void seen.push(server.bytes()) };
    expect(await create(service, options)).toEqual({ ok: true, value: { [id]: 7 } });
    expect(seen).toEqual([0]);
    await create(service, once);
    expect(server.connections()).toBe(2);
    expect(server.requests).toHaveLength(2);
  });

  it('sends nothing and rethrows when the commit throws', async () => {
    let ended = () => {};
    const closed = new Promise<void>((resolve) => (ended = resolve));
    const server = await serverWith({
      onConnection: (socket) => socket.on('close', () => ended()),
    });
    const thrown = new Error('the ledger is full');
    const running = create(serviceAt(server.url), {
      beforeFirstByte() {
        throw thrown;
      },
    });
    await expect(running).rejects.toBe(thrown);
    await closed;
    expect(server.connections()).toBe(1);
    expect(server.bytes()).toBe(0);
  });

  it('is not tried again where nothing listens, and asks for no commit', async () => {
    const server = await startRawServer({});
    await server.close();
    let asked = 0;
    const tries: number[] = [];
    const service = serviceAt(server.url, { log: ({ attempt }) => tries.push(attempt) });
    const answer = await create(service, { beforeFirstByte: () => void asked++ });
    expect(failureOf(answer)).toMatchObject({ kind: 'network', mayHaveBeenProcessed: false });
    expect(asked).toBe(0);
    expect(tries).toEqual([1]);
  });

  const doubts: [name: string, reply: string | null, kind: ServiceFailure['kind']][] = [
    ['a reset', null, 'network'],
    ['an answer cut', 'HTTP/1.1 200 OK\r\ncontent-length: 999\r\n\r\n{"success"', 'network'],
    ['a captive portal', http(200, '<html>sign in</html>'), 'not-envelope'],
    ['a gateway’s page', http(502, '<h1>bad gateway</h1>'), 'not-envelope'],
    ['a 5xx that refuses', http(503, refusedWith('busy')), 'refused'],
    ['a redirect', http(307, '', { location: '/elsewhere' }), 'not-envelope'],
    ['a success without the id', http(200, granted({})), 'not-envelope'],
    ['an id that cannot be read', http(200, granted({ [id]: 'soon' })), 'not-envelope'],
    ['no answer in time', '', 'timeout'],
  ];
  it.each(doubts)('is in doubt after %s, and sent once', async (_what, reply, kind) => {
    const { answer, server } = await createAgainst((_request, socket) => {
      if (reply === null) socket.resetAndDestroy();
      else if (reply !== '') socket.end(reply);
    });
    expect(failureOf(answer)).toMatchObject({ kind, mayHaveBeenProcessed: true });
    expect(server.requests).toHaveLength(1);
    expect(server.connections()).toBe(1);
  });

  const refusals: [name: string, status: number, kind: ServiceFailure['kind']][] = [
    ['a refusal', 200, 'refused'],
    ['a 4xx that refuses', 422, 'refused'],
    ['a wrong key', 401, 'unauthorised'],
    ['a rate limit', 429, 'rate-limited'],
  ];
  it.each(refusals)('was not done after %s, and sent once', async (_what, status, kind) => {
    const { answer, server } = await createAgainst((_request, socket) =>
      socket.write(http(status, refusedWith('at most 1000 per account'))),
    );
    expect(failureOf(answer)).toMatchObject({
      kind,
      mayHaveBeenProcessed: false,
      fromService: true,
      serviceMessage: 'at most 1000 per account',
    });
    expect(server.requests).toHaveLength(1);
  });

  it('was done where a valid envelope holds the id, whatever the status', async () => {
    const { answer } = await createAgainst((_request, socket) =>
      socket.write(http(502, granted({ [id]: '42' }))),
    );
    expect(answer).toEqual({ ok: true, value: { [id]: 42 } });
  });
});
