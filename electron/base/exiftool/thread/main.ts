import { WASI } from 'node:wasi';
import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import type { ThreadAnswer, ThreadData } from '../thread.ts';

/**
 * Runs ExifTool on a Perl in WebAssembly, with access to the files on disk. ExifTool blocks its
 * thread while it waits for commands on standard input, so it needs a separate thread.
 */
const { perl, program, args, wake } = workerData as ThreadData;
const port = parentPort;
if (port === null) throw new Error('This module must be started as a thread.');

/** WASI's error number for success, from `system/errno.h`. */
const SUCCESS = 0;

let waiting: Uint8Array = new Uint8Array();
let said: Record<'stdout' | 'stderr', Buffer[]> = { stdout: [], stderr: [] };

const wasi = new WASI({ version: 'preview1', preopens: { '/': '/' }, returnOnExit: true });
const { wasiImport } = wasi as unknown as { wasiImport: WasiImports };
type WasiImports = Record<string, (...args: number[]) => number>;
const onDisk = { read: wasiImport['fd_read'], write: wasiImport['fd_write'] };

const instance = await WebAssembly.instantiate(perl, {
  wasi_snapshot_preview1: {
    ...wasiImport,
    fd_read: (fd: number, ...rest: number[]) =>
      (fd === 0 ? readCommands : onDisk.read)?.(fd, ...rest),
    fd_write: (fd: number, ...rest: number[]) =>
      (fd === 1 || fd === 2 ? writeAnswer : onDisk.write)?.(fd, ...rest),
  },
  env: { call_host_function: () => 0 },
});
const exported = instance.exports as unknown as Perl;
interface Perl {
  readonly memory: WebAssembly.Memory;
  malloc(bytes: number): number;
  zeroperl_init(): number;
  zeroperl_run_file(path: number, argc: number, argv: number): number;
}

wasi.initialize(instance);
exported.zeroperl_init();
const list = exported.malloc(4 * args.length);
for (const [n, arg] of args.entries()) memory().setUint32(list + 4 * n, cString(arg), true);
exported.zeroperl_run_file(cString(program), args.length, list);

/**
 * Called when ExifTool reads from standard input, which also means that the previous command has
 * ended.
 */
function readCommands(_fd: number, vectors = 0, _count = 0, bytesRead = 0): number {
  if (waiting.length === 0) {
    port?.postMessage(answer());
    waiting = nextCommand();
  }
  const view = memory();
  const part = waiting.subarray(0, view.getUint32(vectors + 4, true));
  waiting = waiting.subarray(part.length);
  new Uint8Array(exported.memory.buffer, view.getUint32(vectors, true)).set(part);
  view.setUint32(bytesRead, part.length, true);
  return SUCCESS;
}

function nextCommand(): Uint8Array {
  for (;;) {
    const seen = Atomics.load(wake, 0);
    const received = port === null ? undefined : receiveMessageOnPort(port);
    if (received !== undefined) return Buffer.from(String(received.message));
    Atomics.wait(wake, 0, seen);
  }
}

function answer(): ThreadAnswer {
  const { stdout, stderr } = said;
  said = { stdout: [], stderr: [] };
  return { stdout: Buffer.concat(stdout), stderr: Buffer.concat(stderr) };
}

function writeAnswer(fd: number, vectors = 0, count = 0, bytesWritten = 0): number {
  const view = memory();
  let total = 0;
  for (let at = vectors; at < vectors + 8 * count; at += 8) {
    const [from, length] = [view.getUint32(at, true), view.getUint32(at + 4, true)];
    said[fd === 1 ? 'stdout' : 'stderr'].push(
      Buffer.from(new Uint8Array(exported.memory.buffer, from, length)),
    );
    total += length;
  }
  view.setUint32(bytesWritten, total, true);
  return SUCCESS;
}

/** Returns a new view at each call, because the memory moves when it grows. */
function memory(): DataView {
  return new DataView(exported.memory.buffer);
}

function cString(text: string): number {
  const bytes = Buffer.from(`${text}\0`);
  const at = exported.malloc(bytes.length);
  new Uint8Array(exported.memory.buffer, at).set(bytes);
  return at;
}
