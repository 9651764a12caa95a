import { execFile, spawn } from 'node:child_process';
import { mkdir, readFile, rename, writeFile, copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { holderName } from '#electron/adapters/ledger/lock.ts';
import { mountSmallDisk } from '../fixtures/small-disk.ts';
import { cutOut, darkslide, folder, place, PATIENCE } from './darkslide.ts';
import { start } from './process.ts';
import { lightPhotograph } from '../fixtures/photographs.ts';

const photo = lightPhotograph('raccoon-face.jpg');

/** Creates a data folder in which one photo has been processed. */
async function used() {
  const { demo, data, around } = await place();
  const out = ['--out', join(await folder(), 'out'), ...cutOut];
  expect((await darkslide(['run', photo, ...out], around)).status).toBe(0);
  return { demo, data, around, out, file: join(data, 'ledger.sqlite') };
}

describe('a ledger without a backup', () => {
  it.each([
    ['that is not a database', 'these are the holiday pictures'.repeat(300)],
    ['that is empty', ''],
  ])('%s is refused and left unchanged', async (_what, text) => {
    const data = await folder();
    const file = join(data, 'demo', 'ledger.sqlite');
    await mkdir(join(data, 'demo'));
    await writeFile(file, text);
    for (const args of [['resume'], ['jobs'], ['retry', '1'], ['check']]) {
      const ended = await darkslide([...args, '--json'], { env: { DARKSLIDE_DATA: data } });
      expect(ended.status, args[0]).toBe(3);
      expect(ended.json()).toMatchObject([{ error: { code: 'ledger-damaged' } }]);
      expect(ended.stderr).not.toMatch(/\n {4}at /);
    }
    expect(await readFile(file, 'utf8')).toBe(text);
  });
});

describe('a ledger that can’t be written', () => {
  it('on a read-only disk is refused and left unchanged', async (context) => {
    const disk = await mountSmallDisk(await folder());
    if (disk === null) return context.skip();
    const readOnly = async () => promisify(execFile)('mount', ['-o', 'remount,ro', disk.path]);
    try {
      const { data, around } = await used();
      const file = join(disk.path, 'ledger.sqlite');
      await copyFile(join(data, 'ledger.sqlite'), file);
      const before = await readFile(file);
      await readOnly();
      const env = { ...around.env, DARKSLIDE_DATA: disk.path };
      for (const args of [['resume'], ['check']]) {
        const ended = await darkslide([...args, '--json'], { env });
        expect(ended.status, args[0]).toBe(3);
        expect(ended.json()).toMatchObject([{ error: { code: 'data-folder-unusable' } }]);
      }
      expect((await readFile(file)).equals(before)).toBe(true);
    } finally {
      await disk.unmount();
    }
  });

  it('F43 waits while a backup tool locks it; if the lock stays, the command is refused with the reason', async () => {
    const { data, file, around } = await used();
    const holder = spawn(
      process.execPath,
      [
        '--input-type=module',
        '-e',
        `import { DatabaseSync } from 'node:sqlite';
         const db = new DatabaseSync(${JSON.stringify(file)});
         db.exec('BEGIN IMMEDIATE');
         console.log('held');
         setInterval(() => {}, 1000);`,
      ],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    onTestFinished(() => void holder.kill('SIGKILL'));
    await new Promise((resolve) => holder.stdout.once('data', resolve));
    const refused = await darkslide(['resume', '--json'], around);
    expect(refused.status).toBe(3);
    expect(refused.json()).toMatchObject([{ error: { code: 'ledger-busy' } }]);
    expect(refused.stderr).toContain('backup tool');

    const waiting = start(['resume', '--until-idle=0.5'], around);
    // the command locks the data folder immediately before it opens the ledger
    const lockedBy = async () => /"pid":(\d+)/.exec(await readFile(join(data, holderName), 'utf8'));
    const isOther = (pid: number) => pid > 0 && pid !== process.pid;
    await vi.waitUntil(
      async () => isOther(Number((await lockedBy().catch(() => null))?.[1])),
      PATIENCE,
    );
    holder.kill('SIGKILL');
    expect((await waiting.ended).status).toBe(0);
  });
});

describe('a data folder that disappears while a command is running', () => {
  it('ends the command with the reason, sends nothing more, and leaves the ledger intact', async () => {
    const { demo, data, around, out, file } = await used();
    const drop = join(await folder(), 'drop');
    await mkdir(drop);
    const args = ['watch', drop, ...out, '--json', '--settle=0.2'];
    const running = start(args, around);
    await running.says('Press Ctrl-C to stop');
    await rename(data, `${data}-gone`);
    await copyFile(lightPhotograph('lipstick-rouge.jpg'), join(drop, 'late.jpg'));
    const ended = await running.ended;
    expect(ended.status).toBe(3);
    expect(ended.stderr).toContain('data-folder-gone');
    expect(demo.records().executions).toHaveLength(1);

    await rename(`${data}-gone`, data);
    // repairs first, because the data folder may have disappeared while the command backed up the ledger
    expect((await darkslide(['check', '--repair'], around)).status).toBe(0);
    const again = await darkslide([...args, '--until-idle=1'], around);
    expect(again.jobs()).toMatchObject([{ state: 'done' }]);
    expect(demo.records().executions).toHaveLength(2);
    expect((await readFile(file)).length).toBeGreaterThan(0);
  });
});
