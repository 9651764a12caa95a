import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parseRecipe, type Recipe } from '#shared/recipe.ts';
import { systemClock } from '../base/clock.ts';
import { openLedger, readLedger, type Ledger } from './open.ts';

let folder: string;
let ledger: Ledger | null = null;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'darkslide-ledger-'));
});
afterEach(() => {
  ledger?.close();
  ledger = null;
  rmSync(folder, { recursive: true, force: true });
});

function open(): Ledger {
  const opened = openLedger(folder, systemClock);
  if (!opened.ok) throw new Error(opened.problem.message);
  ledger = opened.value;
  return ledger;
}

function recipe(): Recipe {
  const parsed = parseRecipe({
    format: 1,
    agent: 'removeBG',
    params: { maskType: 'autoSubjectSegment', batchCount: 2 },
  });
  if (!('recipe' in parsed)) throw new Error('the recipe of the test is not valid');
  return parsed.recipe;
}

function admit(books: Ledger, name: string, priority = 0): { id: number; fresh: boolean } {
  const sha256 = createHash('sha256').update(name).digest('hex');
  return books.jobs.admit({
    photoId: books.photos.know({ sha256, bytes: name.length }),
    recipeId: books.jobs.recipe(recipe(), 'identity'),
    identity: 'identity',
    hotFolderId: null,
    source: `/photos/${name}`,
    name,
    outFolder: '/out',
    subFolder: '',
    priority,
  });
}

function stateOf(books: Ledger, executionRow: number, jobId: number) {
  return books.executions.ofJob(jobId).find((e) => e.id === executionRow)?.state;
}

