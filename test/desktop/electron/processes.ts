import { fork } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { MessagePort } from 'node:worker_threads';

const bootstrap = fileURLToPath(new URL('utility-process.ts', import.meta.url));

/** Starts a real process with a `parentPort`, as Electron does. */
export const utilityProcess = {
  fork(modulePath: string, args: string[], options: { env?: NodeJS.ProcessEnv; stdio?: 'ignore' }) {
    const child = fork(bootstrap, [modulePath, ...args], {
      ...(options.env === undefined ? {} : { env: options.env }),
      execArgv: [],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    const events = new EventEmitter();
    child.on('message', (message) => events.emit('message', message));
    child.once('exit', (code) => events.emit('exit', code ?? 1));
    return Object.assign(events, {
      postMessage: (message: object) => void (child.connected && child.send(message, () => {})),
      kill: () => child.kill('SIGKILL'),
    });
  },
};

/** The main process's end of a message channel. */
export class MessagePortMain extends EventEmitter {
  readonly #port: MessagePort;
  constructor(port: MessagePort) {
    super();
    this.#port = port;
    port.once('close', () => this.emit('close'));
  }
  start(): void {
    this.#port.on('message', (data: unknown) => this.emit('message', { data, ports: [] }));
  }
  postMessage(message: unknown): void {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port, not a window
    this.#port.postMessage(message);
  }
  close(): void {
    this.#port.close();
  }
}

export const ipcMain = new EventEmitter();
