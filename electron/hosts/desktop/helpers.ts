import { utilityProcess } from 'electron';
import { helperEnvironment } from '../../base/helper-environment.ts';
import type { HelperProcess } from '../../base/helper.ts';

/** Starts a helper process as Electron's utility process, because a packaged app may not run as plain Node. */
export function startUtility(modulePath: string, args: readonly string[] = []): HelperProcess {
  const child = utilityProcess.fork(modulePath, [...args], {
    serviceName: 'Darkslide helper',
    env: helperEnvironment(),
    execArgv: [],
    stdio: 'ignore',
  });
  return {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a process, not a window
    send: (message) => child.postMessage(message),
    onMessage: (listener) => void child.on('message', listener),
    onExit: (listener) => void child.once('exit', listener),
    kill: () => void child.kill(),
  };
}
