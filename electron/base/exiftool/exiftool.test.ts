import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { startNode } from '#electron/adapters/images/start-node.ts';
import { ownFolder } from '../../../test/fixtures/own-folder.ts';
import { lightPhotograph } from '../../../test/fixtures/photographs.ts';
import { systemClock } from '../clock.ts';
import type { HelperProcess, StartHelper } from '../helper.ts';
import { openExiftool, startProgram } from './open.ts';
import { processRunner } from './process.ts';

const withoutProgram = process.platform !== 'win32';

/** Sets PATH to a folder without Perl. */
async function withoutPerl(): Promise<void> {
  vi.stubEnv('PATH', await ownFolder('no-perl'));
  onTestFinished(() => void vi.unstubAllEnvs());
}

describe.runIf(withoutProgram)('ExifTool without Perl', () => {
  it('E reports a missing Perl as an error, without ending the process', async () => {
    await withoutPerl();
    await expect(startProgram('/exiftool', [])).rejects.toThrow('ENOENT');
  });

  it('E reads the same values as with Perl, including binary values, even after its process has ended and started again', async () => {
    const photos = ['lamp-brass.tif', 'raccoon-face.jpg', 'handbag-cognac.jpg'];
    const started: HelperProcess[] = [];
    const start: StartHelper = (module, told) => {
      const helper = startNode(module, told);
      started.push(helper);
      return helper;
    };
    const patient = { start, clock: systemClock, deadline: 60_000 };
    const open = () =>
      openExiftool({
        args: [],
        longestTask: 60_000,
        withoutPerl: (program, args) => processRunner({ ...patient, program, args }),
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
        tool.readRaw(lightPhotograph(name), { readArgs }),
      );
      expect(await other, name).toEqual(await own);
    }
    const [own, other] = await Promise.all(
      [usual, portable].map((tool) =>
        tool.extractBinaryTagToBuffer('ICC_Profile', lightPhotograph('raccoon-face.jpg')),
      ),
    );
    expect(own?.length).toBeGreaterThan(100);
    expect(other?.equals(own ?? Buffer.alloc(0))).toBe(true);
    expect(started).toHaveLength(1);
    started[0]?.kill();
    await expect.poll(() => portable.version().catch(() => null)).toBe(await usual.version());
    expect(started).toHaveLength(2);
  });

  it('E ends the process if a command takes too long', async () => {
    let hasEnded = false;
    const start: StartHelper = (module, told) => {
      const helper = startNode(module, told);
      helper.onExit(() => (hasEnded = true));
      return helper;
    };
    const [program, args] = ['/exiftool', []];
    const runner = processRunner({ start, clock: systemClock, program, args, deadline: 1 });
    await expect(runner.run('-ver\n-execute\n')).rejects.toThrow('took too long');
    await expect.poll(() => hasEnded).toBe(true);
  });
});
