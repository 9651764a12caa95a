import { execFile, execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { mkdir, open, readFile, readdir, writeFile, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { ownFolder } from '../../../test/fixtures/own-folder.ts';
import type { FetchedFile } from '#shared/job.ts';
import { systemClock, type Clock } from '../../base/clock.ts';
import { sha256Of } from '../../../test/fixtures/jobs.ts';
import { newDelivery, plainContext, warmImages } from '../../../test/fixtures/delivering.ts';
import type { Delivery } from './types.ts';

const run = promisify(execFile);
const chattr = 'chattr';
const images = warmImages();
const opened: Delivery[] = [];
let folder = '';
let out = '';
let fetched: FetchedFile;

beforeEach(async () => {
  folder = await ownFolder('trouble');
  out = join(folder, 'out');
  await mkdir(out);
  const content = Buffer.from('the bytes of a picture');
  const sha256 = sha256Of(content);
  const file = join(folder, 'fetched.png');
  await writeFile(file, content);
  fetched = { file, sha256, bytes: content.length, width: 8, height: 6, extension: '.png' };
});
afterEach(async () => {
  await Promise.all(opened.splice(0).map((delivery) => delivery.close()));
  // after a failed test, a file may still be locked
  await run(chattr, ['-R', '-i', out]).catch(() => undefined);
});

/** Delivers the fetched file as the result of a photo with that name. */
function place(photoName: string, more: { clock?: Clock; onTarget?: () => void } = {}) {
  const clock = more.clock ?? systemClock;
  const delivery = newDelivery({ check: images.check, clock });
  opened.push(delivery);
  return delivery.place({
    fetched,
    context: {
      ...plainContext,
      outFolder: out,
      photoName,
      executionId: `execution of ${photoName}`,
      metadata: 'none',
    },
    index: 1,
    kind: 'image',
    onTarget: more.onTarget ?? (() => {}),
    already: null,
    hotFolders: [],
  });
}

/** Locks a file as a virus scanner does: the system refuses to rename, link or remove the file. */
const hold = (file: string) => execFileSync(chattr, ['+i', file]);
const letGo = (file: string) => execFileSync(chattr, ['-i', file]);
const unfinished = () => join(out, readdirSync(out).find((name) => name.startsWith('.')) ?? '');

async function canHold(): Promise<boolean> {
  const probe = join(folder, 'probe');
  await writeFile(probe, '');
  try {
    await run(chattr, ['+i', probe]);
    await run(chattr, ['-i', probe]);
    return true;
  } catch {
    return false;
  }
}

describe('a result that another program has open', () => {
  it('F66 is placed as soon as the other program closes it', async (context) => {
    if (!(await canHold())) return context.skip();
    let waits = 0;
    const sleep: Clock['sleep'] = (ms, signal) => {
      waits += 1;
      if (waits === 3) letGo(unfinished());
      return systemClock.sleep(ms / 10, signal);
    };
    const clock = { ...systemClock, sleep };
    const outcome = await place('a.jpg', { clock, onTarget: () => hold(unfinished()) });
    expect(outcome).toMatchObject({ ok: true, value: { file: join(out, 'a.png') } });
    expect(waits).toBe(3);
    expect(await readdir(out)).toEqual(['a.png']);
    expect(await readFile(join(out, 'a.png'))).toEqual(await readFile(fetched.file));
  });

  it('F66 fails with the reason after a minute, and is placed by the next attempt', async (context) => {
    if (!(await canHold())) return context.skip();
    const begun = systemClock.mono();
    const haste = 100;
    const clock: Clock = {
      wall: systemClock.wall,
      mono: () => systemClock.mono() * haste,
      sleep: (ms, signal) => systemClock.sleep(ms / haste, signal),
    };
    const outcome = await place('a.jpg', { clock, onTarget: () => hold(unfinished()) });
    expect((systemClock.mono() - begun) * haste).toBeGreaterThan(60_000);
    const message = expect.stringContaining('other program') as string;
    expect(outcome).toMatchObject({ then: 'later', problem: { code: 'delivery-failed', message } });
    expect((await readdir(out)).filter((name) => !name.startsWith('.'))).toEqual([]);
    letGo(unfinished());
    expect(await place('a.jpg')).toMatchObject({ ok: true });
    expect(await readdir(out)).toEqual(['a.png']);
  });
});

describe('F42 a disk that cannot flush', () => {
  // no disk fails on demand, so the test returns the error that the system would return
  async function flushesFail(from: number): Promise<() => number> {
    const probe = await open(fetched.file, 'r');
    const handles = Object.getPrototypeOf(probe) as FileHandle;
    await probe.close();
    const sync = handles.sync;
    let asked = 0;
    handles.sync = function failing(this: FileHandle) {
      asked += 1;
      if (asked < from) return sync.call(this);
      const error = new Error('EIO: i/o error, fsync');
      return Promise.reject(Object.assign(error, { errno: -5, code: 'EIO' }));
    };
    onTestFinished(() => {
      handles.sync = sync;
    });
    return () => asked;
  }

  it.each([
    ['a failed flush of the file', 1],
    ['a failed flush of the folder', 2],
  ])('%s is never reported as success', async (_what, from) => {
    const asked = await flushesFail(from);
    const never = { ok: false, then: 'never', problem: { code: 'disk-failing' } };
    expect(await place('a.jpg')).toMatchObject(never);
    expect(asked()).toBe(from);
    const left = (await readdir(out)).map((name) => join(out, name));
    for (const file of left) expect(await readFile(file)).toEqual(await readFile(fetched.file));
    expect(left).toHaveLength(from - 1);
  });
});

describe('files with similar names', () => {
  it('F61 stay distinct if they use different Unicode normal forms or only differ in case', async () => {
    const twins = ['Cafe\u0301.jpg', 'Caf\u00e9.jpg', 'caf\u00e9.jpg', 'CAF\u00c9.jpg'];
    const placed = [];
    for (const name of twins) placed.push(await place(name));
    const files = placed.map((each) => (each.ok ? each.value.file : each.problem.message));
    expect(new Set(files).size).toBe(twins.length);
    expect(await readdir(out)).toHaveLength(twins.length);
  });

  it('F61 get a number on a disk that treats their names as equal', async () => {
    // no such disk can be mounted here, so the test creates the conflicting name in advance
    await writeFile(join(out, 'Caf\u00e9.png'), 'of someone else');
    const twin = await place('Cafe\u0301.jpg');
    expect(twin).toMatchObject({ ok: true, value: { file: join(out, 'Caf\u00e9-2.png') } });
    expect(await readFile(join(out, 'Caf\u00e9.png'), 'utf8')).toBe('of someone else');
  });

  it.each([
    ['the name of a Windows device', 'CON.jpg'],
    ['a dot and a space at the end', 'shoot. .jpg'],
    ['every character that a system forbids', 'a<b>c:d"e|f?g*h\\i.jpg'],
    ['250 characters of three bytes', `${'\u79cb'.repeat(250)}.jpg`],
    ['a family of emoji, 40 times', `${'\u{1f468}\u200d\u{1f469}\u200d\u{1f467}'.repeat(40)}.jpg`],
    ['nothing but dots', '....jpg'],
  ])('F63 %s becomes a name that the disk accepts', async (_what, photoName) => {
    const outcome = await place(photoName);
    expect(outcome).toMatchObject({ ok: true });
    const [name = ''] = await readdir(out);
    expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255);
    expect(name).not.toMatch(/[<>:"|?*\\]|[. ]\.png$|^(con|nul|aux)\./iu);
    expect(name).toMatch(/.\.png$/u);
  });
});
