import { mkdir, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { fillDisk, mountSmallDisk } from '../../test/fixtures/small-disk.ts';
import { openLogFile } from './log-file.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'darkslide-log-file-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
});
const line = (text: string) => `${text.padEnd(99)}\n`;
const parts = async () => {
  const names = (await readdir(folder)).sort();
  return Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
};

describe('a log', () => {
  it('that two processes write is turned for both, and keeps its bounds and every line', async () => {
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

  it('that a person has taken away begins anew', async () => {
    const log = openLogFile(folder, 1000, 3);
    log.write(line('before'));
    await rm(join(folder, 'darkslide.log'));
    log.write(line('after'));
    log.close();
    expect(await parts()).toEqual([line('after')]);
  });

  it('whose older part cannot be replaced goes on in the one that is too long', async () => {
    await mkdir(join(folder, 'darkslide.1.log', 'x'), { recursive: true });
    const log = openLogFile(folder, 300, 2);
    for (let n = 0; n < 10; n += 1) log.write(line(`${n}`));
    log.close();
    expect((await stat(join(folder, 'darkslide.log'))).size).toBe(1000);
  });

  it('goes on when a full disk has room again', async (context) => {
    const disk = await mountSmallDisk(folder);
    if (disk === null) return context.skip('this system lets us mount no disk');
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
