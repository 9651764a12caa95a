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
/** A name that only proxies of these tests lead anywhere: whoever reaches it went through one. */
const name = 'service.example';
const tls = root.vouchesFor({ names: [name] });
const said = { user: 'anna', password: 'pässword:1' };
const task = { agentName: 'a', agentVersion: 'v', initParams: {} };

/** Answers everything so. */
const answering = (data: object): Script => ({
  onRequest: (_request, socket) => socket.write(http(200, granted(data))),
});
const executing = answering({ executionId: 'e1' });

interface World {
  /** What the service does; it executes. */
  readonly script?: Script;
  /** How the client goes; through the proxy. */
  readonly ways?: (own: ProxyWay) => readonly Way[];
  readonly credentials?: ProxyWay['credentials'];
  readonly mode?: () => Mode;
  /** ms to connect within. */
  readonly connectMs?: number;
}

/** The service at its name behind a proxy that leads to it, and a client; a test may change the script later. */
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
  /** How often the proxy was told who is there. */
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

/** What comes of an execute that provably was not sent: the failure, and the problem of it. */
async function unsent(service: Service) {
  const { answer, commits } = await execute(service);
  const failure = failureOf(answer);
  expect([failure.mayHaveBeenProcessed, commits]).toEqual([false, 0]);
  return { ...failure, problem: failureProblem(failure) };
}

