import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { shareHost } from '../e2e/shared-host.ts';
import { quietFolder } from './quiet-folder.ts';
import { visit } from './visit.ts';

const host = shareHost();
afterAll(() => host.end());
const start = (data: string, more: readonly string[] = [], policy: string | null = null) =>
  host.start(['--browser', '--no-open', '--data', data, ...more], {}, policy);

it('one process hosts windows of several data folders, and each has its own sign-in and stops separately', async () => {
  const [data, other] = [await quietFolder(), await quietFolder()];
  const first = start(data);
  const second = start(other);
  const addresses = [await first.ready(), await second.ready()] as const;
  expect(new URL(addresses[0]).port).not.toBe(new URL(addresses[1]).port);
  expect((await visit(addresses[0])).session.page).not.toBe('');

  // a second host of the same data folder ends with an error that names the process, and does not affect the
  // other hosts
  const held = await start(data).ended;
  expect([held.status, held.stdout]).toEqual([3, '']);
  expect(held.stderr).toMatch(/^error data-folder-locked: .*process \d+ on /);

  const stopped = await first.stop();
  expect(stopped).toMatchObject({ status: 0, stderr: '' });
  // the command was started with --browser, so it does not say that the browser is used instead of a desktop
  // app
  expect(stopped.stdout).not.toContain('instead');
  await expect(fetch(addresses[0])).rejects.toThrow('fetch failed');
  expect((await visit(addresses[1])).session.page).not.toBe('');
  // both the folder and the port are free again
  const { port } = new URL(addresses[0]);
  const again = start(data, ['--port', port]);
  expect(new URL(await again.ready()).port).toBe(port);
  const taken = await start(await quietFolder(), ['--port', port]).ended;
  expect(taken).toMatchObject({ status: 2, stderr: expect.stringContaining(`Port ${port}`) });
  expect((await again.stop()).status).toBe(0);
  expect((await second.stop()).status).toBe(0);
});

it('a page host refuses a service without a key, and unknown options', async () => {
  const data = await quietFolder();
  const keyless = await start(data, ['--service', 'http://127.0.0.1:1/openapi/v1']).ended;
  expect(keyless.stderr).toMatch(/^error service-key-missing: /);
  for (const wrong of [['--port', '99999'], ['--port', 'x'], ['--colour']]) {
    expect((await start(data, wrong).ended).status).toBe(2);
  }
});

it('a page host opens nothing if the administrator policy is invalid', async () => {
  const data = await quietFolder();
  const policy = join(data, 'policy.json');
  await writeFile(policy, '{"version": 1, "limits": {"imagesPerDay": -1}}', { mode: 0o644 });
  const { status, stdout, stderr } = await start(data, [], policy).ended;
  expect([status, stdout]).toEqual([3, '']);
  expect(stderr).toContain(
    `${policy}: limits.imagesPerDay: The value is -1, but must be at least 1.`,
  );
});
