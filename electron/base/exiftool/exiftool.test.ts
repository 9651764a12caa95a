import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { startNode } from '#electron/images/start-node.ts';
import { photograph } from '../../../test/fixtures/photographs.ts';
import { systemClock } from '../clock.ts';
import type { HelperProcess } from '../helper.ts';
import { openExiftool, startProgram } from './open.ts';
import { processRunner } from './process.ts';
import { startThread } from './thread.ts';

const withoutProgram = process.platform !== 'win32';

/** A path to programs that has no Perl. */
async function withoutPerl(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'darkslide-no-perl-'));
  vi.stubEnv('PATH', folder);
  onTestFinished(async () => {
    vi.unstubAllEnvs();
    await rm(folder, { recursive: true });
  });
}

describe.runIf(withoutProgram)('ExifTool without Perl', () => {
  it('E a Perl that is not there is an error to be told, and ends nothing', async () => {
    await withoutPerl();
    await expect(startProgram('/exiftool', [])).rejects.toThrow('ENOENT');
  });

  it('E reads what it reads with Perl, in a process that is started again after its end', async () => {
    const photos = (await readdir(photograph('.'))).filter((name) => /\.(jpg|tif)$/.test(name));
    const started: HelperProcess[] = [];
    const open = () =>
      openExiftool({
        args: [],
        longestTask: 60_000,
        withoutPerl: (program, args) =>
          processRunner({
            start: (module, told) => {
              const helper = startNode(module, told);
              started.push(helper);
              return helper;
            },
            clock: systemClock,
            program,
            args,
            deadline: 60_000,
          }),
      });
    const usual = await open();
    onTestFinished(() => usual.end());
    await withoutPerl();
    started.length = 0;
    const portable = await open();
    onTestFinished(() => portable.end());
    expect(await portable.version()).toBe(await usual.version());
    const readArgs = ['-G1', '-struct', '-ImageDataHash', '-all', '--File:all'];
    for (const name of photos) {
      const [own, other] = [usual, portable].map((tool) =>
        tool.readRaw(photograph(name), { readArgs }),
      );
      expect(await other, name).toEqual(await own);
    }
    expect(started).toHaveLength(1);
    started[0]?.kill();
    await expect
      .poll(() => portable.version().catch(() => null), { timeout: 40_000 })
      .toBe(await usual.version());
    expect(started).toHaveLength(2);
  });

  it('E takes a binary value out of a photo in a thread, to the byte', async () => {
    const options = { args: [], longestTask: 60_000, withoutPerl: startThread };
    const usual = await openExiftool(options);
    onTestFinished(() => usual.end());
    await withoutPerl();
    const portable = await openExiftool(options);
    onTestFinished(() => portable.end());
    const photo = photograph('raccoon-face.jpg');
    const [own, other] = await Promise.all(
      [usual, portable].map((tool) => tool.extractBinaryTagToBuffer('ICC_Profile', photo)),
    );
    expect(own?.length).toBeGreaterThan(100);
    expect(other?.equals(own ?? Buffer.alloc(0))).toBe(true);
  });

  it('E a command that takes too long costs the process', async () => {
    let hasEnded = false;
    const runner = processRunner({
      start: (module, args) => {
        const helper = startNode(module, args);
        helper.onExit(() => {
          hasEnded = true;
        });
        return helper;
      },
      clock: systemClock,
      program: '/exiftool',
      args: [],
      deadline: 1,
    });
    await expect(runner.run('-ver\n-execute\n')).rejects.toThrow('took too long');
    await expect.poll(() => hasEnded).toBe(true);
  });
});
