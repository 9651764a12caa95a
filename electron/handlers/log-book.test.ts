import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { Changed } from '#shared/ipc.ts';
import { handClock } from '../../test/fixtures/hand-clock.ts';
import { systemClock } from '../base/clock.ts';
import { gatherChanges } from './changes.ts';
import { openLogBook } from './log-book.ts';
import { openLogFile } from './log-file.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'darkslide-log-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
});

describe('the log', () => {
  it('is the same on screen and on disk, without a key', async () => {
    let told = 0;
    const log = openLogBook(
      join(folder, 'logs'),
      systemClock,
      () => ['/data'],
      () => (told += 1),
    );
    log.hide('a-key-of-mine');
    log.note('info', 'It begins.');
    log.problem('warn', {
      code: 'service-unauthorised',
      message: 'The key a-key-of-mine is wrong.',
      detail: 'at /home/ann/app.js',
    });
    expect(log.entries('info', 10).map(({ text }) => text)).toEqual([
      'The key [key] is wrong.',
      'It begins.',
    ]);
    expect(log.entries('warn', 10)).toMatchObject([{ code: 'service-unauthorised' }]);
    expect(log.entries('info', 1)).toHaveLength(1);
    log.close();
    const lines = (await readFile(join(folder, 'logs', 'darkslide.log'), 'utf8'))
      .trim()
      .split('\n');
    expect(lines.map((line): unknown => JSON.parse(line))).toMatchObject([
      { msg: 'It begins.' },
      { msg: 'The key [key] is wrong.', detail: 'at …/app.js', code: 'service-unauthorised' },
    ]);
    expect(told).toBe(2);
  });

  it('never grows past its parts, and goes on in the last one after a restart', async () => {
    for (let run = 0; run < 3; run += 1) {
      const file = openLogFile(folder, 1000, 3);
      for (let n = 0; n < 50; n += 1) file.write(`${'x'.repeat(99)}\n`);
      file.close();
    }
    const names = (await readdir(folder)).sort();
    expect(names).toEqual(['darkslide.1.log', 'darkslide.2.log', 'darkslide.log']);
    for (const name of names) expect((await stat(join(folder, name))).size).toBeLessThan(1100);
  });

  it('that cannot be written stops nothing', async () => {
    await writeFile(join(folder, 'logs'), 'a file');
    const log = openLogBook(
      join(folder, 'logs'),
      systemClock,
      () => [],
      () => {},
    );
    log.note('error', 'It goes on.');
    expect(log.entries('info', 1)).toHaveLength(1);
    log.close();
  });
});

describe('changes', () => {
  it('are told at once, then gathered, and jobs are not named when they are too many', async () => {
    const clock = handClock();
    const changes = gatherChanges(clock);
    const told: Changed[] = [];
    const unlisten = changes.onChange((changed) => told.push(changed));
    const pass = async (ms: number) => {
      clock.pass(ms);
      await turn();
    };
    changes.touch('status');
    changes.touchJob(1);
    await pass(0);
    expect(told).toEqual([{ parts: ['status'], jobs: [1] }]);
    for (let id = 0; id < 1000; id += 1) changes.touchJob(id);
    changes.touch('log');
    changes.touch('log');
    await pass(49);
    expect(told).toHaveLength(1);
    await pass(1);
    expect(told.slice(1)).toEqual([{ parts: ['log'], jobs: null }]);
    unlisten();
    changes.touch('status');
    await pass(50);
    expect(told).toHaveLength(2);
    changes.close();
  });
});