describe('the data folder', () => {
  it('F31 is refused to a second process, which says who holds it', async () => {
    const holder = spawn(
      process.execPath,
      [
        '--input-type=module',
        '-e',
        `import { openLedger } from ${JSON.stringify(new URL('./open.ts', import.meta.url).href)};
         import { systemClock } from ${JSON.stringify(new URL('../base/clock.ts', import.meta.url).href)};
         const opened = openLedger(${JSON.stringify(folder)}, systemClock);
         console.log(opened.ok ? 'held' : opened.problem.message);
         setInterval(() => {}, 1000);`,
      ],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    const said = await new Promise<string>((resolve) =>
      holder.stdout.once('data', (data: Buffer) => resolve(data.toString().trim())),
    );
    expect(said).toBe('held');

    const refused = openLedger(folder, systemClock);
    expect(refused.ok ? null : refused.problem.code).toBe('data-folder-locked');
    expect(refused.ok ? null : refused.problem.message).toContain(`process ${holder.pid}`);

    const gone = new Promise((resolve) => holder.once('exit', resolve));
    holder.kill('SIGKILL');
    await gone;
    open();
  });

  it('may be looked into beside the process that works in it', () => {
    const books = open();
    admit(books, 'a.jpg');
    const looking = readLedger(folder, systemClock);
    if (!looking.ok) throw new Error(looking.problem.message);
    expect(looking.value.jobs.count().waiting).toBe(1);
    looking.value.close();
  });

  it('F46 with a ledger from a newer version is refused, the file untouched', () => {
    open().close();
    ledger = null;
    const file = join(folder, 'ledger.sqlite');
    const db = new DatabaseSync(file);
    db.exec('PRAGMA user_version = 99');
    db.close();
    const before = readFileSync(file);
    const refused = openLedger(folder, systemClock);
    expect(refused.ok ? null : refused.problem.code).toBe('ledger-newer');
    expect(readFileSync(file).equals(before)).toBe(true);
  });

  it('with a ledger that is not a database is refused, the file untouched', () => {
    const file = join(folder, 'ledger.sqlite');
    writeFileSync(file, 'these are the holiday pictures, not a ledger'.repeat(100));
    const before = readFileSync(file);
    const refused = openLedger(folder, systemClock);
    expect(refused.ok ? null : refused.problem.code).toBe('ledger-damaged');
    expect(readFileSync(file).equals(before)).toBe(true);
    // and the lock is free again
    rmSync(file);
    open();
  });

  it('keeps what a commit acknowledged through a kill -9', async () => {
    const writer = spawn(
      process.execPath,
      [
        '--input-type=module',
        '-e',
        `import { openLedger } from ${JSON.stringify(new URL('./open.ts', import.meta.url).href)};
         import { systemClock } from ${JSON.stringify(new URL('../base/clock.ts', import.meta.url).href)};
         const { value } = openLedger(${JSON.stringify(folder)}, systemClock);
         for (let n = 1; ; n += 1) {
           value.photos.know({ url: 'https://example.org/' + n });
           process.stdout.write(n + '\\n');
           await new Promise((resolve) => setImmediate(resolve));
         }`,
      ],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    let acknowledged = 0;
    const gone = new Promise((resolve) => writer.once('exit', resolve));
    writer.stdout.on('data', (data: Buffer) => {
      acknowledged = Number(data.toString().trim().split('\n').at(-1));
      if (acknowledged > 20) writer.kill('SIGKILL');
    });
    await gone;
    const db = new DatabaseSync(join(folder, 'ledger.sqlite'), { readOnly: true });
    const there = db.prepare('SELECT count(*) AS n FROM photos').get() as { n: number };
    db.close();
    expect(acknowledged).toBeGreaterThan(20);
    expect(there.n).toBeGreaterThanOrEqual(acknowledged);
  });
});

describe('jobs', () => {
  it('are one for one photo with one recipe, however often it is brought', () => {
    const books = open();
    const first = admit(books, 'a.jpg');
    expect(first.fresh).toBe(true);
    expect(admit(books, 'a.jpg')).toEqual({ id: first.id, fresh: false });
  });

  it('come up started ones first, then by priority, then by age', () => {
    const books = open();
    const ids = ['a', 'b', 'c', 'd'].map((name, at) => admit(books, name, at === 2 ? 10 : 0).id);
    books.jobs.running(ids[3] ?? 0);
    expect(books.jobs.next(10, new Set(), [])).toEqual([ids[3], ids[2], ids[0], ids[1]]);
    expect(books.jobs.next(10, new Set([ids[2] ?? 0]), [])).toEqual([ids[3], ids[0], ids[1]]);
  });

  it('F47 that cannot be read say so and stay', () => {
    const books = open();
    const { id } = admit(books, 'a.jpg');
    books.close();
    ledger = null;
    const db = new DatabaseSync(join(folder, 'ledger.sqlite'));
    db.exec("UPDATE jobs SET inputs = '{half'");
    db.close();
    const again = open();
    const loaded = again.jobs.load(id);
    expect(loaded.ok ? null : loaded.problem.code).toBe('job-unreadable');
    expect(again.jobs.count().waiting).toBe(1);
  });

  it('carry what was uploaded, because a mask must have its size', () => {
    const books = open();
    const { id } = admit(books, 'a.jpg');
    const original = {
      file: '/data/work/original.jpg',
      sha256: 'f'.repeat(64),
      bytes: 123,
      width: 800,
      height: 600,
      type: 'image/jpeg',
      changes: ['turned upright'],
    };
    books.jobs.prepared(id, { original, mask: null, further: {} });
    const loaded = books.jobs.load(id);
    expect(loaded.ok ? loaded.value.inputs?.original : null).toEqual(original);
  });
});

describe('executions', () => {
  const intend = (books: Ledger, jobId: number, images = 2) =>
    books.executions.intend({ jobId, run: 1, taskId: 't', agent: 'removeBG', images });

  it('pass from intent over sending to started, and no other way', () => {
    const books = open();
    const { id } = admit(books, 'a.jpg');
    const row = intend(books, id);
    expect(() => books.executions.doubt(row, 'x')).toThrow(/cannot become/);
    books.executions.sending(row);
    expect(() => books.executions.sending(row)).toThrow(/cannot become/);
    books.executions.started(row, 'e1');
    expect(() => books.executions.rejected(row, 'x')).toThrow(/cannot become/);
    expect(() => books.executions.giveUp(row, 'x')).toThrow(/cannot become/);
    books.executions.finished(row, 'Success');
    expect(stateOf(books, row, id)).toBe('finished');
  });

  it('in doubt count as spent, refused and given up ones do not', () => {
    const books = open();
    const { id } = admit(books, 'a.jpg');
    const doubtful = intend(books, id, 4);
    books.executions.sending(doubtful);
    books.executions.doubt(doubtful, 'reset');
    const refused = intend(books, id, 8);
    books.executions.sending(refused);
    books.executions.rejected(refused, 'no');
    expect(books.spending.today()).toBe(4);
    books.executions.giveUp(doubtful, 'a person said so');
    expect(books.spending.today()).toBe(0);
  });

  it('that were being sent are in doubt after a start, and every doubt begins anew', () => {
    const books = open();
    const { id } = admit(books, 'a.jpg');
    const row = intend(books, id);
    books.executions.sending(row);
    books.executions.recover();
    const [recovered] = books.executions.ofJob(id);
    expect(recovered).toMatchObject({ state: 'doubt', doubtEmpty: 0, doubtQueries: 0 });
    books.executions.emptyAnswer(row);
    books.executions.recover();
    expect(books.executions.ofJob(id)[0]).toMatchObject({ doubtEmpty: 0, polledMono: null });
  });

  it('teach how long the agent takes, unless they were found or outlived a restart', () => {
    const books = open();
    const { id } = admit(books, 'a.jpg');
    const sent = intend(books, id);
    books.executions.sending(sent);
    books.executions.started(sent, 'e1');
    const found = books.executions.adoptUnknown(
      { jobId: id, run: 1, taskId: 't', agent: 'removeBG', images: 1 },
      'e2',
    );
    books.executions.finished(sent, 'Success');
    books.executions.finished(found, 'Success');
    expect(books.executions.durations('removeBG', 10)).toHaveLength(1);
  });
});

describe('results', () => {
  it('follow what the service says until they are delivered, and then stand', () => {
    const books = open();
    const { id } = admit(books, 'a.jpg');
    const row = books.executions.adoptUnknown(
      { jobId: id, run: 1, taskId: 't', agent: 'removeBG', images: 2 },
      'e1',
    );
    const image = (status: 'Running' | 'Success', url: string | null) => ({
      status,
      image: url,
      progress: null,
      error: null,
    });
    books.results.see(row, [image('Running', null), image('Success', 'https://cdn/2')]);
    books.results.see(row, [image('Success', 'https://cdn/1'), image('Success', 'https://cdn/2b')]);
    const [first, second] = books.results.ofJob(id);
    expect([first?.url, second?.url]).toEqual(['https://cdn/1', 'https://cdn/2b']);
    const file = { file: '/out/a.png', sha256: 'a', bytes: 1, width: 2, height: 3 };
    books.results.delivered(first?.id ?? 0, file);
    books.results.see(row, [image('Running', null)]);
    expect(books.results.ofJob(id)[0]).toMatchObject({ status: 'Success', delivered: file });
  });
});
