import { ipcMain, type BrowserWindow, type IpcMainEvent, type MessagePortMain } from 'electron';
import { serve, type Handlers } from '#shared/contract/serve.ts';
import type { StudioPort } from '#shared/contract/frames.ts';
import { channels, type StudioChange } from '#shared/ipc.ts';
import { isOfOurPage } from './places.ts';

/** The only IPC channel, on which the preload script sends its port. */
const CONNECT = 'darkslide:connect';

/** The connection between the page of the window and the studio. */
export interface Bridge {
  announce(changed: StudioChange): void;
  close(): void;
}

/**
 * Accepts only the message port of our page in our window (F70): a port from an iframe, or from another page or window,
 * is refused before anything is read from it. A reloaded page sends a new port, which closes the previous one and ends
 * its requests. `onGiven` receives the path of each file that the user gives to the page; only the preload script can
 * send such a message.
 */
export function openBridge(
  handlers: Handlers,
  isOurWindow: (contents: BrowserWindow['webContents']) => boolean,
  onBug: (channel: string, error: unknown) => void,
  onGiven: (path: string) => void,
): Bridge {
  let current: MessagePortMain | null = null;

  const connect = (event: IpcMainEvent) => {
    const [port, ...more] = event.ports;
    const isOurs = isOurPageIn(event) && isOurWindow(event.sender) && more.length === 0;
    if (port === undefined || !isOurs) {
      for (const foreign of event.ports) foreign.close();
      return;
    }
    current?.close();
    current = port;
    port.once('close', () => {
      if (current === port) current = null;
    });
    serve(studioPort(port, onGiven), channels, handlers, onBug);
    port.start();
  };
  ipcMain.on(CONNECT, connect);

  return {
    announce(data) {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port, not a window
      current?.postMessage({ kind: 'event', name: 'changed', data });
    },
    close() {
      ipcMain.off(CONNECT, connect);
      current?.close();
    },
  };
}

/**
 * Returns whether our page sent the message; Electron reports no sender if the page has navigated away in the meantime.
 */
function isOurPageIn({ senderFrame }: IpcMainEvent): boolean {
  return senderFrame !== null && senderFrame.parent === null && isOfOurPage(senderFrame.origin);
}

function studioPort(port: MessagePortMain, onGiven: (path: string) => void): StudioPort {
  let onFrame: ((frame: unknown) => void) | null = null;
  let onClose: (() => void) | null = null;
  let isOpen = true;
  const closed = () => {
    if (!isOpen) return;
    isOpen = false;
    onClose?.();
  };
  port.on('message', ({ data }) => {
    const path = givenPath(data);
    if (path === null) onFrame?.(data);
    else onGiven(path);
  });
  port.once('close', closed);
  return {
    post(frame) {
      if (isOpen) port.postMessage(frame);
    },
    onFrame(listener) {
      onFrame = listener;
    },
    onClose(listener) {
      onClose = listener;
    },
    close() {
      port.close();
      closed();
    },
  };
}

/** Returns the path in a message of the preload script; null for other messages. */
function givenPath(frame: unknown): string | null {
  if (typeof frame !== 'object' || frame === null) return null;
  const { kind, path } = frame as Record<string, unknown>;
  return kind === 'given' && typeof path === 'string' ? path : null;
}
