import {
  appendFileSync,
  copyFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { usualPrices } from '#shared/prices.ts';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openIn, takeIn } from '../../../test/fixtures/fresh-ledger.ts';
import { fillDisk, mountSmallDisk } from '../../../test/fixtures/small-disk.ts';
import { ownFolder } from '../../../test/fixtures/own-folder.ts';
import { codeOf, valueOf } from '../../../test/fixtures/values.ts';
import { systemClock, type Clock } from '../../base/clock.ts';
import { backUp, backupsOf, keepBackups, listBackups } from './backup.ts';
import { ledgerFile, purchaseLogFile, restoredFile } from './files.ts';
import { keepLedger } from './keep.ts';
import { openLedger, type OpenLedger } from './open.ts';
import { readPurchases } from './purchases.ts';
import { restore } from './restore.ts';

let folder: string;
let ledger: OpenLedger | null = null;
const random = Math.random;

beforeEach(async () => {
  folder = await ownFolder('backup');
});
afterEach(close);

const prices = {
  ...usualPrices,
  perImage: [{ agent: 'removeBG', version: null, amount: 20 }],
};

function open(): OpenLedger {
  return (ledger = openIn(folder, systemClock, () => prices));
}

function close(): void {
  ledger?.close();
  ledger = null;
}

function admit(opened: OpenLedger, name: string): number {
  return takeIn(opened, { sha256: name.padEnd(64, '0'), name, client: 'ACME' });
}

/**
 * Puts a photo's job into the state in which its request is being sent: the job has a task, and the service may have
 * received bytes of the request.
 */
function send(opened: OpenLedger, jobId: number, name: string): number {
  opened.jobs.created(jobId, `task-${name}`);
  const taskId = `task-${name}`;
  const id = opened.executions.intend({ jobId, run: 1, taskId, agent: 'removeBG', images: 2 });
  opened.executions.sending(id);
  return id;
}

async function backup(clock: Clock = systemClock): Promise<string> {
  return valueOf(await backUp({ folder, clock, random })).file;
}

/** Runs a query on a ledger's file and returns the one number that the query selects. */
function ask(file: string, sql: string): number {
  const db = new DatabaseSync(file, { readOnly: true });
  const [value] = Object.values(db.prepare(sql).get() ?? {});
  db.close();
  return Number(value);
}

/** Returns the size of a copy of the ledger in bytes. */
function bytesIn(file: string): number {
  return ask(file, 'PRAGMA page_count') * ask(file, 'PRAGMA page_size');
}

/** Damages rows but not the schema, so that the damage is only found by reading the pages. */
function damage(): void {
  const bytes = readFileSync(ledgerFile(folder));
  for (let at = bytes.length >> 1; at < bytes.length; at += 7) bytes[at] = 0x5a;
  writeFileSync(ledgerFile(folder), bytes);
}

describe('a backup', () => {
  it('is one complete file with the state of a single moment, written while the program runs', async () => {
    const opened = open();
    admit(opened, 'a.jpg');
    const making = backup();
    for (let n = 0; n < 50; n += 1) admit(opened, `later-${n}.jpg`);
    const file = await making;
    expect(ask(file, 'SELECT count(*) FROM jobs')).toBeGreaterThanOrEqual(1);
    expect(readdirSync(backupsOf(folder))).toEqual([file.slice(backupsOf(folder).length + 1)]);
    expect(opened.jobs.count().waiting).toBe(51);
  });

  it('is kept for seven days, the newest one of each day', async () => {
    admit(open(), 'a.jpg');
    for (let hour = 0; hour < 12 * 24; hour += 8) {
      const wall = () => Date.UTC(2026, 0, 1, 1) + hour * 3_600_000;
      await backup({ ...systemClock, wall });
    }
    const kept = listBackups(folder).map(({ madeAt }) => new Date(madeAt).toISOString());
    expect(kept).toEqual(
      [12, 11, 10, 9, 8, 7, 6].map(
        (day) => `2026-01-${String(day).padStart(2, '0')}T17:00:00.000Z`,
      ),
    );
  });

  it('is not written from a damaged ledger, and earlier backups stay', async () => {
    const opened = open();
    for (let n = 0; n < 200; n += 1) admit(opened, `${n}.jpg`);
    const good = await backup({ ...systemClock, wall: () => Date.UTC(2026, 0, 1) });
    close();
    damage();
    expect(codeOf(await backUp({ folder, clock: systemClock, random }))).toBe('ledger-damaged');
    expect(listBackups(folder).map(({ file }) => file)).toEqual([good]);
    expect(readdirSync(backupsOf(folder))).toHaveLength(1);
  });

  it('that fails because the disk is full is reported once, and processing continues', async (context) => {
    const disk = await mountSmallDisk(folder, '8m');
    if (disk === null) return context.skip();
    const whole = folder;
    try {
      folder = disk.path;
      const opened = open();
      admit(opened, 'a.jpg');
      // leaves half of the ledger's size free: enough for a commit, but not for a copy of the ledger
      await fillDisk(disk.path, bytesIn(ledgerFile(folder)) / 2);
      const told: string[] = [];
      const stopping = new AbortController();
      let sleeps = 0;
      const sleep = () => {
        sleeps += 1;
        if (sleeps === 4) stopping.abort();
        return Promise.resolve();
      };
      const parts = { folder, clock: { ...systemClock, sleep }, random, isEmpty: () => false };
      await keepBackups(parts, ({ code }) => told.push(code), stopping.signal);
      expect(told).toEqual(['disk-full']);
      expect(readdirSync(backupsOf(folder))).toEqual([]);
      admit(opened, 'b.jpg');
      expect(opened.jobs.count().waiting).toBe(2);
    } finally {
      close();
      folder = whole;
      await disk.unmount();
    }
  });
});

