import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { systemClock } from '#electron/base/clock.ts';
import type { CertificateFile } from '../network/certificates.ts';
import { createNetwork, type NetworkParts } from '#electron/network/network.ts';
import { direct, type Way } from '#electron/network/ways.ts';
import { startProxy, type ProxyScript, type TestProxy } from '../../test/network/proxy.ts';
import { granted, http, startRawServer, type Script } from '../../test/service/raw-server.ts';
import { ownRoot } from '../../test/service/self-signed.ts';
import { failureOf, timeouts, workbench } from '../../test/service/workbench.ts';
import { failureProblem } from './failure-problem.ts';
import type { Service } from './types.ts';

const { serverWith, serviceAt } = workbench();
const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of open.splice(0).toReversed()) await one.close();
});

const root = ownRoot('Studio Root');
/** A name that only proxies of these tests lead anywhere: whoever reaches it went through one. */
const name = 'service.example';
const tls = root.vouchesFor({ names: [name] });
const executed = http(200, granted({ executionId: 'e1' }));
const said = { user: 'anna', password: 'pässword:1' };

async function trusting(): Promise<() => CertificateFile> {
  const folder = await mkdtemp(join(tmpdir(), 'darkslide-proxy-'));
  open.push({ close: () => rm(folder, { recursive: true, force: true }) });
  const file = join(folder, 'roots.pem');
  await writeFile(file, root.cert);
  return () => ({ file, dataFolder: join(folder, 'data') });
}

async function proxyWith(script: ProxyScript): Promise<TestProxy> {
  const proxy = await startProxy(script);
  open.push(proxy);
  return proxy;
}

/** The service at its name, with a client that goes these ways. */
async function behind(
  script: Script,
  ways: (port: number) => Promise<readonly Way[]> | readonly Way[],
  more: Partial<NetworkParts> = {},
) {
  const server = await serverWith({ tls, ...script });
  const { port } = new URL(server.url);
  const given = await ways(Number(port));
  const network = createNetwork({
    clock: systemClock,
    waysTo: () => Promise.resolve(given),
    certificates: await trusting(),
    ...more,
  });
  const service = serviceAt(`https://${name}/openapi/v1`, { network });
  return { server, service, network };
}

const leadsTo = (port: number) => ({ [`${name}:443`]: port });
const answering: Script = { onRequest: (_request, socket) => socket.write(executed) };

async function execute(service: Service) {
  let commits = 0;
  const answer = await service.execute(
    { taskId: 't1', params: {} },
    { beforeFirstByte: () => (commits += 1) },
  );
  return { answer, commits };
}

