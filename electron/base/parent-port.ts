/** The connection to the main process: `process.parentPort` in Electron's utility process, IPC under Node. */
export interface Port {
  send(message: unknown): void;
  onMessage(listener: (message: unknown) => void): void;
}

/**
 * The port that Electron adds to `process`. Its types are only available in electron/hosts/desktop.
 */
interface ParentPort {
  postMessage(message: unknown): void;
  on(event: 'message', listener: (event: { data: unknown }) => void): void;
}

/**
 * Opens the connection. Calls `onGone` when the other end disconnects; under Electron, the process
 * ends instead.
 */
export function openPort(onGone: () => void): Port {
  const { parentPort } = process as { parentPort?: ParentPort };
  if (parentPort !== undefined) {
    return {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port, not a window
      send: (message) => parentPort.postMessage(message),
      onMessage: (listener) => parentPort.on('message', ({ data }) => listener(data)),
    };
  }
  process.once('disconnect', onGone);
  return {
    send: (message) => void process.send?.(message),
    onMessage: (listener) => void process.on('message', listener),
  };
}
