import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { systemClock } from '#electron/base/clock.ts';
import { ledgerFile, purchaseLogFile } from '#electron/adapters/ledger/files.ts';
import { openLedger } from '#electron/adapters/ledger/open.ts';
import { readPurchases } from '#electron/adapters/ledger/purchases.ts';
import { ownFolder } from '../fixtures/own-folder.ts';
import { callsOf, Platter } from './platter.ts';

const run = promisify(execFile);
const program = new URL('./write-jobs.ts', import.meta.url).pathname;
const calls = 'openat,unlink,rename,ftruncate,fsync,fdatasync,pwrite64,write';
const steps = ['waiting', 'created', 'intent', 'sending', 'started', 'finished', 'done'];
/**
 * States of an execution that only a restart creates, each with the state that it replaces: a restart turns
 * `sending` into `doubt`.
 */
const like: Readonly<Record<string, string>> = { doubt: 'sending' };

interface Row {
  readonly name: string;
  readonly job: string;
  readonly task: string | null;
  readonly execution: string | null;
}

/** Returns the progress of each photo in the ledger of a folder. */
function progress(folder: string): Record<string, number> {
  const db = new DatabaseSync(ledgerFile(folder), { readOnly: true });
  const rows = db
    .prepare(
      `SELECT j.name, j.state AS job, j.task_id AS task, e.state AS execution
       FROM jobs j LEFT JOIN executions e ON e.job_id = j.id`,
    )
    .all() as unknown as Row[];
  db.close();
  const stepOf = ({ job, task, execution }: Row) => {
    if (job === 'done') return 'done';
    if (execution !== null) return like[execution] ?? execution;
    return task === null ? 'waiting' : 'created';
  };
  return Object.fromEntries(rows.map((row) => [row.name, steps.indexOf(stepOf(row))]));
}

it('F06 everything acknowledged survives a power cut at any moment', async (context) => {
  if (!(await run('strace', ['-qq', 'true']).catch(() => null))) return context.skip();
  const root = await ownFolder('power');
  const [data, log, place] = [join(root, 'data'), join(root, 'log'), join(root, 'after')];
  const traced = ['-qq', '-y', '-xx', '-s', '1000000', '-o', log, '-e', `trace=${calls}`];
  await run('strace', [...traced, process.execPath, program, data]);

  const platter = new Platter(data);
  const acknowledged: Record<string, number> = {};
  let cuts = 0;
  for (const call of callsOf(await readFile(log, 'utf8'))) {
    if (call.kind === 'said') {
      const [photo, state] = JSON.parse(call.line) as [number, string];
      acknowledged[`${photo}.jpg`] = steps.indexOf(state);
    } else platter.apply(call);
    // simulates a power cut after each acknowledgement and each flush, because no other call changes the data
    // on the disk
    if (call.kind !== 'said' && call.kind !== 'flush') continue;
    cuts += 1;
    platter.layOut(place);
    const opened = openLedger(place, systemClock);
    if (!opened.ok) throw new Error(`after cut ${cuts}: ${opened.problem.message}`);
    const there = progress(place);
    const damage = opened.value.integrity();
    opened.value.close();
    const lost = Object.entries(acknowledged).filter(([name, step]) => (there[name] ?? -1) < step);
    expect({ cuts, lost, damage }).toEqual({ cuts, lost: [], damage: [] });
    const sent = Object.values(there).filter((step) => step >= steps.indexOf('sending'));
    const { purchases } = readPurchases(purchaseLogFile(place));
    expect(purchases.length).toBeGreaterThanOrEqual(sent.length);
  }
  expect(Object.values(acknowledged)).toEqual(Array.from({ length: 3 }, () => steps.length - 1));
  expect(cuts).toBeGreaterThan(40);
});
