import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { prepareFirstStart } from '../e2e/first-start.ts';
import { shareHost } from '../e2e/shared-host.ts';
import { visit } from './visit.ts';

/** A data folder of the test's own, in which the demo finds no photographs to work on. */
async function folder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'darkslide-shared-'));
  onTestFinished(() => rm(path, { recursive: true, force: true, maxRetries: 3 }));
  await prepareFirstStart(path, 'none');
  return path;
}

it('opens the windows of several data folders in one process, each with its own door and its own end', async () => {
  const host = shareHost();
  onTestFinished(() => host.end());
  const start = (data: string, more: readonly string[] = [], policy: string | null = null) =>
    host.start(['--browser', '--no-open', '--data', data, ...more], {}, policy);
  const [data, other] = [await folder(), await folder()];
  const first = start(data);
  const second = start(other);
  const addresses = [await first.ready(), await second.ready()] as const;
  expect(new URL(addresses[0]).port).not.toBe(new URL(addresses[1]).port);
  expect((await visit(addresses[0])).session.page).not.toBe('');

  // one that is refused ends alone, and says why on streams of its own
  const held = await start(data).ended;
  expect([held.status, held.stdout]).toEqual([3, '']);
  expect(held.stderr).toMatch(/^error data-folder-locked: /);
  const policy = join(other, 'policy.json');
  await writeFile(policy, '{"version": 1, "limits": {"imagesPerDay": -1}}', { mode: 0o644 });
  const managed = await start(await folder(), [], policy).ended;
  expect(managed.stderr).toContain(`${policy}: limits.imagesPerDay`);
  expect((await start(data, ['--port', 'x']).ended).status).toBe(2);

  expect(await first.stop()).toMatchObject({ status: 0, stderr: '' });
  await expect(fetch(addresses[0])).rejects.toThrow('fetch failed');
  expect((await visit(addresses[1])).session.page).not.toBe('');
  // the folder is free again
  const again = start(data);
  await again.ready();
  expect((await again.stop()).status).toBe(0);
  expect((await second.stop()).status).toBe(0);
}, 60_000);