describe('execute through a proxy', () => {
  it('goes through a tunnel to the name, which only the proxy can find', async () => {
    let proxy!: TestProxy;
    const { service, server } = await behind(answering, async (port) => {
      proxy = await proxyWith({ leadsTo: leadsTo(port) });
      return [proxy.way()];
    });
    const { answer, commits } = await execute(service);
    expect(answer).toEqual({ ok: true, value: { executionId: 'e1' } });
    expect(commits).toBe(1);
    expect(server.requests).toHaveLength(1);
    // the key and the request are the service's alone
    expect(proxy.asked).toEqual([`CONNECT ${name}:443 HTTP/1.1\r\nHost: ${name}:443`]);
  });

  it('commits when TLS with the service is up, and before the first byte went into the tunnel', async () => {
    let proxy!: TestProxy;
    const { service, server } = await behind(answering, async (port) => {
      proxy = await proxyWith({ leadsTo: leadsTo(port) });
      return [proxy.way()];
    });
    const seen: number[] = [];
    await service.execute(
      { taskId: 't1', params: {} },
      { beforeFirstByte: () => seen.push(proxy.asked.length, server.bytes()) },
    );
    // the tunnel was there, and the service had got nothing but a handshake
    expect(seen).toEqual([1, 0]);
    expect(server.bytes()).toBeGreaterThan(0);
  });

  it('sends nothing at all when the commit fails', async () => {
    const { service, server } = await behind(answering, async (port) => [
      (await proxyWith({ leadsTo: leadsTo(port) })).way(),
    ]);
    const full = new Error('disk full');
    const asked = service.execute(
      { taskId: 't1', params: {} },
      {
        beforeFirstByte: () => {
          throw full;
        },
      },
    );
    await expect(asked).rejects.toBe(full);
    expect(server.bytes()).toBe(0);
  });

  it('tells a proxy who is there only when it has asked, and then at once', async () => {
    let proxy!: TestProxy;
    const { service } = await behind(answering, async (port) => {
      proxy = await proxyWith({ leadsTo: leadsTo(port), wants: 'anna:pässword:1' });
      return [proxy.way({ credentials: said })];
    });
    expect((await execute(service)).answer.ok).toBe(true);
    expect(proxy.asked.map((head) => /authorization/i.test(head))).toEqual([false, true]);
    expect((await execute(service)).answer.ok).toBe(true);
    expect(proxy.asked.map((head) => /authorization/i.test(head))).toEqual([false, true, true]);
  });

  it('F27 a proxy that asks for a name and password: not sent, no way past it', async () => {
    let proxy!: TestProxy;
    const { service, server } = await behind(answering, async (port) => {
      proxy = await proxyWith({ leadsTo: leadsTo(port), wants: 'anna:pässword:1' });
      return [proxy.way(), direct];
    });
    const { answer, commits } = await execute(service);
    const failure = failureOf(answer);
    expect(failure).toMatchObject({ kind: 'network', mayHaveBeenProcessed: false });
    expect(failureProblem(failure)).toMatchObject({
      code: 'proxy-authentication',
      about: `127.0.0.1:${proxy.port}`,
    });
    expect(failure.message).toContain('asks for a name and password');
    expect(commits).toBe(0);
    expect(server.connections()).toBe(0);
  });

  it('F27 a password that is not taken is said once, not until the account is locked', async () => {
    let proxy!: TestProxy;
    const { service, network } = await behind(answering, async (port) => {
      proxy = await proxyWith({ leadsTo: leadsTo(port), wants: 'anna:other' });
      return [proxy.way({ credentials: said })];
    });
    for (let time = 0; time < 3; time += 1) {
      const { answer } = await execute(service);
      expect(failureOf(answer).message).toContain('does not accept the name and password');
      expect(failureOf(answer).message).not.toContain(said.password);
    }
    const told = () => proxy.asked.filter((head) => /authorization/i.test(head)).length;
    expect(told()).toBe(1);
    network.renew();
    await execute(service);
    expect(told()).toBe(2);
  });

  it('F27 a password that is not taken any more is said once, too', async () => {
    let wants = 'anna:pässword:1';
    let proxy!: TestProxy;
    const { service } = await behind(answering, async (port) => {
      proxy = await proxyWith({
        leadsTo: leadsTo(port),
        get wants() {
          return wants;
        },
      });
      return [proxy.way({ credentials: said })];
    });
    expect((await execute(service)).answer.ok).toBe(true);
    wants = 'anna:new';
    for (let time = 0; time < 3; time += 1) await execute(service);
    const told = proxy.asked.filter((head) => /authorization/i.test(head));
    expect(told).toHaveLength(2);
  });

  it('F27 a sign-in of another kind: said by its name, and no password is given to it', async () => {
    let proxy!: TestProxy;
    const { service } = await behind(answering, async (port) => {
      proxy = await proxyWith({
        leadsTo: leadsTo(port),
        wants: 'anna:pässword:1',
        challenge: 'NTLM',
      });
      return [proxy.way({ credentials: said })];
    });
    const { answer } = await execute(service);
    expect(failureOf(answer).message).toContain('(NTLM)');
    expect(proxy.asked).toHaveLength(1);
  });

  const noTunnels: [what: string, answers: string, words: string][] = [
    ['a page with 200', http(200, '<html>sign in</html>'), 'a page of its own'],
    ['403', http(403, '<html>blocked</html>'), 'HTTP 403'],
    ['a 200 that goes on speaking', 'HTTP/1.1 200 OK\r\n\r\nhello', 'a page of its own'],
    ['no HTTP', 'SSH-2.0-OpenSSH_9.2\r\n\r\n', 'hangs up'],
  ];
  it.each(noTunnels)('%s from the proxy: not sent, and said', async (_what, answers, words) => {
    const { service, server } = await behind(answering, async () => [
      (await proxyWith({ answers })).way(),
      direct,
    ]);
    const { answer, commits } = await execute(service);
    expect(failureOf(answer)).toMatchObject({ kind: 'network', mayHaveBeenProcessed: false });
    expect(failureProblem(failureOf(answer)).code).toBe('proxy-failed');
    expect(failureOf(answer).message).toContain(words);
    expect([commits, server.bytes()]).toEqual([0, 0]);
  });

  it('a proxy that never answers: not sent', async () => {
    const proxy = await proxyWith({ answers: '' });
    const service = serviceAt(`https://${name}/v1`, {
      network: createNetwork({ clock: systemClock, waysTo: () => Promise.resolve([proxy.way()]) }),
      timeouts: { ...timeouts, connectMs: 150 },
    });
    const { answer, commits } = await execute(service);
    expect(failureOf(answer)).toMatchObject({ kind: 'timeout', mayHaveBeenProcessed: false });
    expect(commits).toBe(0);
  });

  it('a tunnel that is cut in the handshake with the service: not sent', async () => {
    const { service, server } = await behind(answering, async (port) => [
      (await proxyWith({ leadsTo: leadsTo(port), onTunnelled: (_piece, { cut }) => cut() })).way(),
    ]);
    const { answer, commits } = await execute(service);
    expect(failureOf(answer)).toMatchObject({ kind: 'network', mayHaveBeenProcessed: false });
    expect([commits, server.bytes()]).toEqual([0, 0]);
  });

  /*
   * From the first byte of the request on, nobody can tell what the proxy had passed on when it fell
   * silent, so it may have been bought: whatever a proxy does then is a doubt, as without one.
   */
  it('a tunnel that is cut after the first byte of the request: doubt, and sent once', async () => {
    let isSending = false;
    const server = await serverWith({ tls });
    const proxy = await proxyWith({
      leadsTo: leadsTo(Number(new URL(server.url).port)),
      onTunnelled: (_piece, { cut }) => {
        if (isSending) cut();
      },
    });
    const service = serviceAt(`https://${name}/openapi/v1`, {
      network: createNetwork({
        clock: systemClock,
        waysTo: () => Promise.resolve([proxy.way(), proxy.way()]),
        certificates: await trusting(),
      }),
    });
    const answer = await service.execute(
      { taskId: 't1', params: {} },
      { beforeFirstByte: () => (isSending = true) },
    );
    expect(failureOf(answer)).toMatchObject({ kind: 'network', mayHaveBeenProcessed: true });
    expect(proxy.connections()).toBe(1);
  });

  it('a service that takes the request and is cut off by the proxy before its answer: doubt', async () => {
    let cutNow = () => {};
    const { service, server } = await behind({ onRequest: () => cutNow() }, async (port) => [
      (
        await proxyWith({
          leadsTo: leadsTo(port),
          onTunnelled: (_piece, { cut }) => (cutNow = cut),
        })
      ).way(),
    ]);
    const { answer } = await execute(service);
    expect(failureOf(answer)).toMatchObject({ kind: 'network', mayHaveBeenProcessed: true });
    expect(server.requests).toHaveLength(1);
  });

  it('goes on to the next way when the first leads nowhere, and only then', async () => {
    const gone = await startRawServer({});
    await gone.close();
    let proxy!: TestProxy;
    const { service, server } = await behind(answering, async (port) => {
      proxy = await proxyWith({ leadsTo: leadsTo(port) });
      return [
        { ...proxy.way(), port: Number(new URL(gone.url).port) },
        { kind: 'unusable', name: 'SOCKS old:1080' },
        proxy.way(),
      ];
    });
    const { answer, commits } = await execute(service);
    expect(answer.ok).toBe(true);
    expect([commits, server.requests.length]).toEqual([1, 1]);
  });

  it('a SOCKS proxy alone is refused in words, not gone past', async () => {
    const { service, server } = await behind(answering, () => [
      { kind: 'unusable', name: 'SOCKS5 old.example:1080' },
    ]);
    const { answer } = await execute(service);
    expect(failureOf(answer).message).toContain('SOCKS5 old.example:1080');
    expect(failureProblem(failureOf(answer)).code).toBe('proxy-unsupported');
    expect(server.connections()).toBe(0);
  });

  it('through a proxy that is itself reached by TLS', async () => {
    const own = root.vouchesFor({ names: ['127.0.0.1'] });
    const { service } = await behind(answering, async (port) => [
      (await proxyWith({ leadsTo: leadsTo(port), tls: own })).way(),
    ]);
    expect((await execute(service)).answer.ok).toBe(true);
  });

  it('a proxy whose own certificate does not hold is told nothing', async () => {
    const stranger = ownRoot('Nobody').vouchesFor({ names: ['127.0.0.1'] });
    let proxy!: TestProxy;
    const { service } = await behind(answering, async (port) => {
      proxy = await proxyWith({ leadsTo: leadsTo(port), tls: stranger });
      return [proxy.way({ credentials: said }), direct];
    });
    const { answer, commits } = await execute(service);
    expect(failureProblem(failureOf(answer)).code).toBe('proxy-unreachable');
    expect(failureOf(answer).message).toContain('certificate');
    expect([commits, proxy.asked.length]).toEqual([0, 0]);
  });
});

