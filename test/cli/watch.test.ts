import { copyFile, mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { DemoOptions } from '#electron/demo/types.ts';
import { armInWindow } from '../fixtures/fresh-ledger.ts';
import { keepMaking } from '../fixtures/holding.ts';
import { ledgerIn } from '../fixtures/new-ledger.ts';
import {
  begin,
  cutOut,
  darkslide,
  demoService,
  folder,
  patience,
  withService,
} from './darkslide.ts';
import { start } from './process.ts';
import { lightPhotograph } from '../fixtures/photographs.ts';

const names = ['lipstick-rouge.jpg', 'raccoon-face.jpg'];

async function place(options: Partial<DemoOptions> = {}) {
  const [demo, data, photos] = [await demoService(options), await folder(), await folder()];
  const [drop, out] = [join(photos, 'drop'), join(photos, 'out')];
  await mkdir(drop);
  const args = ['watch', drop, '--out', out, '--json', '--settle=0.2', ...cutOut];
  return { demo, data, drop, out, args, around: withService(demo, data) };
}

const put = (drop: string, name: string) => copyFile(lightPhotograph(name), join(drop, name));

describe('watch', () => {
  it('processes existing and new photos, and moves each to the correct folder', async () => {
    const { demo, drop, out, args, around } = await place();
    await put(drop, names[0] ?? '');
    await writeFile(join(drop, 'notes.jpg'), 'these are words, not a picture');
    const log = join(out, '..', 'logs');
    // 1.005 * 1000 is not a whole number
    const running = begin([...args, '--settle=1.005', '--until-idle=2', '--log', log], around);
    await running.says('"state":"done"');
    await mkdir(join(drop, 'Tuesday'));
    await copyFile(lightPhotograph(names[1] ?? ''), join(drop, 'Tuesday', 'second.jpg'));
    const ended = await running.ended;

    const lines = ended.jobs().map((line) => [line.photo, line.state, line.error?.code]);
    expect(Object.fromEntries(lines.map(([photo, ...rest]) => [photo, rest]))).toEqual({
      [join(drop, names[0] ?? '')]: ['done', undefined],
      [join(drop, 'Tuesday', 'second.jpg')]: ['done', undefined],
      [join(drop, 'notes.jpg')]: ['failed', expect.stringMatching(/^(photo|file)-/)],
    });
    expect(ended.status).toBe(1);
    expect(ended.summary()).toMatchObject({ photos: 3, done: 2, failed: 1, images: 2 });
    const logged = (await readFile(join(log, 'darkslide.log'), 'utf8')).trim().split('\n');
    const printed = `${ended.stdout}${ended.stderr}`.trim().split('\n');
    expect(logged.map((line) => line.slice(line.indexOf(' ') + 1)).sort()).toEqual(printed.sort());
    expect(logged.every((line) => /^\d{4}-\d\d-\d\dT[\d:.]+Z /.test(line))).toBe(true);
    expect(demo.records().executions).toHaveLength(2);
    expect((await readdir(join(drop, 'Processed'), { recursive: true })).sort()).toEqual([
      'Tuesday',
      join('Tuesday', 'second.jpg'),
      names[0],
    ]);
    expect(await readdir(join(drop, 'Failed'))).toContain('notes.jpg');
    const moved = await readFile(join(drop, 'Processed', names[0] ?? ''));
    expect(moved.equals(await readFile(lightPhotograph(names[0] ?? '')))).toBe(true);
    expect(await readdir(out, { recursive: true })).toContain(
      join('Tuesday', 'second_removeBG_1.png'),
    );
  });

  it('records the client of its hot folder for the costs of its photos, as run does', async () => {
    const { drop, out, args, around } = await place();
    await put(drop, names[0] ?? '');
    await darkslide([...args, '--client', ' ACME ', '--until-idle=0.5'], around);
    const photo = lightPhotograph(names[1] ?? '');
    const run = ['run', photo, '--out', join(out, '..', 'by hand'), ...cutOut];
    await darkslide([...run, '--client', 'Bella'], around);
    // if the hot folder later gets another client, earlier costs keep their client
    const empty = [...args, '--client', 'Cora', '--until-idle=0.5'];
    await darkslide(empty, around);
    const costs = await darkslide(['costs', '--by', 'client', '--json'], around);
    const { lines } = JSON.parse(costs.stdout) as { lines: { group: string; images: number }[] };
    expect(lines.map(({ group, images }) => [group, images])).toEqual([
      ['ACME', 1],
      ['Bella', 1],
    ]);
    expect((await darkslide([...run, '--client', ' '], around)).status).toBe(2);
  });

  it('previews what it would run and buy, and does nothing else', async () => {
    const { demo, drop, args, around } = await place();
    await put(drop, names[0] ?? '');
    await copyFile(lightPhotograph(names[0] ?? ''), join(drop, 'a copy.jpg'));
    await writeFile(join(drop, 'notes.jpg'), 'these are words, not a picture');
    const whole = await readFile(lightPhotograph(names[1] ?? ''));
    await writeFile(join(drop, 'half.jpg'), whole.subarray(0, whole.length / 2));
    const before = await readdir(drop);
    const kinds = async () => {
      const { json } = await darkslide([...args, '--dry-run'], around);
      return json().map((line) => (line as { kind?: string }).kind);
    };
    // waits, because a photo counts as complete only after it has been unchanged for a while
    await expect.poll(kinds, patience).toEqual(['new', 'settling', 'twin', 'failed', undefined]);
    const ended = await darkslide([...args, '--dry-run'], around);
    expect(ended.json().at(-1)).toEqual({ dryRun: { files: 4, jobs: 1, images: 1, cost: null } });
    expect(await readdir(drop)).toEqual(before);
    expect(demo.records().requests).toEqual({});
  });

  it('F69 refuses a folder that the window watches, and buys nothing', async () => {
    const { demo, data, drop, out, args, around } = await place();
    await put(drop, names[0] ?? '');
    const ledger = ledgerIn(data);
    armInWindow(ledger, { path: join(drop, '..'), outFolder: join(out, '..', '..', 'window') });
    ledger.close();
    for (const more of [['--until-idle=1'], ['--dry-run']]) {
      const refused = await darkslide([...args, ...more], around);
      expect(refused.status).toBe(2);
      expect(refused.json()).toMatchObject([{ error: { code: 'folder-in-folder' } }]);
    }
    const psd = await darkslide(['psd', 'an-execution', '--out', join(drop, 'psd')], around);
    expect(psd.stderr).toContain('error export-folder-watched:');
    expect(demo.records().uploads).toHaveLength(0);
  });

  it('F38 stops buying at its daily limit, and with --until-idle ends even if photos wait for the limit', async () => {
    const { demo, drop, args, around } = await place();
    for (const name of names) await put(drop, name);
    const watch = (limit: number) =>
      darkslide([...args, `--limit-per-day=${limit}`, '--until-idle=1'], around);
    const ended = await watch(1);
    expect(ended.status).toBe(1);
    expect(ended.summary()).toMatchObject({ photos: 2, done: 1, images: 1 });
    expect(await watch(1)).toMatchObject({ status: 1 });
    expect(demo.records().executions).toHaveLength(1);
    expect(await watch(2)).toMatchObject({ status: 0 });
    expect(demo.records().executions).toHaveLength(2);
  });

  it('leaves photos in place with --after=leave, and skips existing photos with --existing=skip', async () => {
    const { demo, drop, args, around } = await place();
    await put(drop, names[0] ?? '');
    const leave = '--after=leave';
    const ended = await darkslide([...args, leave, '--existing=skip', '--until-idle=1.5'], around);
    expect(ended).toMatchObject({ status: 0 });
    expect(ended.jobs()).toEqual([]);

    const running = begin([...args, leave], around);
    await running.says('Service: ');
    await put(drop, names[1] ?? '');
    await running.says('"state":"done"');
    running.interrupt();
    const second = await running.ended;
    expect(second.jobs().map((line) => line.photo)).toEqual([join(drop, names[1] ?? '')]);
    expect((await readdir(drop)).sort()).toEqual(names);
    expect(demo.records().executions).toHaveLength(1);
  });

  it('ends properly on Ctrl-C and reports which photos wait', async () => {
    const { demo, drop, args, around } = await place();
    const running = start(args, around);
    await running.says('Press Ctrl-C to stop');
    demo.inject({ on: 'query', kind: 'hang' });
    await put(drop, names[0] ?? '');
    await expect.poll(() => demo.records().uploads.length, patience).toBe(1);
    running.kill('SIGINT');
    const ended = await running.ended;
    expect(ended.status).toBe(1);
    expect(ended.summary()).toMatchObject({ photos: 1, done: 0 });
    expect(ended.stderr).toContain('Stopping');
  });
});

describe('a large drop', () => {
  /** Puts two photos into a hot folder that asks for confirmation if more than one photo arrives at once. */
  async function dropped() {
    const all = await place();
    const preferences = { askAbove: 1 };
    await writeFile(join(all.data, 'settings.json'), JSON.stringify({ preferences }));
    for (const name of names) await put(all.drop, name);
    const args = [...all.args, '--after=leave'];
    const answer = (word: string) =>
      darkslide(['answer-drop', '1', word, '--json'], all.around).then((ended) => ended.json());
    return { ...all, args, idle: [...args, '--until-idle=1'], answer };
  }

  it('B7 must be confirmed before any of its photos is bought, and is then processed', async () => {
    const { demo, drop, idle, answer, around } = await dropped();
    const asked = await darkslide(idle, around);
    expect(asked.status).toBe(1);
    expect(asked.stderr).toContain('2 photos (2 images) arrived at once');
    expect(asked.stderr).toContain('darkslide answer-drop 1 run');
    expect(demo.records().executions).toHaveLength(0);
    const held = await darkslide(['held', '--json'], around);
    const commands = ['run', 'leave', 'always'].map((word) => `answer-drop 1 ${word}`);
    expect(held.json()).toMatchObject([
      {
        hotFolder: 1,
        folder: drop,
        photos: 2,
        images: 2,
        answers: commands.map((command) => ({ command })),
      },
    ]);
    expect(await answer('run')).toEqual([
      { hotFolder: 1, answer: 'run', photos: 2, images: 2, cost: null },
    ]);
    expect(await darkslide(idle, around)).toMatchObject({ status: 0 });
    expect(demo.records().executions).toHaveLength(2);
  });

  it('B7 is not processed if the answer is no', async () => {
    const { demo, idle, answer, around } = await dropped();
    await darkslide(idle, around);
    await answer('leave');
    expect(await darkslide(idle, around)).toMatchObject({ status: 0 });
    expect((await darkslide(['held', '--json'], around)).json()).toEqual([]);
    expect(demo.records().executions).toHaveLength(0);
  });

  it('B7 needs no confirmation after "always", until --large-drops ask', async () => {
    const { demo, drop, idle, answer, around } = await dropped();
    await darkslide(idle, around);
    await answer('always');
    await copyFile(lightPhotograph('watch-steel.jpg'), join(drop, 'c.jpg'));
    await copyFile(lightPhotograph('handbag-cognac.jpg'), join(drop, 'd.jpg'));
    expect(await darkslide(idle, around)).toMatchObject({ status: 0 });
    expect(demo.records().executions).toHaveLength(4);
    await put(drop, 'perfume-amber.jpg');
    await put(drop, 'teapot-stoneware.jpg');
    expect(await darkslide([...idle, '--large-drops=ask'], around)).toMatchObject({ status: 1 });
    expect(demo.records().executions).toHaveLength(4);
  });

  it('B7 is bought without confirmation with --large-drops run, even if it was already waiting for one', async () => {
    const { demo, idle, around } = await dropped();
    await darkslide(idle, around);
    expect(await darkslide([...idle, '--large-drops=run'], around)).toMatchObject({ status: 0 });
    expect(demo.records().executions).toHaveLength(2);
  });

  it('B7 can be answered while watch is running, which then continues immediately', async () => {
    const { demo, idle, answer, around } = await dropped();
    const running = begin([...idle, '--until-idle=4'], around);
    await running.says('answer-drop 1 always');
    expect(await answer('run')).toEqual([
      { hotFolder: 1, answer: 'run', photos: 2, images: 2, cost: null },
    ]);
    expect(await running.ended).toMatchObject({ status: 0 });
    expect(demo.records().executions).toHaveLength(2);
  });
});

describe('a folder that overlaps the data folder', () => {
  it('A5 is refused before anything is sent, even in a dry run', async () => {
    const { demo, data, out, around } = await place();
    const inside = join(data, 'inside');
    await mkdir(inside);
    for (const args of [
      [data, '--until-idle=1'],
      [data, '--dry-run'],
      [inside, '--until-idle=1'],
    ]) {
      const words = ['watch', ...args, '--out', out, '--json', ...cutOut];
      const { status, stderr, stdout } = await darkslide(words, around);
      expect(status).toBe(2);
      expect(stdout + stderr).toContain('folder-in-data');
    }
    expect(demo.records().uploads).toHaveLength(0);
  });
});

describe('resume', () => {
  it('continues after a kill -9 and buys nothing twice', async () => {
    const { demo, drop, out, args, around } = await place();
    keepMaking(demo);
    for (const name of [...names, 'watch-steel.jpg']) await put(drop, name);
    // one photo at a time, so that no other request is running when the process is killed
    const running = start([...args, '--in-flight=1'], around);
    await expect.poll(() => demo.records().executions.length, patience).toBeGreaterThan(0);
    running.kill('SIGKILL');
    expect((await running.ended).status).toBeNull();
    demo.clearFaults();

    const rest = await darkslide(['resume', '--json', '--until-idle=1'], around);
    const again = await darkslide([...args, '--until-idle=1'], around);
    expect([rest.status, again.status]).toEqual([0, 0]);
    expect(demo.records().executions).toHaveLength(3);
    expect(Object.values(demo.records().executionsByPhoto)).toEqual([1, 1, 1]);
    expect((await readdir(out)).length).toBe(3);
    const processed = await readdir(join(drop, 'Processed'));
    expect(processed.sort()).toEqual([...names, 'watch-steel.jpg']);
  });
});
