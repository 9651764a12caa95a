import { fork } from 'node:child_process';
import { helperEnvironment } from '../../base/helper-environment.ts';
import type { HelperProcess } from '../../base/helper.ts';

/** Starts a helper process under plain Node. The desktop uses `utilityProcess` instead. */
export function startNode(modulePath: string, args: readonly string[] = []): HelperProcess {
  const child = fork(modulePath, args, {
    serialization: 'advanced',
    execArgv: [],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    env: helperEnvironment(),
  });
  return {
    send: (message) => {
      // errors are ignored, because the exit event reports a process that is gone
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
