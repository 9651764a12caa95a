import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { systemClock } from '#electron/base/clock.ts';
import { createNetwork, type Mode } from '#electron/adapters/network/network.ts';
import { direct, type ProxyWay, type Way } from '#electron/adapters/network/ways.ts';
import { ownFolder } from '../../../test/fixtures/own-folder.ts';
import { startProxy, type ProxyScript } from '../../../test/network/proxy.ts';
import { granted, http, startRawServer, type Script } from '../../../test/service/raw-server.ts';
import { ownRoot } from '../../../test/service/self-signed.ts';
import { failureOf, timeouts, workbench } from '../../../test/service/workbench.ts';
import { failureProblem } from './failure-problem.ts';
import type { Service } from './types.ts';

const { serverWith, serviceAt } = workbench();
const folder = await ownFolder('proxy', afterAll);
const root = ownRoot('Studio Root');
await writeFile(join(folder, 'roots.pem'), root.cert);
const certificates = () => ({ file: join(folder, 'roots.pem'), dataFolder: join(folder, 'data') });
/**
 * Only the proxies of these tests can resolve this name, so every connection to the service has gone through a proxy.
 */
const name = 'service.example';
const tls = root.vouchesFor({ names: [name] });
const said = { user: 'anna', password: 'pässword:1' };
const task = { agentName: 'a', agentVersion: 'v', initParams: {} };

/** Returns a script that answers every request with `data`. */
const answering = (data: object): Script => ({
  onRequest: (_request, socket) => socket.write(http(200, granted(data))),
});
const executing = answering({ executionId: 'e1' });

interface World {
  /** How the service answers; by default it executes the task. */
  readonly script?: Script;
  /** Routes of the client; by default through the proxy. */
  readonly ways?: (own: ProxyWay) => readonly Way[];
  readonly credentials?: ProxyWay['credentials'];
  readonly mode?: () => Mode;
  /** Connection timeout in ms. */
  readonly connectMs?: number;
}

/** Starts the service behind a proxy, and creates a client. A test may change `script` later. */
async function through(
  script: ProxyScript,
  { script: serving = executing, ways = (own) => [own], credentials = null, ...more }: World = {},
) {
  const server = await serverWith({ tls, ...serving });
  const leadsTo = { [`${name}:443`]: Number(new URL(server.url).port) };
  const proxy = await startProxy(Object.assign(script, { leadsTo }));
  onTestFinished(() => proxy.close());
  const { mode = () => 'normal' as const, connectMs = timeouts.connectMs } = more;
  const given = ways(proxy.way({ credentials }));
  const waysTo = () => Promise.resolve(given);
  const network = createNetwork({ clock: systemClock, waysTo, certificates, mode });
  const patience = { timeouts: { ...timeouts, connectMs } };
  const service = serviceAt(`https://${name}/openapi/v1`, { network, ...patience });
  /** Returns for each request to the proxy whether the request carried credentials. */
  const told = () => proxy.asked.map((head) => /authorization/i.test(head));
  return { proxy, server, service, network, told };
}

async function execute(service: Service, onCommit = () => {}) {
  let commits = 0;
  const beforeFirstByte = () => {
    commits += 1;
    onCommit();
  };
  const answer = await service.execute({ taskId: 't1', params: {} }, { beforeFirstByte });
  return { answer, commits };
}

/**
 * Returns the failure and problem of an execute request, which must provably not have been sent.
 */
async function unsent(service: Service) {
  const { answer, commits } = await execute(service);
  const failure = failureOf(answer);
  expect([failure.mayHaveBeenProcessed, commits]).toEqual([false, 0]);
  return { ...failure, problem: failureProblem(failure) };
}

