import { copyFile, link, mkdir, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Demo } from '#electron/demo/types.ts';
import { cutOut, darkslide, place, type Surroundings } from './darkslide.ts';
import { lightPhotograph } from '../fixtures/photographs.ts';

const [first, second] = [
  lightPhotograph('raccoon-face.jpg'),
  lightPhotograph('lipstick-rouge.jpg'),
];

const bought = (demo: Demo) => demo.records().executions.length;

/** Runs each photo with its own `darkslide run`. */
async function run(photos: readonly string[], out: string, around: Surroundings) {
  const args = ['--out', out, '--json', '--doubt-window=0', ...cutOut];
  for (const photo of photos) await darkslide(['run', photo, ...args], around);
}

describe('adopt', () => {
  it('adopts an execution that the user has found, after the service confirms that it belongs to the job', async () => {
    const { demo, out, around } = await place();
    await run([second], out, around);
    demo.inject({ on: 'execute', kind: 'accept-then-close', times: 1 });
    demo.inject({ on: 'query', kind: 'lag', ms: 3_600_000 });
    await run([first], out, around);
    const [other, lost] = demo.records().executions;
    const [held] = (await darkslide(['held', '--json'], around)).json();
    expect(held).toMatchObject({ job: 2, code: 'execution-unknown' });
    expect((held as { answers: { command: string }[] }).answers[1]?.command).toBe(
      'adopt 2 <execution>',
    );
    demo.clearFaults();

    const foreign = await darkslide(['adopt', '2', other?.executionId ?? '', '--json'], around);
    expect(foreign.status).toBe(1);
    expect(foreign.json()).toMatchObject([{ error: { code: 'execution-not-found' } }]);
    const unheld = await darkslide(['adopt', '1', lost?.executionId ?? '', '--json'], around);
    expect(unheld.json()).toMatchObject([{ error: { code: 'job-not-adoptable' } }]);
    expect((await darkslide(['held', '--json'], around)).json()).toEqual([held]);

    const own = await darkslide(['adopt', '2', lost?.executionId ?? '', '--json'], around);
    expect(own.json()).toEqual([{ job: 2, state: 'waiting', executionId: lost?.executionId }]);
    const rest = await darkslide(['resume', '--until-idle=1', '--json'], around);
    expect(rest.jobs()).toMatchObject([{ photo: first, state: 'done' }]);
    expect(bought(demo)).toBe(2);
  });
});

describe('a backup of the ledger', () => {
  it('F40 F41 buys nothing again, whether the user or Darkslide restores it', async () => {
    const { demo, data, out, around } = await place();
    await run([first], out, around);
    await run([second], out, around); // this start backs up the ledger, because it contains a job
    const backups = await readdir(join(data, 'backups'));
    expect(backups).toHaveLength(1);
    const backup = join(data, 'backups', backups[0] ?? '');
    const bothDone = async () => {
      const jobs = (await darkslide(['jobs', '--json'], around)).json();
      expect(jobs).toMatchObject([{ state: 'done' }, { state: 'done' }]);
      expect(bought(demo)).toBe(2);
    };

    const restored = await darkslide(['check', '--restore', backup, '--json'], around);
    expect(restored.stderr).toContain('ledger-restored');
    expect(restored.json().at(-1)).toMatchObject({ check: { jobs: { done: 1 }, purchases: 2 } });
    await run([second], out, around);
    await bothDone();

    await writeFile(join(data, 'ledger.sqlite'), 'this was a ledger once');
    const looking = await darkslide(['jobs', '--json'], around);
    expect(looking.status).toBe(3);
    expect(looking.json()).toMatchObject([{ error: { code: 'ledger-damaged' } }]);
    await run([first, second], out, around);
    await bothDone();
    const aside = (await readdir(data)).filter((name) => /^ledger\.damaged-.*sqlite$/.test(name));
    const kept = await Promise.all(aside.map((name) => readFile(join(data, name), 'utf8')));
    expect(kept).toContain('this was a ledger once');
  });
});

describe('check', () => {
  it('reports problems, and removes leftover files only on request', async () => {
    const { data, out, around } = await place();
    await run([first], out, around);
    const clean = await darkslide(['check', '--deep', '--json'], around);
    expect(clean.json()).toEqual([
      {
        check: {
          jobs: { waiting: 0, running: 0, done: 1, failed: 0, held: 0, cancelled: 0 },
          admitted: 1,
          results: 1,
          purchases: 1,
          tasks: 1,
          backups: [],
          findings: 0,
          repaired: 0,
        },
      },
    ]);
    expect(clean.status).toBe(0);

    const [name] = await readdir(out);
    const result = join(out, name ?? '');
    await link(result, join(data, 'kept.png'));
    await rm(result);
    await writeFile(join(out, '.0123456789.darkslide-part'), 'half');
    await mkdir(join(data, 'work', '99'), { recursive: true });
    await copyFile(first, join(data, 'work', '99', 'original'));
    const kinds = (ended: Awaited<ReturnType<typeof darkslide>>) =>
      ended.json().flatMap((line) => (line as { finding?: string }).finding ?? []);
    const found = await darkslide(['check', '--json'], around);
    expect([found.status, kinds(found)]).toEqual([
      1,
      ['work-left', 'unfinished-file', 'result-missing'],
    ]);
    expect(await readdir(out)).toHaveLength(1);

    const repaired = await darkslide(['check', '--repair', '--json'], around);
    expect(repaired.status).toBe(1);
    expect(repaired.json().at(-1)).toMatchObject({ check: { findings: 3, repaired: 2 } });
    expect([await readdir(out), await readdir(join(data, 'work'))]).toEqual([[], []]);

    await rename(join(data, 'kept.png'), result);
    expect((await darkslide(['check'], around)).status).toBe(0);
    const bytes = await readFile(result);
    bytes[bytes.length - 1] = 0;
    await writeFile(result, bytes);
    expect((await darkslide(['check'], around)).status).toBe(0);
    expect(kinds(await darkslide(['check', '--deep', '--json'], around))).toEqual([
      'result-changed',
    ]);
  });

  it('queries the service about tasks that the ledger may have lost', async () => {
    const { demo, out, around } = await place();
    await run([first], out, around);
    const forgotten = demo.records().tasks[0]?.taskId;
    const answer = await fetch(`${demo.url}/agent/task/delete`, {
      method: 'POST',
      headers: { authorization: demo.key, 'content-type': 'application/json' },
      body: JSON.stringify({ taskId: forgotten }),
    });
    expect(await answer.json()).toMatchObject({ success: true });
    const found = await darkslide(['check', '--deep', '--json'], around);
    expect(found.status).toBe(1);
    expect(found.json()[0]).toMatchObject({ finding: 'task-unknown', job: 1, repaired: false });
    expect((await darkslide(['check'], around)).status).toBe(0); // the job is done, so its task doesn't matter
    expect(bought(demo)).toBe(1);
  });
});
