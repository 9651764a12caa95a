import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { openDesk } from './desk.ts';

it('F47 a row that cannot be read is held and stays; the other photos go on', async () => {
  const desk = await openDesk();
  // nothing goes on until the key is accepted
  desk.demo.inject({ on: 'create', times: 1, kind: 'unauthorised' });
  const bad = await desk.admit();
  await desk.poll(() => desk.runner.closed().length).toBe(1);
  const db = new DatabaseSync(join(desk.folder, 'data', 'ledger.sqlite'));
  db.prepare("UPDATE jobs SET inputs = '{half' WHERE id = ?").run(bad);
  const good = await desk.admit({ photo: 'watch-steel.jpg' });
  await desk.runner.reopen();
  await desk.until(good, 'done');
  await desk.poll(() => desk.ledger.jobs.list(['held'], 10)).toEqual([bad]);
  const row = db.prepare('SELECT inputs FROM jobs WHERE id = ?').get(bad);
  db.close();
  expect(row).toEqual({ inputs: '{half' });
  expect(desk.bought()).toBe(1);
});