describe('execute through a proxy', () => {
  it('goes through a tunnel to the name, which only the proxy can find', async () => {
    const { proxy, service, server } = await through({});
    const { answer, commits } = await execute(service);
    expect(answer).toEqual({ ok: true, value: { executionId: 'e1' } });
    expect([commits, server.requests.length]).toEqual([1, 1]);
    // the key and the request are the service's alone
    expect(proxy.asked).toEqual([`CONNECT ${name}:443 HTTP/1.1\r\nHost: ${name}:443`]);
  });

  it('commits when TLS with the service is up, and before the first byte went into the tunnel', async () => {
    const { proxy, service, server } = await through({});
    const seen: number[] = [];
    await execute(service, () => seen.push(proxy.asked.length, server.bytes()));
    // the tunnel was there, and the service had got nothing but a handshake
    expect(seen).toEqual([1, 0]);
    expect(server.bytes()).toBeGreaterThan(0);
  });

  it('sends nothing at all when the commit fails', async () => {
    const { service, server } = await through({});
    const full = new Error('disk full');
    const asked = execute(service, () => {
      throw full;
    });
    await expect(asked).rejects.toBe(full);
    expect(server.bytes()).toBe(0);
  });

  it('tells a proxy who is there only when it has asked, and then at once', async () => {
    const { service, told } = await through({ wants: 'anna:pässword:1' }, { credentials: said });
    expect((await execute(service)).answer.ok).toBe(true);
    expect(told()).toEqual([false, true]);
    expect((await execute(service)).answer.ok).toBe(true);
    expect(told()).toEqual([false, true, true]);
  });

  it('F27 a proxy that asks for a name and password: not sent, no way past it', async () => {
    const ways: World['ways'] = (own) => [own, direct];
    const { proxy, service, server } = await through({ wants: 'anna:pässword:1' }, { ways });
    expect(await unsent(service)).toMatchObject({
      kind: 'network',
      message: expect.stringContaining('asks for a name and password') as string,
      problem: { code: 'proxy-authentication', about: `127.0.0.1:${proxy.port}` },
    });
    expect(server.connections()).toBe(0);
  });

  it('F27 a password that is not taken is said once, not until the account is locked', async () => {
    const script = { wants: 'anna:other' };
    const { service, network, told } = await through(script, { credentials: said });
    for (let time = 0; time < 3; time += 1) {
      const { message } = await unsent(service);
      expect(message).toContain('does not accept the name and password');
      expect(message).not.toContain(said.password);
    }
    expect(told().filter(Boolean)).toHaveLength(1);
    network.renew();
    await execute(service);
    expect(told().filter(Boolean)).toHaveLength(2);
  });

  it('F27 a password that is not taken any more is said once, too', async () => {
    const script = { wants: 'anna:pässword:1' };
    const { service, told } = await through(script, { credentials: said });
    expect((await execute(service)).answer.ok).toBe(true);
    script.wants = 'anna:new';
    for (let time = 0; time < 3; time += 1) await execute(service);
    expect(told().filter(Boolean)).toHaveLength(2);
  });

  it('F27 a sign-in of another kind: said by its name, and no password is given to it', async () => {
    const script = { wants: 'anna:pässword:1', challenge: 'NTLM' };
    const { proxy, service } = await through(script, { credentials: said });
    expect((await unsent(service)).message).toContain('(NTLM)');
    expect(proxy.asked).toHaveLength(1);
  });

  const noTunnels: [what: string, answers: string, words: string][] = [
    ['a page with 200', http(200, '<html>sign in</html>'), 'a page of its own'],
    ['403', http(403, '<html>blocked</html>'), 'HTTP 403'],
    ['a 200 that goes on speaking', 'HTTP/1.1 200 OK\r\n\r\nhello', 'a page of its own'],
    ['no HTTP', 'SSH-2.0-OpenSSH_9.2\r\n\r\n', 'hangs up'],
  ];
  it.each(noTunnels)('%s from the proxy: not sent, and said', async (_what, answers, words) => {
    const { service, server } = await through({ answers }, { ways: (own) => [own, direct] });
    expect(await unsent(service)).toMatchObject({
      kind: 'network',
      message: expect.stringContaining(words) as string,
      problem: { code: 'proxy-failed' },
    });
    expect(server.bytes()).toBe(0);
  });

  it('a proxy that never answers: not sent', async () => {
    const { service } = await through({ answers: '' }, { connectMs: 150 });
    expect((await unsent(service)).kind).toBe('timeout');
  });

  it('a tunnel that is cut in the handshake with the service: not sent', async () => {
    const { service, server } = await through({ onTunnelled: (_piece, { cut }) => cut() });
    expect((await unsent(service)).kind).toBe('network');
    expect(server.bytes()).toBe(0);
  });

  /*
   * From the first byte of the request on, nobody can tell what the proxy had passed on when it fell
   * silent, so it may have been bought: whatever a proxy does then is a doubt, as without one.
   */
  it('a tunnel that is cut after the first byte of the request: doubt, and sent once', async () => {
    let isSending = false;
    const onTunnelled: ProxyScript['onTunnelled'] = (_piece, { cut }) => {
      if (isSending) cut();
    };
    const { proxy, service } = await through({ onTunnelled }, { ways: (own) => [own, own] });
    const { answer } = await execute(service, () => (isSending = true));
    expect(failureOf(answer)).toMatchObject({ kind: 'network', mayHaveBeenProcessed: true });
    expect(proxy.connections()).toBe(1);
  });

  it('a service that takes the request and is cut off by the proxy before its answer: doubt', async () => {
    let cutNow = () => {};
    const { service, server } = await through(
      { onTunnelled: (_piece, { cut }) => (cutNow = cut) },
      { script: { onRequest: () => cutNow() } },
    );
    const { answer } = await execute(service);
    expect(failureOf(answer)).toMatchObject({ kind: 'network', mayHaveBeenProcessed: true });
    expect(server.requests).toHaveLength(1);
  });

  it('goes on to the next way when the first leads nowhere, and only then', async () => {
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

  it('a SOCKS proxy alone is refused in words, not gone past', async () => {
    const unusable = { kind: 'unusable', name: 'SOCKS5 old.example:1080' } as const;
    const { service, server } = await through({}, { ways: () => [unusable] });
    const { message, problem } = await unsent(service);
    expect(message).toContain(unusable.name);
    expect(problem.code).toBe('proxy-unsupported');
    expect(server.connections()).toBe(0);
  });

  it('through a proxy that is itself reached by TLS', async () => {
    const { service } = await through({ tls: root.vouchesFor({ names: ['127.0.0.1'] }) });
    expect((await execute(service)).answer.ok).toBe(true);
  });

  it('a proxy whose own certificate does not hold is told nothing', async () => {
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
  it('keep the connection they went through, and a plain http service is reached in a tunnel too', async () => {
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
      // the connection is free again when all of the answer has been taken from it
      await setImmediate();
    }
    expect(server.requests).toHaveLength(3);
    expect(proxy.connections()).toBe(1);
  });

  it('are not repeated where the proxy asks for a password: that does not pass by itself', async () => {
    const { proxy, service } = await through({ wants: 'anna:x' });
    const answer = await service.query({ taskId: 't1' });
    expect(failureOf(answer)).toMatchObject({ mayHaveBeenProcessed: false, leg: 'proxy' });
    expect(proxy.connections()).toBe(1);
  });

  it('offline by choice: nothing is sent, not even over a connection that is up', async () => {
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