it('a backup includes the cards of custom models even if no photo was ever admitted', async () => {
  const opened = open();
  const anna = { id: 7, name: 'Anna', cover: '', images: null, status: 'complete' } as const;
  opened.customModels.told('model', [anna], false);
  const stopping = new AbortController();
  let turns = 0;
  const sleep = async () => {
    await setImmediate();
    turns += 1;
    if (turns === 500 || listBackups(folder).length > 0) stopping.abort();
  };
  const parts = { ledger: opened, folder, clock: { ...systemClock, sleep }, random };
  await keepLedger(parts, { notice: () => {}, gone: () => {} }, stopping.signal);
  expect(listBackups(folder)).toHaveLength(1);
});

describe('F40 a damaged ledger', () => {
  it.each([
    ['that is overwritten in the middle', damage],
    ['that is not a database', () => writeFileSync(ledgerFile(folder), 'holiday '.repeat(2000))],
    ['that is empty', () => writeFileSync(ledgerFile(folder), '')],
  ])('%s is moved aside, and the last backup replaces it', async (_how, spoil) => {
    const opened = open();
    for (let n = 0; n < 200; n += 1) admit(opened, `${n}.jpg`);
    await backup();
    const late = admit(opened, 'late.jpg');
    send(opened, 7, 'known');
    send(opened, late, 'late');
    close();
    spoil();
    const spoilt = readFileSync(ledgerFile(folder));

    const restored = open();
    expect(restored.notices.map(({ code }) => code)).toEqual(['ledger-restored']);
    expect(restored.notices[0]?.message).toContain('2 newer runs may have been charged');
    expect(restored.jobs.count().waiting).toBe(200);
    const aside = readdirSync(folder).filter((name) => name.startsWith('ledger.damaged-'));
    expect(aside.length).toBeGreaterThan(0);
    expect(readFileSync(join(folder, aside[0] ?? '')).equals(spoilt)).toBe(true);

    // Darkslide asks the service about purchases that may have been made since the backup, and does
    // not send them again
    expect(restored.executions.ofJob(7)).toMatchObject([
      { taskId: 'task-known', state: 'doubt', images: 2, price: 20, currency: 'EUR' },
    ]);
    const again = takeIn(restored, { sha256: 'late.jpg'.padEnd(64, '0'), name: 'late.jpg' });
    expect(valueOf(restored.jobs.load(again)).taskId).toBe('task-late');
    expect(restored.executions.ofJob(again)).toMatchObject([
      { state: 'doubt', price: 20, currency: 'EUR' },
    ]);
    expect(restored.spending.spent().day).toEqual({ images: 4, money: 80 });
    const paid = restored.costs.sums('clientAndPath', { from: null, to: null });
    expect(paid.map(({ group }) => group)).toEqual([
      '["ACME","/photos/6.jpg"]',
      '["ACME","/photos/late.jpg"]',
    ]);
    close();
    expect(open().notices).toEqual([]);
  });

  it('is refused and left unchanged if there is no backup', () => {
    for (const text of ['', 'holiday '.repeat(2000)]) {
      writeFileSync(ledgerFile(folder), text);
      expect(codeOf(openLedger(folder, systemClock))).toBe('ledger-damaged');
      expect(readFileSync(ledgerFile(folder), 'utf8')).toBe(text);
    }
    // the lock has been released
    rmSync(ledgerFile(folder));
    open();
  });

  it('is not restored from a backup that is itself damaged', async () => {
    admit(open(), 'a.jpg');
    await backup({ ...systemClock, wall: () => Date.UTC(2026, 0, 1) });
    close();
    writeFileSync(join(backupsOf(folder), 'ledger-2026-01-02T00-00-00.sqlite'), 'no backup');
    writeFileSync(ledgerFile(folder), '');
    expect(open().jobs.count().waiting).toBe(1);
  });

  it('is restored completely even if the program is killed during the restore', async () => {
    const opened = open();
    admit(opened, 'a.jpg');
    const file = await backup();
    admit(opened, 'b.jpg');
    close();
    // once the copy of the backup has its final name, the restore is completed whether or not the
    // old ledger still exists
    for (const isGone of [false, true]) {
      copyFileSync(file, restoredFile(folder));
      writeFileSync(`${ledgerFile(folder)}-wal`, 'of the ledger before');
      if (isGone) renameSync(ledgerFile(folder), join(folder, 'ledger.damaged-x.sqlite'));
      expect(open().jobs.count().waiting).toBe(1);
      expect(existsSync(restoredFile(folder))).toBe(false);
      const logs = readdirSync(folder).filter((name) => /^ledger\.damaged-.*-wal$/.test(name));
      expect(logs).not.toEqual([]);
      close();
    }
  });
});

