import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { fillDisk, mountSmallDisk } from '../../../test/fixtures/small-disk.ts';
import { ownFolder } from '../../../test/fixtures/own-folder.ts';
import { systemClock } from '../../base/clock.ts';
import { openEventLog } from './event-log.ts';
import { openLogFile } from './log-file.ts';

let folder: string;
let told: number;
beforeEach(async () => {
  folder = await ownFolder('log');
  told = 0;
});

const openLog = () =>
  openEventLog(
    join(folder, 'logs'),
    systemClock,
    () => ['/data'],
    () => (told += 1),
  );

describe('the log', () => {
  it('is the same on screen and on disk, and contains no key', async () => {
    const log = openLog();
    log.hide('a-key-of-mine');
    log.note('info', 'It begins.');
    log.problem('warn', {
      code: 'service-unauthorised',
      message: 'The key a-key-of-mine is wrong.',
      detail: 'at /home/ann/app.js',
    });
    const wrong = 'The key [key] is wrong.';
    expect(log.entries('info', 10)).toMatchObject([{ text: wrong }, { text: 'It begins.' }]);
    expect(log.entries('warn', 10)).toMatchObject([{ code: 'service-unauthorised' }]);
    expect(log.entries('info', 1)).toHaveLength(1);
    log.close();
    const text = await readFile(join(folder, 'logs', 'darkslide.log'), 'utf8');
    const lines = text.trim().split('\n');
    expect(lines.map((line): unknown => JSON.parse(line))).toMatchObject([
      { msg: 'It begins.' },
      { msg: wrong, detail: 'at …/app.js', code: 'service-unauthorised' },
    ]);
    expect(told).toBe(2);
  });

  it('never grows beyond its number of parts, and continues in the newest part after a restart', async () => {
    for (let run = 0; run < 3; run += 1) {
      const file = openLogFile(folder, 1000, 3);
      for (let n = 0; n < 50; n += 1) file.write(`${'x'.repeat(99)}\n`);
      file.close();
    }
    const names = (await readdir(folder)).sort();
    expect(names).toEqual(['darkslide.1.log', 'darkslide.2.log', 'darkslide.log']);
    for (const name of names) expect((await stat(join(folder, name))).size).toBeLessThan(1100);
  });

  it('does not stop the program if it can’t be written', async () => {
    await writeFile(join(folder, 'logs'), 'a file');
    const log = openLog();
    log.note('error', 'The program continues.');
    expect(log.entries('info', 1)).toHaveLength(1);
    log.close();
  });
});

const line = (text: string) => `${text.padEnd(99)}\n`;
const parts = async () => {
  const names = (await readdir(folder)).sort();
  return Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
};

describe('a log file', () => {
  it('is rotated while two processes write to it, stays within its limit, and loses no line', async () => {
    const [one, other] = [openLogFile(folder, 1000, 20), openLogFile(folder, 1000, 20)];
    for (let n = 0; n < 50; n += 1) {
      one.write(line(`one ${n}`));
      other.write(line(`other ${n}`));
    }
    one.close();
    other.close();
    const texts = await parts();
    expect(texts.every((text) => text.length <= 1000)).toBe(true);
    const lines = texts.flatMap((text) => text.split('\n').filter((text) => text !== ''));
    expect(new Set(lines).size).toBe(100);
  });

  it('is created again after the user removed it', async () => {
    const log = openLogFile(folder, 1000, 3);
    log.write(line('before'));
    await rm(join(folder, 'darkslide.log'));
    log.write(line('after'));
    log.close();
    expect(await parts()).toEqual([line('after')]);
  });

  it('continues beyond its limit if its older part can’t be replaced', async () => {
    await mkdir(join(folder, 'darkslide.1.log', 'x'), { recursive: true });
    const log = openLogFile(folder, 300, 2);
    for (let n = 0; n < 10; n += 1) log.write(line(`${n}`));
    log.close();
    expect((await stat(join(folder, 'darkslide.log'))).size).toBe(1000);
  });

  it('continues when a full disk has space again', async (context) => {
    const disk = await mountSmallDisk(folder);
    if (disk === null) return context.skip('a disk can’t be mounted on this system');
    onTestFinished(() => disk.unmount());
    const log = openLogFile(join(disk.path, 'logs'), 1000, 3);
    log.write(line('before'));
    const free = await fillDisk(disk.path);
    for (let n = 0; n < 100; n += 1) log.write(line('lost'));
    await free();
    log.write(line('after'));
    log.close();
    const last = await readFile(join(disk.path, 'logs', 'darkslide.log'), 'utf8');
    expect(last.endsWith(line('after'))).toBe(true);
  });
});
