import { copyFile, mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { keepMaking } from '../fixtures/holding.ts';
import { lightPhotograph } from '../fixtures/photographs.ts';
import {
  begin,
  cutOut,
  darkslide,
  patience,
  place,
  sharedDemo,
  type RunningProgram,
} from './darkslide.ts';
import { start } from './process.ts';

const shared = sharedDemo();
const photo = lightPhotograph('lipstick-rouge.jpg');
const other = lightPhotograph('watch-steel.jpg');

/** Creates a data folder in which another Darkslide works until the test interrupts it. */
async function worked(how: readonly string[] = []) {
  const { demo, ...here } = await place(shared());
  const bought = demo.records().executions.length;
  const holder: RunningProgram = begin(['resume', ...how], here.around);
  await holder.says('Service:');
  const run = (...words: string[]) => ['run', ...words, '--out', here.out, '--json', ...cutOut];
  return { ...here, demo, holder, run, bought: () => demo.records().executions.length - bought };
}

async function end(holder: RunningProgram) {
  holder.interrupt();
  return holder.ended;
}

describe('a command while another Darkslide uses its data folder', () => {
  it('F31 runs photos in the other process, without a key of its own, and prints its usual output', async () => {
    const { holder, run, around, bought, out } = await worked();
    const env = { ...around.env, DARKSLIDE_API_KEY: '' };
    const ran = await darkslide(run(photo, other), { env });
    expect(ran.status, ran.stderr).toBe(0);
    expect(ran.stderr).toContain('Using Darkslide, which is already open (command line, process');
    expect(ran.jobs().map(({ state }) => state)).toEqual(['done', 'done']);
    expect(ran.summary()).toMatchObject({ photos: 2, done: 2, images: 2 });
    expect(await readdir(out)).toHaveLength(2);
    const again = await darkslide(run(photo), { env });
    expect(again.jobs()).toMatchObject([{ photo, already: true }]);
    expect(bought()).toBe(2);
    // both use one queue, so the other process reports these photos, too
    expect((await end(holder)).stdout).toContain('lipstick-rouge.jpg');
  });

  it('refuses what the other process can’t do for it, before anything is sent', async () => {
    const { holder, run, around, bought } = await worked();
    const codesOf = async (args: readonly string[], env = around.env) => {
      const { status, stdout } = await darkslide([...args, '--json'], { env: env ?? {} });
      return [status, (JSON.parse(stdout) as { error: { code: string } }).error.code];
    };
    expect(await codesOf([...run(photo), '--in-flight=2'])).toEqual([2, 'option-not-taken']);
    expect(await codesOf(['resume', '--doubt-window=5'])).toEqual([2, 'option-not-taken']);
    const elsewhere = { ...around.env, DARKSLIDE_SERVICE_URL: 'https://example.com/openapi/v1' };
    expect(await codesOf(run(photo), elsewhere)).toEqual([3, 'open-with-other-service']);
    expect(await codesOf(run(join(around.env?.['DARKSLIDE_DATA'] ?? '', 'none.jpg')))).toEqual([
      2,
      'file-missing',
    ]);
    expect(await codesOf(['check'])).toEqual([3, 'data-folder-locked']);
    expect(bought()).toBe(0);
    await end(holder);
  });

  it('changes jobs in the other process, and reports each change', async () => {
    const { demo, holder, run, around } = await worked();
    const ran = await darkslide(run(photo), around);
    expect(ran.status).toBe(0);
    const [{ executionId } = {}] = ran.jobs();
    const retried = await darkslide(['retry', '1', '7', '--json'], around);
    expect(retried.status).toBe(1);
    expect(retried.json().map((line) => (line as { error: { code: string } }).error.code)).toEqual([
      'job-not-retryable',
      'job-not-found',
    ]);
    const adopted = await darkslide(['adopt', '1', executionId ?? '', '--json'], around);
    expect([adopted.status, adopted.stdout]).toEqual([
      1,
      expect.stringContaining('job-not-adoptable'),
    ]);
    const deleted = await darkslide(['delete-task', '1', '--json'], around);
    expect([deleted.status, deleted.json()]).toEqual([0, [{ job: 1, state: 'done' }]]);
    expect(demo.records().requests).toMatchObject({ delete: expect.any(Number) as number });
    await end(holder);
  });

  it('ends with its summary when it is interrupted, and its photos continue', async () => {
    const { demo, holder, run, around, bought } = await worked();
    keepMaking(demo);
    const running = begin(run(photo, other), around);
    await expect.poll(bought, patience).toBe(2);
    running.interrupt();
    const ran = await running.ended;
    expect(ran.status).toBe(1);
    expect(ran.stderr).toContain('Stopping this command; Darkslide continues with the photos');
    expect(ran.summary()).toMatchObject({ photos: 2, done: 0 });
    demo.clearFaults();
    await holder.says('watch-steel.jpg');
    await holder.says('lipstick-rouge.jpg');
    expect(bought()).toBe(2);
    await end(holder);
  });

  it('continues the work itself when the other process ends, and reports and buys nothing twice', async () => {
    const { demo, holder, run, around, bought } = await worked();
    await darkslide(run(photo), around);
    keepMaking(demo);
    const running = begin(run(photo, other), around);
    await running.says('"already":true');
    await expect.poll(bought, patience).toBe(2);
    await end(holder);
    await running.says('This command continues the work');
    demo.clearFaults();
    const ran = await running.ended;
    expect([ran.status, ran.stderr]).toEqual([
      0,
      expect.stringContaining('Using Darkslide, which is already open'),
    ]);
    expect(ran.jobs().map((line) => line.photo)).toEqual([photo, other]);
    expect(ran.summary()).toMatchObject({ photos: 2, done: 2, images: 1 });
    expect(bought()).toBe(2);
  });

  it('continues the work itself if the other process is killed', async () => {
    const { demo, around, out } = await place(shared());
    const before = demo.records().executions.length;
    const bought = () => demo.records().executions.length - before;
    const holder = start(['resume'], around);
    await holder.says('Service:');
    keepMaking(demo);
    const running = start(['run', photo, '--out', out, '--json', ...cutOut], around);
    await expect.poll(bought, patience).toBe(1);
    holder.kill('SIGKILL');
    await running.says('This command continues the work');
    demo.clearFaults();
    const ran = await running.ended;
    expect(ran.status, ran.stderr).toBe(0);
    expect(ran.summary()).toMatchObject({ photos: 1, done: 1, images: 1 });
    expect(bought()).toBe(1);
  });

  it('stops if continuing would buy a photo again that the other process has already bought, and loses nothing', async () => {
    const { demo, holder, run, around, bought } = await worked();
    keepMaking(demo);
    const running = begin([...run(photo), '--again'], around);
    await expect.poll(bought, patience).toBe(1);
    await end(holder);
    const ran = await running.ended;
    expect(ran.status).toBe(1);
    expect(ran.stderr).toContain('The work continues when you open it again');
    demo.clearFaults();
    const rest = await darkslide(['resume', '--until-idle=1', '--json'], around);
    expect(rest.jobs()).toMatchObject([{ state: 'done' }]);
    expect(bought()).toBe(1);
  });

  it('uses the service of the open Darkslide if it names none, and says so', async () => {
    const { data, demo, holder, run, bought } = await worked();
    const env = { DARKSLIDE_DATA: data };
    const ran = await darkslide(run(photo), { env });
    expect(ran.status, ran.stderr).toBe(0);
    expect(ran.stderr).toMatch(/Using Darkslide, which is already open .* with http/u);
    expect(ran.stderr).toContain(demo.url);
    expect(bought()).toBe(1);
    await end(holder);
    const alone = await darkslide(run(photo), { env });
    expect(alone.stderr).toContain('Demo service: ');
    expect(bought()).toBe(1);
  });

  it('imports cards and settings through the other process', async () => {
    const { data, holder, around } = await worked();
    const [cards, settings] = [join(data, 'cards.json'), join(data, 'studio.json')];
    expect(await darkslide(['cards', 'export', cards], around)).toMatchObject({ status: 0 });
    const recipes = [
      { name: 'White', agent: 'removeBG', params: { maskType: 'autoSubjectSegment' } },
    ];
    const file = { darkslideSettings: 1, preferences: { imagesPerDay: 40 }, recipes };
    await writeFile(settings, JSON.stringify(file));
    const imported = [
      await darkslide(['cards', 'import', cards, '--json'], around),
      await darkslide(['settings', 'import', settings, '--json'], around),
    ];
    for (const one of imported) {
      expect([one.status, one.stderr]).toEqual([
        0,
        expect.stringContaining('Using Darkslide, which is already open'),
      ]);
    }
    expect(imported.map((one) => one.json())).toMatchObject([
      [{ changed: 0, unknown: [] }],
      [{ preferences: 1, recipes: 1 }],
    ]);
    await end(holder);
    expect(await readFile(join(data, 'settings.json'), 'utf8')).toContain('"imagesPerDay": 40');
  });

  it('watches a folder through the other process until the command ends; a second command cannot watch it meanwhile', async () => {
    const { data, out, holder, around, bought } = await worked();
    const drop = join(data, 'Drop');
    await mkdir(drop);
    const args = ['watch', drop, '--out', out, '--settle=0.2', '--json', ...cutOut];
    const watching = begin(args, around);
    await watching.says(`Watching ${drop}`);
    const twice = await darkslide(args, around);
    expect(twice.json()).toMatchObject([{ error: { code: 'folder-in-folder' } }]);
    await copyFile(photo, join(drop, 'a.jpg'));
    await watching.says('"state":"done"');
    watching.interrupt();
    expect(await watching.ended).toMatchObject({ status: 0 });
    await copyFile(other, join(drop, 'b.jpg'));
    const status = await darkslide(['status', '--json'], around);
    expect(status.json()).toMatchObject([{ hotFolders: [{ folder: drop, watched: false }] }]);
    const next = await darkslide([...args, '--until-idle=1'], around);
    expect(next.jobs().map(({ photo: path, state }) => [path, state])).toEqual([
      [join(drop, 'b.jpg'), 'done'],
    ]);
    expect(bought()).toBe(2);
    await end(holder);
  });
});

describe('status', () => {
  it('reports to scripts which Darkslide is open and its progress, even if none is open', async () => {
    const { data, demo, holder, run, around } = await worked();
    await darkslide(run(photo), around);
    const open = await darkslide(['status', '--json'], around);
    const work = { jobs: { done: 1, waiting: 0 }, needAttention: 0, waitingFor: [], paused: false };
    expect(open.json()).toMatchObject([
      {
        darkslide: { kind: 'command-line', pid: process.pid, service: demo.url },
        dataFolder: data,
        ...work,
        today: { images: 1, limit: null },
      },
    ]);
    await end(holder);
    const closed = await darkslide(['status', '--json'], around);
    expect(closed.json()).toMatchObject([{ darkslide: null, dataFolder: data, ...work }]);
    const text = await darkslide(['status'], around);
    expect(text.stdout).toMatch(
      /^Darkslide is not using this data folder\.\nLedger: .+\nJobs: 1 done\n/,
    );
    expect([open.status, closed.status, text.status]).toEqual([0, 0, 0]);
  });
});
