import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import { moduleBeside } from '../modules.ts';

/** The data passed to the thread when it starts. */
export interface ThreadData {
  /** The module of Perl 5 compiled to WebAssembly. */
  readonly perl: WebAssembly.Module;
  /** Absolute path of ExifTool. */
  readonly program: string;
  readonly args: readonly string[];
  /** The number of commands sent so far. The thread sleeps until this number changes. */
  readonly wake: Int32Array;
}

/** The output of ExifTool for one command. */
export interface ThreadAnswer {
  readonly stdout: Uint8Array;
  readonly stderr: Uint8Array;
}

/** A running ExifTool without Perl, which accepts one command at a time. */
export interface Runner {
  /**
   * Runs a command: one argument per line, `-execute` last. Throws if ExifTool ends, and after the
   * deadline.
   */
  run(command: string): Promise<ThreadAnswer>;
  close(): Promise<void>;
}

/**
 * Starts ExifTool in a thread, on a Perl in WebAssembly. Use only in processes that may be killed,
 * because nothing else ends a command that hangs on a file. Takes about 1.5 s and 240 MB. Throws if
 * ExifTool does not start.
 */
export async function startThread(program: string, args: readonly string[]): Promise<Runner> {
  const file = createRequire(import.meta.url).resolve('@6over3/zeroperl-ts/zeroperl.wasm');
  const wake = new Int32Array(new SharedArrayBuffer(4));
  const data: ThreadData = {
    perl: await WebAssembly.compile(await readFile(file)),
    program,
    args,
    wake,
  };
  const worker = new Worker(moduleBeside('./thread/main', import.meta.url), {
    workerData: data,
    stdout: true,
    stderr: true,
  });
  worker.unref();
  let asked = Promise.withResolvers<ThreadAnswer>();
  let hasEnded = false;
  const end = (error: Error) => {
    hasEnded = true;
    asked.reject(error);
  };
  worker.on('message', (answer: ThreadAnswer) => asked.resolve(answer));
  worker.on('error', (error: Error) => end(error));
  worker.on('exit', () => end(new Error('ExifTool has ended.')));
  // ExifTool asks for its first command once it has started; any output before that only concerns
  // signals
  await asked.promise;
  return {
    run(command) {
      if (hasEnded) return Promise.reject(new Error('ExifTool has ended.'));
      asked = Promise.withResolvers();
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
      worker.postMessage(command);
      Atomics.add(wake, 0, 1);
      Atomics.notify(wake, 0);
      return asked.promise;
    },
    async close() {
      await worker.terminate();
    },
  };
}