describe('execute through a proxy', () => {
  it('tunnels to the host name, which only the proxy can resolve', async () => {
    const { proxy, service, server } = await through({});
    const { answer, commits } = await execute(service);
    expect(answer).toEqual({ ok: true, value: { executionId: 'e1' } });
    expect([commits, server.requests.length]).toEqual([1, 1]);
    // only the service, and not the proxy, can read the key and the request
    expect(proxy.asked).toEqual([`CONNECT ${name}:443 HTTP/1.1\r\nHost: ${name}:443`]);
  });

  it('commits after the TLS handshake with the service and before the first byte enters the tunnel', async () => {
    const { proxy, service, server } = await through({});
    const seen: number[] = [];
    await execute(service, () => seen.push(proxy.asked.length, server.bytes()));
    // the tunnel was open, and the service had only received the TLS handshake
    expect(seen).toEqual([1, 0]);
    expect(server.bytes()).toBeGreaterThan(0);
  });

  it('sends nothing if the commit fails', async () => {
    const { service, server } = await through({});
    const full = new Error('disk full');
    const asked = execute(service, () => {
      throw full;
    });
    await expect(asked).rejects.toBe(full);
    expect(server.bytes()).toBe(0);
  });

  it('sends credentials only after the proxy has asked for them, then with every request', async () => {
    const { service, told } = await through({ wants: 'anna:pässword:1' }, { credentials: said });
    expect((await execute(service)).answer.ok).toBe(true);
    expect(told()).toEqual([false, true]);
    expect((await execute(service)).answer.ok).toBe(true);
    expect(told()).toEqual([false, true, true]);
  });

  it('F27 sends nothing and does not bypass a proxy that requires credentials', async () => {
    const ways: World['ways'] = (own) => [own, direct];
    const { proxy, service, server } = await through({ wants: 'anna:pässword:1' }, { ways });
    expect(await unsent(service)).toMatchObject({
      kind: 'network',
      message: expect.stringContaining('requires a user name and password') as string,
      problem: { code: 'proxy-authentication', about: `127.0.0.1:${proxy.port}` },
    });
    expect(server.connections()).toBe(0);
  });

  it('F27 sends a wrong password only once, so that the account is not locked', async () => {
    const script = { wants: 'anna:other' };
    const { service, network, told } = await through(script, { credentials: said });
    for (let time = 0; time < 3; time += 1) {
      const { message } = await unsent(service);
      expect(message).toContain('rejected the user name or password');
      expect(message).not.toContain(said.password);
    }
    expect(told().filter(Boolean)).toHaveLength(1);
    network.renew();
    await execute(service);
    expect(told().filter(Boolean)).toHaveLength(2);
  });

  it('F27 sends a password only once after it has become invalid', async () => {
    const script = { wants: 'anna:pässword:1' };
    const { service, told } = await through(script, { credentials: said });
    expect((await execute(service)).answer.ok).toBe(true);
    script.wants = 'anna:new';
    for (let time = 0; time < 3; time += 1) await execute(service);
    expect(told().filter(Boolean)).toHaveLength(2);
  });

  it('F27 sends no password for an unsupported sign-in method and names the method in the problem', async () => {
    const script = { wants: 'anna:pässword:1', challenge: 'NTLM' };
    const { proxy, service } = await through(script, { credentials: said });
    expect((await unsent(service)).message).toContain('(NTLM)');
    expect(proxy.asked).toHaveLength(1);
  });

  const noTunnels: [what: string, answers: string, words: string][] = [
    ['a page with 200', http(200, '<html>sign in</html>'), 'a web page of its own'],
    ['403', http(403, '<html>blocked</html>'), 'HTTP 403'],
    ['a 200 with a body', 'HTTP/1.1 200 OK\r\n\r\nhello', 'a web page of its own'],
    ['an answer that is not HTTP', 'SSH-2.0-OpenSSH_9.2\r\n\r\n', 'closed the connection'],
  ];
  it.each(noTunnels)(
    'sends nothing after %s from the proxy, and names the cause in the problem',
    async (_what, answers, words) => {
      const { service, server } = await through({ answers }, { ways: (own) => [own, direct] });
      expect(await unsent(service)).toMatchObject({
        kind: 'network',
        message: expect.stringContaining(words) as string,
        problem: { code: 'proxy-failed' },
      });
      expect(server.bytes()).toBe(0);
    },
  );

  it('sends nothing through a proxy that never answers', async () => {
    const { service } = await through({ answers: '' }, { connectMs: 150 });
    expect((await unsent(service)).kind).toBe('timeout');
  });

  it('sends nothing if the tunnel breaks during the handshake with the service', async () => {
    const { service, server } = await through({ onTunnelled: (_piece, { cut }) => cut() });
    expect((await unsent(service)).kind).toBe('network');
    expect(server.bytes()).toBe(0);
  });

  /*
   * After the first byte of the request has been sent, it is unknown what the proxy has passed on,
   * so the request may have been charged. Any failure leaves it in doubt, as without a proxy.
   */
  it('leaves the request in doubt and sends it once if the tunnel breaks after its first byte', async () => {
    let isSending = false;
    const onTunnelled: ProxyScript['onTunnelled'] = (_piece, { cut }) => {
      if (isSending) cut();
    };
    const { proxy, service } = await through({ onTunnelled }, { ways: (own) => [own, own] });
    const { answer } = await execute(service, () => (isSending = true));
    expect(failureOf(answer)).toMatchObject({ kind: 'network', mayHaveBeenProcessed: true });
    expect(proxy.connections()).toBe(1);
  });

  it('leaves the request in doubt if the proxy cuts the connection before the service answers', async () => {
    let cutNow = () => {};
    const { service, server } = await through(
      { onTunnelled: (_piece, { cut }) => (cutNow = cut) },
      { script: { onRequest: () => cutNow() } },
    );
    const { answer } = await execute(service);
    expect(failureOf(answer)).toMatchObject({ kind: 'network', mayHaveBeenProcessed: true });
    expect(server.requests).toHaveLength(1);
  });

  it('tries the next route only if the first is unreachable', async () => {
    const gone = await startRawServer({});
    await gone.close();
    const port = Number(new URL(gone.url).port);
    const unusable = { kind: 'unusable', name: 'SOCKS old:1080' } as const;
    const ways: World['ways'] = (own) => [{ ...own, port }, unusable, own];
    const { service, server } = await through({}, { ways });
    const { answer, commits } = await execute(service);
    expect(answer.ok).toBe(true);
    expect([commits, server.requests.length]).toEqual([1, 1]);
  });

  it('refuses a SOCKS proxy with a clear problem, and does not bypass it', async () => {
    const unusable = { kind: 'unusable', name: 'SOCKS5 old.example:1080' } as const;
    const { service, server } = await through({}, { ways: () => [unusable] });
    const { message, problem } = await unsent(service);
    expect(message).toContain(unusable.name);
    expect(problem.code).toBe('proxy-unsupported');
    expect(server.connections()).toBe(0);
  });

  it('executes through a proxy that is reached over TLS', async () => {
    const { service } = await through({ tls: root.vouchesFor({ names: ['127.0.0.1'] }) });
    expect((await execute(service)).answer.ok).toBe(true);
  });

  it('sends nothing to a proxy with an invalid certificate', async () => {
    const stranger = ownRoot('Nobody').vouchesFor({ names: ['127.0.0.1'] });
    const ways: World['ways'] = (own) => [own, direct];
    const { proxy, service } = await through({ tls: stranger }, { credentials: said, ways });
    const { message, problem } = await unsent(service);
    expect(problem.code).toBe('proxy-unreachable');
    expect(message).toContain('certificate');
    expect(proxy.asked).toEqual([]);
  });
});

