import { spawn, type ChildProcess } from 'node:child_process';
import fs, { readdirSync, readFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { ownFolder } from '../../../test/fixtures/own-folder.ts';
import { systemClock } from '../../base/clock.ts';
import { openLedger } from './open.ts';

let folder: string;
beforeEach(async () => {
  folder = await ownFolder('lock');
});

/** Returns the problem with which opening the ledger fails. */
function refusal() {
  const opened = openLedger(folder, systemClock);
  if (opened.ok) opened.value.close();
  return opened.ok ? null : opened.problem;
}

/** Starts another process that holds the ledger and writes to it once for every line it receives. */
async function holder(): Promise<{ child: ChildProcess; line(): Promise<string> }> {
  const child = spawn(
    process.execPath,
    [
      '--input-type=module',
      '-e',
      `import { openLedger } from ${JSON.stringify(new URL('./open.ts', import.meta.url).href)};
       import { systemClock } from ${JSON.stringify(new URL('../../base/clock.ts', import.meta.url).href)};
       const { value } = openLedger(${JSON.stringify(folder)}, systemClock);
       console.log('held');
       process.stdin.on('data', () => {
         value.photos.know({ url: 'https://example.org/a.jpg' });
         console.log('written');
       });`,
    ],
    { stdio: ['pipe', 'pipe', 'inherit'] },
  );
  onTestFinished(() => void child.kill('SIGKILL'));
  const line = () =>
    new Promise<string>((resolve) =>
      child.stdout.once('data', (data: Buffer) => resolve(data.toString().trim())),
    );
  expect(await line()).toBe('held');
  return { child, line };
}

async function kill(child: ChildProcess): Promise<void> {
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await gone;
}

describe('the lock of a data folder', () => {
  const heldBy = ({ pid }: ChildProcess) => ({
    code: 'data-folder-locked',
    message: expect.stringContaining(`process ${pid}`) as string,
  });

  it('F31 is refused to a second process, which reports the holder', async () => {
    const { child } = await holder();
    expect(refusal()).toMatchObject(heldBy(child));
    await kill(child);
    expect(refusal()).toBeNull();
  });

  it.runIf(process.platform === 'linux')(
    'F32 stays held while its process is suspended, and the process continues afterwards',
    async () => {
      const { child, line } = await holder();
      child.kill('SIGSTOP');
      const state = () => / ([A-Z]) /.exec(readFileSync(`/proc/${child.pid}/stat`, 'utf8'))?.[1];
      await expect.poll(state).toBe('T');
      for (let start = 0; start < 3; start += 1) expect(refusal()).toMatchObject(heldBy(child));
      child.kill('SIGCONT');
      const written = line();
      child.stdin?.write('\n');
      expect(await written).toBe('written');
      await kill(child);
      expect(refusal()).toBeNull();
    },
  );
});

describe.runIf(process.platform === 'linux')('a data folder on a network share', () => {
  // a test cannot mount a network share, so these tests replace what the system reports about the folder
  const systemSays = fs.statfsSync;
  afterEach(() => {
    fs.statfsSync = systemSays;
    syncBuiltinESMExports();
  });

  it.each([
    ['NFS', 0x6969],
    ['SMB', 0x517b],
    ['SMB', 0xfe534d42],
    ['CIFS', 0xff534d42],
    // some systems return the number as a signed integer
    ['SMB', 0xfe534d42 | 0],
  ])('F45 is refused with the reason (%s, %i), and nothing is written there', (name, type) => {
    const told = (path: fs.PathLike) => Object.assign(systemSays(path), { type });
    Object.assign(fs, { statfsSync: told });
    syncBuiltinESMExports();
    const problem = refusal();
    expect(problem).toMatchObject({ code: 'data-folder-on-share' });
    expect(problem?.message).toContain(`network share (${name})`);
    expect(readdirSync(folder)).toEqual([]);
  });
});