describe('other requests through a proxy', () => {
  it('keep the connection they went through, and a plain http service is reached in a tunnel too', async () => {
    const server = await serverWith({
      onRequest: (_request, socket) => socket.write(http(200, granted({ taskId: 't1' }))),
    });
    const { host, port } = new URL(server.url);
    const proxy = await proxyWith({ leadsTo: { [host]: Number(port) } });
    const network = createNetwork({
      clock: systemClock,
      waysTo: () => Promise.resolve([proxy.way()]),
    });
    const service = serviceAt(server.url, { network });
    const task = { agentName: 'a', agentVersion: 'v', initParams: {} };
    for (let time = 0; time < 3; time += 1) {
      expect((await service.createTask(task)).ok).toBe(true);
      // the connection is free again when all of the answer has been taken from it
      await setImmediate();
    }
    expect(server.requests).toHaveLength(3);
    expect(proxy.connections()).toBe(1);
  });

  it('are not repeated where the proxy asks for a password: that does not pass by itself', async () => {
    let proxy!: TestProxy;
    const { service } = await behind(answering, async (port) => {
      proxy = await proxyWith({ leadsTo: leadsTo(port), wants: 'anna:x' });
      return [proxy.way()];
    });
    const answer = await service.query({ taskId: 't1' });
    expect(failureOf(answer)).toMatchObject({ mayHaveBeenProcessed: false, leg: 'proxy' });
    expect(proxy.connections()).toBe(1);
  });

  it('offline by choice: nothing is sent, not even over a connection that is up', async () => {
    let mode: 'normal' | 'offline' = 'normal';
    const { service, server } = await behind(
      { onRequest: (_request, socket) => socket.write(http(200, granted({ taskId: 't1' }))) },
      async (port) => [(await proxyWith({ leadsTo: leadsTo(port) })).way()],
      { mode: () => mode },
    );
    const task = { agentName: 'a', agentVersion: 'v', initParams: {} };
    expect((await service.createTask(task)).ok).toBe(true);
    mode = 'offline';
    const failure = failureOf(await service.createTask(task));
    expect(failure).toMatchObject({ code: 'offline', mayHaveBeenProcessed: false });
    expect(failureOf((await execute(service)).answer).code).toBe('offline');
    expect(server.requests).toHaveLength(1);
  });
});
