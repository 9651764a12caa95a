import { contextBridge, ipcRenderer, webUtils } from 'electron';
import { channels } from '#shared/ipc.ts';

/**
 * All that the page gets of the main side: frames of the contract's channels on a port of its own, and
 * where a file lies that a person dropped on it. Runs in the sandbox, so it is built as one CommonJS
 * file.
 */
const { port1: port, port2: theirs } = new MessageChannel();
ipcRenderer.postMessage('darkslide:connect', null, [theirs]);

let listener: ((frame: unknown) => void) | null = null;
port.addEventListener('message', (event) => listener?.((event as MessageEvent).data));
port.start();

contextBridge.exposeInMainWorld('darkslide', {
  post(frame: unknown): void {
    const plain = plainFrame(frame);
    if (plain !== null) port.postMessage(plain);
  },
  listen(next: (frame: unknown) => void): void {
    listener = next;
  },
  pathOf(file: File): string {
    // a file that a script has made has no path: this one was dropped or chosen by a person
    const path = webUtils.getPathForFile(file);
    if (path !== '') port.postMessage({ kind: 'given', path });
    return path;
  },
});

/** A request of the contract, field by field; null for anything else. */
function plainFrame(frame: unknown): object | null {
  if (typeof frame !== 'object' || frame === null) return null;
  const { kind, id, channel, input } = frame as Record<string, unknown>;
  if (typeof id !== 'number') return null;
  if (kind === 'cancel') return { kind, id };
  if (kind !== 'ask' || typeof channel !== 'string') return null;
  return Object.hasOwn(channels, channel) ? { kind, id, channel, input } : null;
}
