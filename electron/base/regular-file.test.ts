import { execFile, execFileSync } from 'node:child_process';
import { appendFileSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { mkdir, readFile, symlink, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeEach, describe, expect, it } from 'vitest';
import { ownFolder } from '../../test/fixtures/own-folder.ts';
import type { Clock } from './clock.ts';
import { openRegular, readPieces, readRegular, readRegularSync } from './regular-file.ts';

const run = promisify(execFile);
const most = 1000;
let folder = '';
beforeEach(async () => {
  folder = await ownFolder('regular');
});

/**
 * Creates something in the folder that is not a regular file. `kind` says what: a FIFO, a folder,
 * or a link.
 */
async function irregular(kind: string): Promise<string> {
  const path = join(folder, kind);
  if (kind === 'a FIFO') await run('mkfifo', [path]);
  else if (kind === 'a folder') await mkdir(path);
  else if (kind === 'a link to a device') await symlink('/dev/zero', path);
  else if (kind === 'a link to a FIFO') await symlink(await irregular('a FIFO'), path);
  return path;
}
const kinds = ['a FIFO', 'a folder', 'a link to a device', 'a link to a FIFO'];

describe.skipIf(process.platform === 'win32')('a file whose name comes from outside', () => {
  it.each(kinds)('A9 refuses %s immediately', async (kind) => {
    const path = await irregular(kind);
    const refusal = { code: 'NOT_REGULAR' };
    await expect(openRegular(path, { most })).rejects.toMatchObject(refusal);
    await expect(readRegular(path, { most })).rejects.toMatchObject(refusal);
    expect(() => readRegularSync(path, { most })).toThrow(expect.objectContaining(refusal));
  });

  it('A9 refuses a sparse file of 4 TB before reading it', async () => {
    const path = join(folder, 'sparse');
    await writeFile(path, 'x');
    await truncate(path, 4 * 2 ** 40);
    const refusal = { code: 'TOO_LARGE' };
    await expect(readRegular(path, { most: 2 ** 33 })).rejects.toMatchObject(refusal);
    expect(() => readRegularSync(path, { most })).toThrow(expect.objectContaining(refusal));
  });

  it('A9 refuses a file that grows past the limit while it is read', async () => {
    const path = join(folder, 'growing');
    await writeFile(path, Buffer.alloc(900));
    let bytes = 0;
    const reading = readPieces(path, { most }, (piece) => {
      bytes += piece.length;
      appendFileSync(path, Buffer.alloc(200));
    });
    await expect(reading).rejects.toMatchObject({ code: 'TOO_LARGE' });
    expect(bytes).toBeLessThanOrEqual(most);
  });

  it('A9 follows a link only if allowed', async () => {
    const [file, link] = [join(folder, 'file'), join(folder, 'link')];
    await writeFile(file, 'content');
    await symlink(file, link);
    expect(String(await readRegular(link, { most }))).toBe('content');
    expect(String(readRegularSync(link, { most }))).toBe('content');
    const refusal = { code: 'NOT_REGULAR' };
    const reading = { most, noLink: true } as const;
    await expect(readRegular(link, reading)).rejects.toMatchObject(refusal);
    expect(() => readRegularSync(link, reading)).toThrow(expect.objectContaining(refusal));
    expect(String(await readRegular(file, reading))).toBe('content');
  });

  it.each([
    ['a FIFO', (path: string) => execFileSync('mkfifo', [path])],
    ['a link', (path: string) => symlinkSync(import.meta.filename, path)],
  ])('A9 refuses %s that replaces the file while it is being opened', async (_what, trap) => {
    const file = join(folder, 'file');
    const refusal = { code: 'NOT_REGULAR' };
    /**
     * Replaces the file after the functions check it and before they open it. They read `noLink`
     * once to check the file, and a second time to open it.
     */
    const reading = () => {
      let asked = 0;
      writeFileSync(file, 'content');
      return {
        most,
        get noLink() {
          asked += 1;
          if (asked === 2) {
            rmSync(file);
            trap(file);
          }
          return true as const;
        },
      };
    };
    await expect(openRegular(file, reading())).rejects.toMatchObject(refusal);
    rmSync(file);
    expect(() => readRegularSync(file, reading())).toThrow(expect.objectContaining(refusal));
  });

  it('A9 stops a long read on abort and at the deadline', async () => {
    const path = join(folder, 'long');
    await writeFile(path, '');
    truncateSync(path, 4 * 2 ** 30);
    const stop = new AbortController();
    const reading = { most: 2 ** 33, signal: stop.signal };
    const stopped = readPieces(path, reading, () => stop.abort());
    await expect(stopped).rejects.toMatchObject({ name: 'AbortError' });

    let isOver = false;
    const clock: Clock = {
      wall: () => 0,
      mono: () => 0,
      sleep: async (ms) => {
        // the deadline for opening (60 s) never passes; the longer one for reading passes at once
        if (ms <= 60_000) await new Promise(() => {});
        isOver = true;
      },
    };
    const slow = readPieces(path, { most: 2 ** 33, clock }, () => {});
    await expect(slow).rejects.toMatchObject({ code: 'TOO_SLOW' });
    expect(isOver).toBe(true);
  });

  it('A9 reads every regular file to its end', async () => {
    const path = join(folder, 'file');
    for (const bytes of [0, 1, 999, 1000]) {
      const content = Buffer.alloc(bytes, 'ab');
      await writeFile(path, content);
      expect(await readRegular(path, { most })).toEqual(content);
      expect(readRegularSync(path, { most })).toEqual(content);
    }
    const large = Buffer.alloc(3_000_001, 'abc');
    await writeFile(path, large);
    expect((await readRegular(path, { most: 3_000_001 })).equals(await readFile(path))).toBe(true);
  });
});
