import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { openHarness } from './harness.ts';

it('F47 a job whose row is unreadable is held with the row unchanged, and the other photos continue', async () => {
  const harness = await openHarness();
  // the refused key stops all jobs, so that the test can damage the row before its job continues
  harness.demo.inject({ on: 'create', times: 1, kind: 'unauthorised' });
  const bad = await harness.admit();
  await harness.poll(() => harness.runner.closed().length).toBe(1);
  const db = new DatabaseSync(join(harness.folder, 'data', 'ledger.sqlite'));
  db.prepare("UPDATE jobs SET inputs = '{half' WHERE id = ?").run(bad);
  const good = await harness.admit({ photo: 'watch-steel.jpg' });
  await harness.runner.reopen();
  await harness.until(good, 'done');
  await harness.poll(() => harness.ledger.jobs.list(['held'], 10)).toEqual([bad]);
  const row = db.prepare('SELECT inputs FROM jobs WHERE id = ?').get(bad);
  db.close();
  expect(row).toEqual({ inputs: '{half' });
  expect(harness.bought()).toBe(1);
});
