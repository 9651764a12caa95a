import { execFile } from 'node:child_process';
import { copyFile, mkdir, readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { fillDisk, mountSmallDisk } from '../fixtures/small-disk.ts';
import { cutOut, darkslide, demoService, folder, patience, withService } from './darkslide.ts';
import { start } from './process.ts';
import { lightPhotograph } from '../fixtures/photographs.ts';

const run = promisify(execFile);

describe('the disk of the ledger', () => {
  it('F39 is full during the work: everything waits, and continues when there is space', async (context) => {
    const disk = await mountSmallDisk(await folder(), '12m');
    if (disk === null) return context.skip();
    onTestFinished(() => disk.unmount());
    const slow = { executionMs: 1_000, jitterMs: 0, psdMs: 0, preparationMs: 0 };
    const [demo, home] = [await demoService({ speed: slow }), await folder()];
    const [drop, out, data] = [join(home, 'drop'), join(home, 'out'), join(disk.path, 'data')];
    await mkdir(drop);
    const args = ['watch', drop, '--out', out, '--json', '--settle=0.2', ...cutOut];
    const running = start(args, withService(demo, data));
    onTestFinished(async () => {
      running.kill('SIGKILL');
      await running.ended;
    });
    await running.says('Press Ctrl-C to stop');
    await copyFile(lightPhotograph('raccoon-face.jpg'), join(drop, 'a.jpg'));
    await expect.poll(() => demo.records().executions.length, patience).toBe(1);
    const makeRoom = await fillDisk(disk.path);
    await copyFile(lightPhotograph('lipstick-rouge.jpg'), join(drop, 'b.jpg'));
    await running.says('disk-full');
    await makeRoom();
    await expect.poll(() => readdir(out), patience).toHaveLength(2);
    // the two photos may be done in either order
    await running.says('a_removeBG_1.png');
    await running.says('b_removeBG_1.png');
    running.kill('SIGINT');
    const ended = await running.ended;
    expect(ended.status, ended.stderr).toBe(0);
    expect(Object.values(demo.records().executionsByPhoto)).toEqual([1, 1]);
    expect((await readdir(out)).sort()).toEqual(['a_removeBG_1.png', 'b_removeBG_1.png']);
  });

  it('F42 can’t flush the answer to an execute request: the command stops, reports nothing as done, and buys nothing twice', async (context) => {
    if (!(await run('strace', ['-qq', 'true']).catch(() => null))) return context.skip();
    const [demo, data] = [await demoService(), await folder()];
    // the number of the commit that records the answer; the previous commit records that the request is being sent
    const nth = 11;
    const inject = [
      '-P',
      join(data, 'ledger.sqlite-wal'),
      '-e',
      'trace=fsync,fdatasync',
      '-e',
      `inject=fsync,fdatasync:error=EIO:when=${nth}+`,
    ];
    const strace = ['strace', '-f', '-qq', '-o', '/dev/null', ...inject];
    const around = withService(demo, data);
    const out = join(await folder(), 'out');
    const args = [lightPhotograph('raccoon-face.jpg'), '--out', out, '--json'];
    const resend = ['--on-doubt=resend', ...cutOut];
    const running = start(['run', ...args, ...resend], around, strace);
    await running.says('data-folder-unusable');
    // killing strace would leave the command running, so the test kills the command itself
    const holder = await readFile(join(data, 'lock-holder.json'), 'utf8');
    process.kill((JSON.parse(holder) as { pid: number }).pid, 'SIGKILL');
    expect((await running.ended).stdout).not.toContain('"done"');
    expect(demo.records().executions).toHaveLength(1);

    const again = await darkslide(
      ['resume', '--json', '--until-idle=1', '--doubt-window=1'],
      around,
    );
    expect(again.status, again.stderr).toBe(0);
    expect((await darkslide(['jobs', '--json'], around)).jobs()).toMatchObject([{ state: 'done' }]);
    expect(demo.records().executions).toHaveLength(1);
  });
});
