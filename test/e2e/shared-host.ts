import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { listenToProgram, type ProgramEnd, type Said } from '../browser/program.ts';
import { bareEnvironment } from '../fixtures/environment.ts';
import type { Order, Report } from './host-program.ts';

const main = fileURLToPath(new URL('host-program.ts', import.meta.url));

/** A host of a window in a shared process. */
export interface SharedProgram extends Said {
  /** Interrupts the host as Ctrl-C does, and waits for its end. */
  stop(): Promise<ProgramEnd>;
}

/**
 * A process that opens the hosts of a worker's tests one after another, so that its modules are loaded only
 * once.
 */
export interface SharedHost {
  start(
    args: readonly string[],
    env: Readonly<Record<string, string>>,
    policy: string | null,
  ): SharedProgram;
  /** Kills the process with all its hosts, like a crash. The next host starts in a new process. */
  kill(): Promise<void>;
  end(): Promise<void>;
}

/** Creates a shared host. Its process starts together with the first host. */
export function shareHost(): SharedHost {
  let process: ChildProcess | null = null;
  let lastId = 0;
  const open = new Map<number, ReturnType<typeof listenToProgram>>();

  const running = (): ChildProcess => {
    if (process !== null) return process;
    const child = fork(main, { env: bareEnvironment, execArgv: [] });
    child.on('message', (message) => {
      const report = message as Report;
      const listener = open.get(report.id);
      if (report.kind === 'said') listener?.heard(report.stream, report.text);
      else {
        open.delete(report.id);
        listener?.end(report.status);
      }
    });
    child.once('exit', () => {
      if (process === child) process = null;
      for (const [id, listener] of open) {
        open.delete(id);
        listener.end(null);
      }
    });
    process = child;
    return child;
  };
  const order = (what: Order) => void running().send(what);

  return {
    start(args, env, policy) {
      const id = (lastId += 1);
      const { heard, end, ...said } = listenToProgram();
      open.set(id, { heard, end, ...said });
      order({ kind: 'start', id, args, env, policy });
      return {
        ...said,
        async stop() {
          if (open.has(id)) order({ kind: 'stop', id });
          return said.ended;
        },
      };
    },
    async kill() {
      const exited = process === null ? null : once(process, 'exit');
      process?.kill('SIGKILL');
      await exited;
    },
    async end() {
      if (process === null) return;
      const exited = once(process, 'exit');
      process.disconnect();
      await exited;
    },
  };
}
