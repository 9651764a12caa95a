import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { startProxy } from '../network/proxy.ts';
import { granted, http, startRawServer } from '../service/raw-server.ts';
import { ownRoot } from '../service/self-signed.ts';
import { folder, key } from './darkslide.ts';
import { start } from './process.ts';

const root = ownRoot('Studio Root');
const name = 'service.example';

/** Runs a command with a service whose name only the proxy can resolve. */
async function templatesThrough(more: Readonly<Record<string, string>>) {
  const server = await startRawServer({
    tls: root.vouchesFor({ names: [name] }),
    onRequest: (_request, socket) =>
      socket.write(http(200, granted({ locations: { total: 0, list: [] } }))),
  });
  const proxy = await startProxy({
    leadsTo: { [`${name}:443`]: Number(new URL(server.url).port) },
    wants: 'anna:pr0xy-s3cr3t',
  });
  onTestFinished(async () => {
    await proxy.close();
    await server.close();
  });
  const data = await folder();
  const roots = join(data, 'roots.pem');
  await writeFile(roots, root.cert);
  // in a separate process, because Node reads the extra certificates only when a process starts
  const ended = await start(
    ['info', 'aimodel', '--service', `https://${name}/openapi/v1`, '--data', data],
    {
      env: {
        DARKSLIDE_API_KEY: key,
        HTTPS_PROXY: `http://anna:pr0xy-s3cr3t@127.0.0.1:${proxy.port}`,
        NODE_EXTRA_CA_CERTS: roots,
        ...more,
      },
    },
  ).ended;
  return { ended, server, proxy };
}

it('the command line uses the proxy in the environment', async () => {
  const { ended, server, proxy } = await templatesThrough({});
  expect(server.requests.length, ended.stderr).toBeGreaterThan(0);
  expect(proxy.asked.every((head) => head.startsWith(`CONNECT ${name}:443 `))).toBe(true);
});

it('F27 a proxy that rejects the name and password is reported without them, and nothing is sent', async () => {
  const proxyOf = await startProxy({ wants: 'anna:other' });
  onTestFinished(() => proxyOf.close());
  const { ended, server } = await templatesThrough({
    HTTPS_PROXY: `http://anna:pr0xy-s3cr3t@127.0.0.1:${proxyOf.port}`,
  });
  expect(ended.status).toBe(2);
  expect(ended.stderr).toContain('proxy-credentials-refused');
  expect(`${ended.stdout}${ended.stderr}`).not.toContain('pr0xy-s3cr3t');
  expect(server.connections()).toBe(0);
});
