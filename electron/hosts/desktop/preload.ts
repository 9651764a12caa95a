import { contextBridge, ipcRenderer, webUtils } from 'electron';
import { channels } from '#shared/ipc.ts';

/**
 * The page's only access to the main process: messages of the contract on a port, and the paths of files that the user
 * drops on the page. Runs in the sandbox, so it is built as one CommonJS file.
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
    // Only files that the user dropped or chose have a path; files that a script created have none.
    const path = webUtils.getPathForFile(file);
    if (path !== '') port.postMessage({ kind: 'given', path });
    return path;
  },
});

/** Copies a request of the contract field by field; returns null for anything that is not a request. */
function plainFrame(frame: unknown): object | null {
  if (typeof frame !== 'object' || frame === null) return null;
  const { kind, id, channel, input } = frame as Record<string, unknown>;
  if (typeof id !== 'number') return null;
  if (kind === 'cancel') return { kind, id };
  if (kind !== 'ask' || typeof channel !== 'string') return null;
  return Object.hasOwn(channels, channel) ? { kind, id, channel, input } : null;
}
