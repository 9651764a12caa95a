import { fork } from 'node:child_process';
import type { HelperProcess } from '../../base/helper.ts';

/**
 * What the image process and the ExifTool inside it need to run. Everything else stays out of it, the
 * API key and a debugger's NODE_OPTIONS first of all.
 */
const passedOn = [
  'PATH',
  'Path',
  'HOME',
  'USERPROFILE',
  'TMPDIR',
  'TEMP',
  'TMP',
  'LANG',
  'LC_ALL',
  'SystemRoot',
  'windir',
  'PATHEXT',
  'ComSpec',
  'LD_LIBRARY_PATH',
  'NODE_COMPILE_CACHE',
];

/** The environment a helper process gets. */
export function helperEnvironment(): Record<string, string> {
  const passed = passedOn.flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return {
    ...Object.fromEntries(passed),
    // glibc keeps an arena a thread and returns none of them
    MALLOC_ARENA_MAX: '2',
    UV_THREADPOOL_SIZE: '2',
  };
}

/** Starts a helper process under plain Node. The desktop brings `utilityProcess` in its place. */
export function startNode(modulePath: string, args: readonly string[] = []): HelperProcess {
  const child = fork(modulePath, args, {
    serialization: 'advanced',
    execArgv: [],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    env: helperEnvironment(),
  });
  return {
    send: (message) => {
      // a process that is gone says so by its exit
      if (child.connected) child.send(message as object, () => {});
    },
    onMessage: (listener) => void child.on('message', listener),
    onExit: (listener) => {
      child.once('exit', listener);
      child.on('error', () => {
        if (child.pid === undefined) listener(null);
      });
    },
    kill: () => void child.kill('SIGKILL'),
  };
}