describe('F41 an old backup that the user restored', () => {
  it('makes Darkslide ask the service about everything bought since the backup before it executes anything', async () => {
    const opened = open();
    const [a, b] = [admit(opened, 'a.jpg'), admit(opened, 'b.jpg')];
    const file = await backup();
    const execution = send(opened, a, 'a');
    opened.executions.started(execution, 'execution-a');
    opened.executions.finished(execution, 'Success');
    opened.jobs.end(a, 'done', null);
    close();
    copyFileSync(file, ledgerFile(folder));

    const old = open();
    expect(old.notices.map(({ code }) => code)).toEqual(['ledger-restored']);
    expect(old.executions.ofJob(a)).toMatchObject([{ state: 'doubt', taskId: 'task-a' }]);
    expect(old.executions.ofJob(b)).toEqual([]);
    expect(old.jobs.list(['waiting'], 10)).toEqual([a, b]);
  });

  it('is completed from the purchase log, and so is a new ledger; purchases of unknown photos are kept until the photo is admitted', () => {
    const opened = open();
    send(opened, admit(opened, 'a.jpg'), 'a');
    close();
    rmSync(ledgerFile(folder));
    for (let start = 0; start < 2; start += 1) {
      expect(open().notices).toHaveLength(start === 0 ? 1 : 0);
      close();
    }
    const fresh = open();
    expect(fresh.executions.ofJob(admit(fresh, 'b.jpg'))).toEqual([]);
    expect(fresh.executions.ofJob(admit(fresh, 'a.jpg'))).toMatchObject([{ taskId: 'task-a' }]);
  });

  it('is not restored if it is incomplete', async () => {
    admit(open(), 'a.jpg');
    close();
    const bad = join(folder, 'bad.sqlite');
    writeFileSync(bad, 'no backup');
    expect(codeOf(restore(folder, bad, Date.now()))).toBe('ledger-damaged');
    expect(open().jobs.count().waiting).toBe(1);
  });
});

describe('the log of purchases', () => {
  it('survives a truncated line', () => {
    const opened = open();
    send(opened, admit(opened, 'a.jpg'), 'a');
    close();
    appendFileSync(purchaseLogFile(folder), '{"photo":"abc","ident');
    const later = open();
    expect(later.notices).toEqual([]);
    send(later, admit(later, 'b.jpg'), 'b');
    const { purchases, unreadable } = readPurchases(purchaseLogFile(folder));
    expect(purchases.map(({ taskId }) => taskId)).toEqual(['task-a', 'task-b']);
    expect(unreadable).toBe(1);
  });

  it('is written before the state SENDING, so a request that is missing from the log was never sent', () => {
    const opened = open();
    const job = admit(opened, 'a.jpg');
    opened.jobs.created(job, 'task');
    const run = { jobId: job, run: 1, taskId: 'task', agent: 'removeBG', images: 1 };
    const id = opened.executions.intend(run);
    expect(readPurchases(purchaseLogFile(folder)).purchases).toEqual([]);
    opened.executions.sending(id);
    expect(readPurchases(purchaseLogFile(folder)).purchases).toMatchObject([{ taskId: 'task' }]);
  });
});

describe('a missing data folder', () => {
  it('makes the ledger refuse every commit and every purchase', () => {
    const opened = open();
    const job = admit(opened, 'a.jpg');
    expect(opened.isThere()).toBe(true);
    renameSync(ledgerFile(folder), join(folder, 'elsewhere.sqlite'));
    expect(opened.isThere()).toBe(false);
    expect(() => send(opened, job, 'a')).toThrow('no longer there');
    expect(() => admit(opened, 'b.jpg')).toThrow('no longer there');
    expect(readPurchases(purchaseLogFile(folder)).purchases).toEqual([]);
    renameSync(join(folder, 'elsewhere.sqlite'), ledgerFile(folder));
    expect(opened.jobs.count().waiting).toBe(1);
  });
});
