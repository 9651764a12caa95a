import { randomBytes } from 'node:crypto';
import { chmod, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { failure } from '#shared/failure.ts';
import { success } from '#shared/problem.ts';
import { talkOver, type Admission, type CommandLink } from '../../app/command-line/talk.ts';
import { systemClock } from '../../base/clock.ts';
import { ownVersion } from '../../base/version.ts';
import { newFolder } from '../../../test/world/folder.ts';
import { plainFolder } from '../../../test/fixtures/hot-folder.ts';
import { handClock } from '../../../test/fixtures/hand-clock.ts';
import { valueOf } from '../../../test/fixtures/values.ts';
import { connectTo, type Connection } from './client.ts';
import type { ControlFile } from './control-file.ts';
import { openControl, type ControlOptions } from './server.ts';

const patience = { timeout: 55_000, interval: 5 };
const never = new AbortController().signal;
const work = { dataFolder: '/data', serviceUrl: null };

async function folderOf(parent = tmpdir()): Promise<string> {
  const folder = await newFolder('control', parent);
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Returns handlers that record their requests; the handler of resume waits until the command is stopped. */
function answering(link: CommandLink, told: string[]): Admission {
  const { talk, stopped, handlers } = talkOver(link);
  const counts = { photos: 0, done: 0, failed: 0, held: 0, cancelled: 0, images: 0, seconds: 0 };
  const unasked = () =>
    failure({ code: 'internal', message: 'This test does not use this channel.' });
  return {
    ...work,
    handlers: {
      ...handlers,
      status: unasked,
      'change-jobs': unasked,
      'delete-tasks': unasked,
      'export-cards': unasked,
      'import-cards': unasked,
      'import-settings': unasked,
      'list-conflicts': unasked,
      'keep-version': unasked,
      'answer-held': unasked,
      adopt: unasked,
      run: unasked,
      psd: unasked,
      info: unasked,
      'list-models': unasked,
      'wait-models': unasked,
      'create-model': unasked,
      'delete-model': unasked,
      'dismiss-creations': unasked,
      async watch(input) {
        const question = {
          hotFolderId: 1,
          path: input.settings.path,
          photos: 2,
          images: 2,
          cost: null,
        };
        const answer = await talk.ask({ kind: 'large-drop', ...question });
        told.push(`answered ${answer}`);
        return success({ counts, isUnanswered: answer === null });
      },
      'answer-drop': () => success({ photos: 3, images: 4 }),
      resume: (_input, signal) =>
        new Promise((resolve) => {
          told.push('begun');
          talk.tell({ kind: 'watching', path: '/drop', endsWhenIdle: false });
          const over = AbortSignal.any([signal, stopped]);
          over.addEventListener('abort', () => {
            told.push(signal.aborted ? 'gone' : 'stopped');
            resolve(success({ counts }));
          });
        }),
    },
  };
}

/** Serves a socket in a folder and records what happens. */
async function serving(options: Partial<ControlOptions> = {}) {
  const folder = options.folder ?? (await folderOf());
  const told: string[] = [];
  const bugs: unknown[] = [];
  const control = valueOf(
    await openControl({
      folder,
      kind: 'browser',
      clock: systemClock,
      secret: randomBytes,
      admit: (link) => Promise.resolve(success(answering(link, told))),
      onBug: (_what, error) => bugs.push(error),
      ...options,
    }),
  );
  onTestFinished(() => control.close());
  const file = join(folder, 'control.json');
  const read = async () => JSON.parse(await readFile(file, 'utf8')) as ControlFile;
  return { folder, file, control, told, bugs, read };
}

async function connected(folder: string): Promise<Connection> {
  const connection = valueOf(await connectTo(folder, systemClock, never));
  if (connection === null) throw new Error('Nobody answered.');
  onTestFinished(() => connection.close());
  return connection;
}

/** Opens a raw connection to the socket; `said` resolves with all received text once it closes. */
function raw(address: string): { readonly socket: Socket; readonly said: Promise<string> } {
  const socket = connect({ path: address });
  onTestFinished(() => void socket.destroy());
  let text = '';
  socket.setEncoding('utf8').on('data', (piece: string) => (text += piece));
  socket.on('error', () => {});
  return { socket, said: new Promise((resolve) => socket.once('close', () => resolve(text))) };
}

describe('a command connected to an open Darkslide', () => {
  it('is told which studio is open, works in that studio, and receives its events', async () => {
    const { folder } = await serving();
    const { holder, client, close } = await connected(folder);
    expect(holder).toMatchObject({ ...work, kind: 'browser', pid: process.pid });
    const happened: unknown[] = [];
    client.on('happened', (event) => happened.push(event));
    const answered = await client.ask('answer-drop', { hotFolderId: 1, answer: 'take' });
    expect(answered).toEqual(success({ photos: 3, images: 4 }));
    const resumed = client.ask('resume', { untilIdle: null });
    await vi.waitFor(
      () => expect(happened).toEqual([{ kind: 'watching', path: '/drop', endsWhenIdle: false }]),
      patience,
    );
    await client.ask('stop', {});
    expect(await resumed).toMatchObject({ ok: true });
    close();
  });

  it('can’t send invalid input or use the page’s channels', async () => {
    const { folder, bugs } = await serving();
    const { client } = await connected(folder);
    const wrong = [
      client.ask('adopt', { jobId: -1, executionId: '' }),
      client.ask('resume', { untilIdle: 1, more: true } as never),
      client.ask('run', { paths: ['a.jpg'], recipe: {}, out: 'out', again: false } as never),
    ];
    for (const answer of await Promise.all(wrong)) {
      expect(answer).toMatchObject({ problem: { code: 'request-invalid' } });
    }
    for (const name of ['settings.get', 'toString', 'queue.page']) {
      expect(await client.ask(name as 'status', {})).toMatchObject({
        problem: { code: 'request-unknown' },
      });
    }
    expect(bugs).toEqual([]);
  });

  it('can answer a question, or disconnect instead', async () => {
    const { folder, told } = await serving();
    const watch = {
      settings: { ...plainFolder, path: '/drop', outFolder: '/out' },
      recipe: { recipe: {}, baseFolder: '/' },
      existing: 'process',
      largeDrops: 'usual',
      untilIdle: null,
    } as const;
    const first = await connected(folder);
    first.client.on('question', ({ number }) => {
      void first.client.ask('answer', { question: number, answer: 'take' });
    });
    expect(await first.client.ask('watch', watch)).toMatchObject({
      value: { isUnanswered: false },
    });
    const second = await connected(folder);
    second.client.on('question', second.close);
    expect(await second.client.ask('watch', watch)).toMatchObject({
      problem: { code: 'studio-gone' },
    });
    await vi.waitFor(() => expect(told).toEqual(['answered take', 'answered null']), patience);
  });

  it('slows down a sender that is too fast, and loses nothing', async () => {
    const links: CommandLink[] = [];
    const admit = (link: CommandLink) => {
      links.push(link);
      return Promise.resolve(success(answering(link, [])));
    };
    const { read } = await serving({ admit });
    const { address, secret } = await read();
    const { socket } = raw(address);
    socket.write(`${JSON.stringify({ kind: 'hello', version: ownVersion(), secret })}\n`);
    await vi.waitFor(() => expect(links).toHaveLength(1), patience);
    socket.pause();
    const [link] = links;
    const path = 'x'.repeat(10_000);
    let sent = 0;
    for (; link?.backlog() === null && sent < 10_000; sent += 1)
      link.tell({ kind: 'watching', path, endsWhenIdle: false });
    // Only as many events as the system buffers, and a few more.
    expect(sent).toBeLessThan(1000);
    let heard = 0;
    socket.on('data', (piece) => (heard += String(piece).split('"watching"').length - 1));
    socket.resume();
    await link?.backlog();
    expect(link?.backlog()).toBeNull();
    await vi.waitFor(() => expect(heard).toBe(sent), patience);
  });

  it('ends its requests when it disconnects', async () => {
    const { folder, told } = await serving();
    const { client, close } = await connected(folder);
    void client.ask('resume', { untilIdle: null });
    await vi.waitFor(() => expect(told).toEqual(['begun']), patience);
    close();
    await vi.waitFor(() => expect(told).toContain('gone'), patience);
  });

  it('still receives its answer when the other process closes, and notices when the process dies', async () => {
    const { folder, control } = await serving();
    const { client, close } = await connected(folder);
    const happened: string[] = [];
    client.on('happened', ({ kind }) => happened.push(kind));
    const resumed = client.ask('resume', { untilIdle: null });
    await vi.waitFor(() => expect(happened).toEqual(['watching']), patience);
    const closed = control.close();
    expect(await resumed).toMatchObject({ ok: true });
    expect(happened).toEqual(['watching', 'closing']);
    close();
    await closed;
    expect(await connectTo(folder, systemClock, never)).toEqual(success(null));
    expect(await client.ask('status', {})).toMatchObject({ problem: { code: 'studio-gone' } });
  });

  it('connects even if the path of the data folder is too long for a socket', async () => {
    const folder = await folderOf(await folderOf());
    const deep = await newFolder('x'.repeat(90), folder);
    const { read } = await serving({ folder: deep });
    const { address } = await read();
    expect(Buffer.byteLength(address)).toBeLessThan(108);
    expect((await stat(join(address, '..'))).mode & 0o777).toBe(0o700);
    expect((await connected(deep)).holder.pid).toBe(process.pid);
  });

  it('can connect after a killed Darkslide left its files behind', async () => {
    const folder = await folderOf();
    const address = join(folder, 'control.sock');
    const left = createServer().listen(address);
    onTestFinished(() => void left.close());
    const stale = { address, secret: 'x', pid: 1, version: '0', kind: 'desktop', since: '' };
    await writeFile(join(folder, 'control.json'), JSON.stringify(stale), { mode: 0o600 });
    await serving({ folder });
    expect((await connected(folder)).holder.pid).toBe(process.pid);
  });
});

describe('a socket used by an unknown program', () => {
  it('closes without an answer if the secret or the protocol is wrong', async () => {
    const { read, told } = await serving();
    const { address, secret } = await read();
    const version = ownVersion();
    const hello = (said: object) => `${JSON.stringify({ kind: 'hello', version, ...said })}\n`;
    const wrong = [
      hello({ secret: `${secret.slice(1)}0` }),
      hello({ secret: '' }),
      hello({}),
      `${JSON.stringify({ kind: 'ask', id: 1, channel: 'stop', input: {} })}\n`,
      'GET / HTTP/1.1\r\nhost: localhost\r\n\r\n',
      '\n',
      Buffer.from([0xff, 0xfe, 0x0a]),
    ];
    for (const text of wrong) {
      const { socket, said } = raw(address);
      socket.write(text);
      expect(await said, String(text)).toBe('');
    }
    expect(told).toEqual([]);
  });

  it('closes if the first frame does not end, or if a later frame is too long', async () => {
    const { read } = await serving();
    const { address, secret } = await read();
    const first = raw(address);
    first.socket.write('x'.repeat(10_000));
    expect(await first.said).toBe('');
    const later = raw(address);
    later.socket.write(`${JSON.stringify({ kind: 'hello', version: ownVersion(), secret })}\n`);
    await new Promise((resolve) => later.socket.once('data', resolve));
    const megabyte = 'x'.repeat(1_000_000);
    const write = () => {
      while (later.socket.writable && later.socket.write(megabyte));
    };
    later.socket.on('drain', write);
    write();
    expect(await later.said).toContain('welcome');
  });

  it('accepts a frame in several pieces, and several frames in one', async () => {
    const { read } = await serving();
    const { address, secret } = await read();
    const { socket } = raw(address);
    const heard: string[] = [];
    socket.on('data', (text) => heard.push(...String(text).trim().split('\n')));
    const input = { hotFolderId: 1, answer: 'take' };
    const hello = `${JSON.stringify({ kind: 'hello', version: ownVersion(), secret })}\n`;
    for (const piece of [hello.slice(0, 10), hello.slice(10, 40), hello.slice(40)]) {
      await new Promise((resolve) => socket.write(piece, resolve));
    }
    await vi.waitFor(() => expect(heard).toHaveLength(1), patience);
    const ask = (id: number) =>
      `${JSON.stringify({ kind: 'ask', id, channel: 'answer-drop', input })}\n`;
    socket.write(`${ask(1)}${ask(2)}`);
    await vi.waitFor(() => expect(heard).toHaveLength(3), patience);
    expect(JSON.parse(heard[2] ?? '')).toMatchObject({ kind: 'answer', id: 2 });
  });

  it('waits only a few seconds for the first frame', async () => {
    const clock = handClock();
    const { read } = await serving({ clock });
    const { said } = raw((await read()).address);
    await vi.waitFor(() => expect(clock.sleeping).toBe(1), patience);
    clock.pass(6000);
    expect(await said).toBe('');
  });

  it('tells a command of another version which version is open', async () => {
    const { read } = await serving();
    const { address, secret } = await read();
    const { socket, said } = raw(address);
    socket.write(`${JSON.stringify({ kind: 'hello', version: '99.0.0', secret })}\n`);
    await new Promise((resolve) => socket.once('data', resolve));
    socket.end();
    expect(await said).toContain('version-differs');
  });
});

describe.skipIf(process.platform === 'win32')(
  'a command trusts no file or socket that others could have created',
  () => {
    const refused = { ok: false, problem: { code: 'control-not-safe' } };

    it('refuses a file that others may read or write', async () => {
      const { folder, file } = await serving();
      for (const mode of [0o640, 0o604, 0o602]) {
        await chmod(file, mode);
        expect(await connectTo(folder, systemClock, never)).toMatchObject(refused);
      }
    });

    it('refuses a file that is a link', async () => {
      const { folder, file, read } = await serving();
      const control = JSON.stringify(await read());
      await rm(file);
      await writeFile(join(folder, 'other.json'), control, { mode: 0o600 });
      await symlink(join(folder, 'other.json'), file);
      expect(await connectTo(folder, systemClock, never)).toMatchObject(refused);
    });

    it('refuses a socket that others may use, a link to a socket, and a file in its place', async () => {
      const { folder, file, read } = await serving();
      const control = await read();
      await chmod(control.address, 0o666);
      expect(await connectTo(folder, systemClock, never)).toMatchObject(refused);
      await chmod(control.address, 0o600);
      const link = join(folder, 'link.sock');
      await symlink(control.address, link);
      await writeFile(join(folder, 'plain'), '', { mode: 0o600 });
      for (const address of [link, join(folder, 'plain')]) {
        await writeFile(file, JSON.stringify({ ...control, address }), { mode: 0o600 });
        expect(await connectTo(folder, systemClock, never)).toMatchObject(refused);
      }
    });

    it.runIf(process.getuid?.() === 0)('refuses a file or a socket of another user', async () => {
      const { chown } = await import('node:fs/promises');
      const { folder, file, read } = await serving();
      const { address } = await read();
      for (const path of [file, address]) {
        await chown(path, 12_345, 12_345);
        expect(await connectTo(folder, systemClock, never)).toMatchObject(refused);
        await chown(path, 0, 0);
      }
      expect((await connected(folder)).holder.pid).toBe(process.pid);
    });

    it('treats a truncated or invalid file as if no Darkslide were open', async () => {
      const { folder, file } = await serving();
      for (const text of ['', '{"address": "/x', '{}', '[]', 'null']) {
        await writeFile(file, text, { mode: 0o600 });
        expect(await connectTo(folder, systemClock, never)).toEqual(success(null));
      }
    });
  },
);
