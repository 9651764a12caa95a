import { execFile } from 'node:child_process';
import { copyFile, mkdir, symlink, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { cutOut, darkslide, folder, sharedDemo, withService } from './darkslide.ts';
import { start } from './process.ts';
import { lightPhotograph } from '../fixtures/photographs.ts';

const run = promisify(execFile);
const photo = lightPhotograph('lipstick-rouge.jpg');
const shared = sharedDemo();

/**
 * Irregular files that stop a program that opens every path it is given: opening or reading such a file blocks
 * or never ends.
 */
const traps = {
  fifo: (path: string) => run('mkfifo', [path]),
  device: (path: string) => symlink('/dev/zero', path),
  async sparse(path: string) {
    await copyFile(photo, path);
    await truncate(path, 4 * 2 ** 40);
  },
};

async function place() {
  const data = await folder();
  const [drop, out] = [join(data, 'drop'), join(data, 'out')];
  await mkdir(join(drop, 'Tickets'), { recursive: true });
  const set = async (name: string) => {
    for (const [trap, make] of Object.entries(traps)) await make(join(data, `${trap}-${name}`));
  };
  return { data, drop, out, set, around: withService(shared(), join(data, 'data')) };
}

describe.skipIf(process.platform === 'win32')('names from outside', () => {
  it('A9 irregular files that are named as photos on the command line don’t stop anything', async () => {
    const { data, out, set, around } = await place();
    await set('photo.jpg');
    await copyFile(photo, join(data, 'good.jpg'));
    const names = ['fifo-photo.jpg', 'device-photo.jpg', 'sparse-photo.jpg', 'good.jpg'];
    const paths = names.map((name) => join(data, name));
    const ended = await darkslide(['run', ...paths, '--out', out, '--json', ...cutOut], around);
    const codes = ended.jobs().map((line) => [line.photo.slice(data.length + 1), line.error?.code]);
    expect(Object.fromEntries(codes)).toEqual({
      'fifo-photo.jpg': 'file-not-regular',
      'device-photo.jpg': 'file-not-regular',
      'sparse-photo.jpg': 'file-too-large',
      'good.jpg': undefined,
    });
  });

  it.each([
    ['a recipe', ['--recipe'], 'recipe-unreadable', 'recipe-unreadable'],
    [
      'a mask',
      [...cutOut, '--set=maskType=custom', '--mask'],
      'file-not-regular',
      'file-too-large',
    ],
    ['a key', [...cutOut, '--key-file'], 'service-key-file', 'service-key-file'],
  ])(
    'A9 %s that is not a regular file is refused immediately',
    async (_what, words, code, large) => {
      const { data, out, set, around } = await place();
      await set('x');
      const { DARKSLIDE_API_KEY: _key, ...env } = around.env ?? {};
      const wants = words.includes('--key-file') ? { env } : around;
      for (const trap of Object.keys(traps)) {
        const named = join(data, `${trap}-x`);
        const ended = await darkslide(
          ['run', photo, '--out', out, '--json', ...words, named],
          wants,
        );
        expect(ended.status).toBe(2);
        expect(ended.stdout + ended.stderr).toContain(trap === 'sparse' ? large : code);
      }
    },
  );

  it.each([
    ['settings', ['settings', 'import']],
    ['cards', ['cards', 'import']],
  ])('A9 a file of %s that is not regular is refused immediately', async (_what, words) => {
    const { data, set, around } = await place();
    await set('x.json');
    for (const trap of Object.keys(traps)) {
      const ended = await darkslide([...words, join(data, `${trap}-x.json`), '--json'], around);
      expect(ended.stdout + ended.stderr).toContain(
        trap === 'sparse' ? 'file-too-large' : 'file-not-regular',
      );
    }
  });

  it('A9 a hot folder full of irregular files continues, and ends on SIGTERM', async () => {
    const { data, drop, out, around } = await place();
    const orders = Object.entries(traps).map(async ([trap, make]) => {
      await make(join(drop, 'Tickets', `${trap}.png`));
      await make(join(drop, `0-${trap}.jpg`));
      await copyFile(photo, join(drop, `1-${trap}-mask.jpg`));
      const ticket = { params: { maskType: 'custom' }, mask: `${trap}.png` };
      await writeFile(join(drop, `1-${trap}-mask.jpg.json`), JSON.stringify(ticket));
      // here, the ticket itself is the irregular file
      await copyFile(photo, join(drop, `2-${trap}-ticket.jpg`));
      await make(join(drop, `2-${trap}-ticket.jpg.json`));
    });
    await Promise.all(orders);
    await copyFile(photo, join(drop, '3-good.jpg'));
    const args = ['watch', drop, '--settle=0.2', '--out', out, '--json', ...cutOut];
    const running = start([...args, '--log', join(data, 'log')], around);
    await running.says('"state":"done"');
    for (const trap of Object.keys(traps)) await running.says(`2-${trap}-ticket.jpg`);
    running.kill('SIGTERM');
    const ended = await running.ended;
    const failed = ended.json().filter((line) => JSON.stringify(line).includes('ticket-invalid'));
    expect(failed.length).toBeGreaterThanOrEqual(6);
    expect(ended.summary()).toMatchObject({ done: 1, images: 1 });
  });

  it('A9 a log that is not a regular file is refused', async () => {
    const { data, drop, out, around } = await place();
    await mkdir(join(data, 'log'));
    await traps.fifo(join(data, 'log', 'darkslide.log'));
    const args = ['watch', drop, '--out', out, '--json', ...cutOut, '--log', join(data, 'log')];
    expect((await darkslide(args, around)).status).not.toBe(0);
  });
});