describe('other requests through a proxy', () => {
  it('keep their connection alive, and reach a plain http service in a tunnel too', async () => {
    const server = await serverWith(answering({ taskId: 't1' }));
    const { host, port } = new URL(server.url);
    const proxy = await startProxy({ leadsTo: { [host]: Number(port) } });
    onTestFinished(() => proxy.close());
    const waysTo = () => Promise.resolve([proxy.way()]);
    const service = serviceAt(server.url, {
      network: createNetwork({ clock: systemClock, waysTo }),
    });
    for (let time = 0; time < 3; time += 1) {
      expect((await service.createTask(task)).ok).toBe(true);
      // the connection is free again once its response has been read completely
      await setImmediate();
    }
    expect(server.requests).toHaveLength(3);
    expect(proxy.connections()).toBe(1);
  });

  it('are not retried if the proxy requires a password', async () => {
    const { proxy, service } = await through({ wants: 'anna:x' });
    const answer = await service.query({ taskId: 't1' });
    expect(failureOf(answer)).toMatchObject({ mayHaveBeenProcessed: false, leg: 'proxy' });
    expect(proxy.connections()).toBe(1);
  });

  it('are not sent in offline mode, not even over an open connection', async () => {
    let mode: Mode = 'normal';
    const script = answering({ taskId: 't1' });
    const { service, server } = await through({}, { script, mode: () => mode });
    expect((await service.createTask(task)).ok).toBe(true);
    mode = 'offline';
    const failure = failureOf(await service.createTask(task));
    expect(failure).toMatchObject({ code: 'offline', mayHaveBeenProcessed: false });
    expect((await unsent(service)).code).toBe('offline');
    expect(server.requests).toHaveLength(1);
  });
});
