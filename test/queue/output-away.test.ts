import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openHarness } from './harness.ts';

it('while the output folder is away, paid images wait, nothing is bought, and all continues when it is back', async () => {
  const harness = await openHarness({ limits: { inFlight: 1, cores: 1 } });
  const hotFolderId = harness.hotFolder();
  const [out, away] = [join(harness.folder, 'out'), join(harness.folder, 'away')];
  harness.demo.inject({ on: 'query', kind: 'unknown-status', status: 'Running' });
  const paid = await harness.admit({ hotFolderId });
  const next = await harness.admit({ photo: 'watch-steel.jpg', hotFolderId });
  await harness.poll(() => harness.executions(paid).map(({ state }) => state)).toEqual(['started']);
  await rename(out, away);
  harness.demo.clearFaults();
  const keyOf = (id: number) => harness.job(id).problem?.key;
  await harness.poll(() => keyOf(paid)).toBe('folder-unreachable.output');
  await harness.poll(() => keyOf(next)).toBe('folder-unreachable.waiting');
  await harness.pass(10 * 60_000);
  expect([harness.job(paid).state, harness.job(next).state]).toEqual(['running', 'waiting']);
  expect(harness.bought()).toBe(1);
  expect(harness.runner.moving()).toBe(0);
  await rename(away, out);
  for (const id of [paid, next]) expect(await harness.until(id, 'done')).toBeNull();
  expect(harness.bought()).toBe(2);
});
