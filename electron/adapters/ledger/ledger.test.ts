import { readFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { freshLedger, openIn, takeIn } from '../../../test/fixtures/fresh-ledger.ts';
import { codeOf, valueOf } from '../../../test/fixtures/values.ts';
import { systemClock } from '../../base/clock.ts';
import { ledgerFile } from './files.ts';
import { openLedger, readLedger, type OpenLedger } from './open.ts';

let folder: string;
let opened: OpenLedger;
beforeEach(async () => {
  ({ folder, ledger: opened } = await freshLedger());
});

const admit = (name: string, priority = 0) =>
  takeIn(opened, { sha256: name.padEnd(64, '0'), name, priority });

/** Closes the ledger and corrupts its file with SQL. */
function change(sql: string): void {
  opened.close();
  const db = new DatabaseSync(ledgerFile(folder));
  db.exec(sql);
  db.close();
}

describe('the data folder', () => {
  it('can be read while another process uses it', () => {
    admit('a.jpg');
    const looking = valueOf(readLedger(folder, systemClock));
    expect(looking.jobs.count().waiting).toBe(1);
    looking.close();
  });

  it('F46 with a ledger of a newer version is refused, and the file stays unchanged', () => {
    change('PRAGMA user_version = 99');
    const before = readFileSync(ledgerFile(folder));
    expect(codeOf(openLedger(folder, systemClock))).toBe('ledger-newer');
    expect(readFileSync(ledgerFile(folder)).equals(before)).toBe(true);
  });
});

describe('jobs', () => {
  it('are created once per photo and recipe, however often the photo is added', () => {
    const first = admit('a.jpg');
    expect(admit('a.jpg')).toBe(first);
    expect(opened.jobs.count().waiting).toBe(1);
    expect(admit('b.jpg')).not.toBe(first);
  });

  it('are sorted with started jobs first, then by priority, then by age', () => {
    const ids = ['a', 'b', 'c', 'd'].map((name, at) => admit(name, at === 2 ? 10 : 0));
    opened.jobs.running(ids[3] ?? 0);
    expect(opened.jobs.next(10, new Set(), [])).toEqual([ids[3], ids[2], ids[0], ids[1]]);
    expect(opened.jobs.next(10, new Set([ids[2] ?? 0]), [])).toEqual([ids[3], ids[0], ids[1]]);
  });

  it('F47 that are unreadable are reported and kept', () => {
    const id = admit('a.jpg');
    change("UPDATE jobs SET inputs = '{half'");
    const again = openIn(folder);
    onTestFinished(() => again.close());
    expect(codeOf(again.jobs.load(id))).toBe('job-unreadable');
    expect(again.jobs.count().waiting).toBe(1);
  });

  it('contain the size of the prepared copy, because a mask image must have the same size', () => {
    const id = admit('a.jpg');
    const original = {
      file: '/data/work/original.jpg',
      sha256: 'f'.repeat(64),
      bytes: 123,
      width: 800,
      height: 600,
      type: 'image/jpeg',
      changes: ['turned upright'],
    };
    opened.jobs.prepared(id, { original, mask: null, further: {} });
    expect(valueOf(opened.jobs.load(id)).inputs?.original).toEqual(original);
  });
});

describe('executions', () => {
  let id: number;
  let executions: OpenLedger['executions'];
  beforeEach(() => {
    id = admit('a.jpg');
    ({ executions } = opened);
  });
  const run = (images = 2) =>
    ({ jobId: id, run: 1, taskId: 't', agent: 'removeBG', images }) as const;
  /** Adds an execution that is being sent. */
  const send = (images?: number) => {
    const row = executions.intend(run(images));
    executions.sending(row);
    return row;
  };

  it('go from intent via sending to started, and in no other way', () => {
    const row = executions.intend(run());
    expect(() => executions.doubt(row, 'x')).toThrow(/cannot become/);
    executions.sending(row);
    expect(() => executions.sending(row)).toThrow(/cannot become/);
    executions.started(row, 'e1');
    expect(() => executions.rejected(row, 'x')).toThrow(/cannot become/);
    expect(() => executions.giveUp(row, 'x')).toThrow(/cannot become/);
    executions.finished(row, 'Success');
    expect(executions.ofJob(id)).toMatchObject([{ id: row, state: 'finished' }]);
  });

  it('count as spent while in doubt, but not after being refused or given up', () => {
    const doubtful = send(4);
    executions.doubt(doubtful, 'reset');
    executions.rejected(send(8), 'no');
    expect(opened.spending.today()).toBe(4);
    executions.giveUp(doubtful, 'a person said so');
    expect(opened.spending.today()).toBe(0);
  });

  it('that were being sent are in doubt after startup, and every doubt restarts', () => {
    const row = send();
    executions.recover();
    const doubt = { state: 'doubt', doubtEmpty: 0, doubtQueries: 0 };
    expect(executions.ofJob(id)).toMatchObject([doubt]);
    executions.asked(row, true);
    executions.recover();
    expect(executions.ofJob(id)).toMatchObject([{ doubtEmpty: 0, polledMono: null }]);
  });

  it('show how long the agent takes, unless they were adopted or continued after a restart', () => {
    const sent = send();
    executions.started(sent, 'e1');
    const found = executions.adoptUnknown(run(1), 'e2');
    for (const row of [sent, found]) executions.finished(row, 'Success');
    expect(executions.durations('removeBG', 10)).toHaveLength(1);
  });
});

it('answers of the service update results until they are delivered, and never afterwards', () => {
  const jobId = admit('a.jpg');
  const { executions, results } = opened;
  const run = { jobId, run: 1, taskId: 't', agent: 'removeBG', images: 2 };
  const row = executions.adoptUnknown(run, 'e1');
  const image = (status: 'Running' | 'Success', url: string | null) => ({
    status,
    image: url,
    progress: null,
    error: null,
  });
  results.see(row, [image('Running', null), image('Success', 'https://cdn/2')]);
  results.see(row, [image('Success', 'https://cdn/1'), image('Success', 'https://cdn/2b')]);
  const [first, second] = results.ofJob(jobId);
  expect([first?.url, second?.url]).toEqual(['https://cdn/1', 'https://cdn/2b']);
  const file = { file: '/out/a.png', sha256: 'a', bytes: 1, width: 2, height: 3 };
  results.delivered(first?.id ?? 0, file);
  results.see(row, [image('Running', null)]);
  expect(results.ofJob(jobId)[0]).toMatchObject({ status: 'Success', delivered: file });
});
