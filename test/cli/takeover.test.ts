import { copyFile, mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { keepMaking } from '../fixtures/holding.ts';
import { lightPhotograph } from '../fixtures/photographs.ts';
import { begin, cutOut, darkslide, patience, place, sharedDemo } from './darkslide.ts';
import { start } from './process.ts';

const shared = sharedDemo();
const photo = lightPhotograph('lipstick-rouge.jpg');
const other = lightPhotograph('watch-steel.jpg');

/** Creates a data folder, and a hot folder next to the results. */
async function folders() {
  const { demo, data, out, around } = await place(shared());
  const before = demo.records().executions.length;
  const drop = join(data, 'Drop');
  await mkdir(drop);
  return {
    demo,
    out,
    drop,
    around,
    watch: ['watch', drop, '--out', out, '--settle=0.2', '--json', ...cutOut],
    run: ['run', photo, '--out', out, '--json', ...cutOut],
    bought: () => demo.records().executions.length - before,
    put: (from: string, name: string) => copyFile(from, join(drop, name)),
  };
}

const continues = 'This command continues the work';

describe('watch, when the Darkslide process that was doing the work exits', () => {
  it('F31 continues the work itself, and buys and reports nothing twice', async () => {
    const { demo, out, drop, around, watch, bought, put } = await folders();
    const holder = begin(['resume'], around);
    await holder.says('Service:');
    const watching = begin(watch, around);
    await watching.says(`Watching ${drop}`);
    await put(photo, 'a.jpg');
    await watching.says('"state":"done"');
    keepMaking(demo);
    await put(other, 'b.jpg');
    await expect.poll(bought, patience).toBe(2);
    holder.interrupt();
    await holder.ended;
    await watching.says(continues);
    demo.clearFaults();
    await watching.says('b.jpg","sha256"');
    watching.interrupt();
    const ended = await watching.ended;
    expect([ended.status, ended.stderr]).toEqual([
      0,
      expect.stringContaining('Using Darkslide, which is already open'),
    ]);
    expect(ended.jobs().map((line) => [line.photo, line.state])).toEqual([
      [join(drop, 'a.jpg'), 'done'],
      [join(drop, 'b.jpg'), 'done'],
    ]);
    expect(ended.summary()).toMatchObject({ photos: 2, done: 2, images: 2 });
    expect(bought()).toBe(2);
    expect(await readdir(out)).toHaveLength(2);
    expect((await readdir(join(drop, 'Processed'))).sort()).toEqual(['a.jpg', 'b.jpg']);
  });

  it('F31 continues the work itself if the other process is killed', async () => {
    const { demo, drop, around, watch, bought, put } = await folders();
    const holder = start(['resume'], around);
    await holder.says('Service:');
    const watching = start(watch, around);
    await watching.says(`Watching ${drop}`);
    keepMaking(demo);
    await put(photo, 'a.jpg');
    await expect.poll(bought, patience).toBe(1);
    holder.kill('SIGKILL');
    await watching.says(continues);
    await put(other, 'b.jpg');
    demo.clearFaults();
    await watching.says('a.jpg","sha256"');
    await watching.says('b.jpg","sha256"');
    watching.kill('SIGINT');
    const ended = await watching.ended;
    expect(ended.status, ended.stderr).toBe(0);
    expect(ended.summary()).toMatchObject({ photos: 2, done: 2, images: 2 });
    expect(bought()).toBe(2);
  });

  it('with --existing=skip, skips only the photos that existed when the command started', async () => {
    const { drop, around, watch, bought, put } = await folders();
    await put(photo, 'before.jpg');
    const holder = begin(['resume'], around);
    await holder.says('Service:');
    const watching = begin([...watch, '--existing=skip', '--after=leave', '--settle=3'], around);
    await watching.says(`Watching ${drop}`);
    await put(other, 'between.jpg');
    holder.interrupt();
    await watching.says('"state":"done"');
    watching.interrupt();
    const ended = await watching.ended;
    expect(ended.stderr).toContain(continues);
    expect(ended.jobs().map((line) => line.photo)).toEqual([join(drop, 'between.jpg')]);
    expect(bought()).toBe(1);
  });
});

describe('resume, when the Darkslide process that was doing the work exits', () => {
  it('F31 continues the work itself, and buys and reports nothing twice', async () => {
    const { demo, around, run, bought } = await folders();
    const holder = begin(['resume'], around);
    await holder.says('Service:');
    const resuming = begin(['resume', '--json'], around);
    await resuming.says('Using Darkslide, which is already open');
    expect(await darkslide(run, around)).toMatchObject({ status: 0 });
    await resuming.says('"state":"done"');
    keepMaking(demo);
    const running = begin(['run', other, ...run.slice(2)], around);
    await expect.poll(bought, patience).toBe(2);
    running.interrupt();
    await running.ended;
    holder.interrupt();
    await resuming.says(continues);
    demo.clearFaults();
    await resuming.says('watch-steel.jpg","sha256"');
    resuming.interrupt();
    const ended = await resuming.ended;
    expect(ended.status, ended.stderr).toBe(0);
    expect(ended.jobs().map((line) => [line.photo, line.state])).toEqual([
      [photo, 'done'],
      [other, 'done'],
    ]);
    expect(ended.summary()).toMatchObject({ photos: 2, done: 2, images: 2 });
    expect(bought()).toBe(2);
  });

  it('F31 continues the work itself if the other process is killed', async () => {
    const { demo, around, run, bought } = await folders();
    const holder = start(run, around);
    keepMaking(demo);
    await expect.poll(bought, patience).toBe(1);
    const resuming = start(['resume', '--json', '--until-idle=1'], around);
    await resuming.says('Using Darkslide, which is already open');
    holder.kill('SIGKILL');
    await resuming.says(continues);
    demo.clearFaults();
    const ended = await resuming.ended;
    expect(ended.status, ended.stderr).toBe(0);
    expect(ended.jobs()).toMatchObject([{ photo, state: 'done' }]);
    expect(ended.summary()).toMatchObject({ photos: 1, done: 1, images: 1 });
    expect(bought()).toBe(1);
  });
});
