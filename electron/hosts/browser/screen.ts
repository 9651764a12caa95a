import type { WebSocket } from 'ws';
import type { AnswerFrame, StudioPort } from '#shared/contract/frames.ts';
import type { StudioChange } from '#shared/ipc.ts';

/** A page that is connected to the studio. */
export interface Screen {
  readonly port: StudioPort;
  /** Sends a change to the page; while the send buffer is full, changes are merged into one. */
  announce(changed: StudioChange): void;
  /** Pings the page; disconnects it if it did not answer the last ping. */
  probe(): void;
  /** Starts to close the connection; it is closed when the page has confirmed this. */
  leave(): void;
}

/** Buffered bytes above which changes are collected, so that a slow page receives only the latest state. */
const FULL = 256 * 1024;
/** Buffered bytes above which a page is considered stuck and is disconnected; it then reconnects and reloads. */
const STUCK = 16 * 1024 * 1024;

/** Codes of RFC 6455, 7.4.1. */
const goingAway = 1001;
const notUnderstood = 1007;

/** Number of jobs above which a change lists no IDs, so that pages reload their lists. */
const MOST_JOBS = 200;

/** Creates the studio's end of a WebSocket. Closes it if a message is not JSON, because our pages never send one. */
export function createScreen(socket: WebSocket): Screen {
  let pending: StudioChange | null = null;
  let isThere = true;
  let onFrame: ((frame: unknown) => void) | null = null;
  let onClose: (() => void) | null = null;

  const post = (frame: AnswerFrame) => {
    if (socket.readyState !== socket.OPEN) return;
    if (socket.bufferedAmount > STUCK) socket.terminate();
    else socket.send(JSON.stringify(frame), drained);
  };
  const drained = () => {
    if (pending === null || socket.bufferedAmount > FULL) return;
    const data = pending;
    pending = null;
    post({ kind: 'event', name: 'changed', data });
  };
  socket.on('pong', () => {
    isThere = true;
  });
  socket.on('message', (data, isBinary) => {
    // The data is one Buffer, because binaryType has its default.
    const frame = isBinary ? undefined : parse((data as Buffer).toString());
    if (frame === undefined) socket.close(notUnderstood);
    else onFrame?.(frame);
  });
  // The close event handles connection errors.
  socket.on('error', () => {});
  socket.on('close', () => onClose?.());

  return {
    port: {
      post,
      onFrame(listener) {
        onFrame = listener;
      },
      onClose(listener) {
        onClose = listener;
      },
      close: () => socket.terminate(),
    },
    announce(changed) {
      pending = pending === null ? changed : together(pending, changed);
      drained();
    },
    probe() {
      if (!isThere) return socket.terminate();
      isThere = false;
      socket.ping();
    },
    leave: () => socket.close(goingAway),
  };
}

/** Merges two changes into one. */
export function together(first: StudioChange, second: StudioChange): StudioChange {
  const jobs = first.jobs === null || second.jobs === null ? null : [...first.jobs, ...second.jobs];
  const named = jobs === null ? null : [...new Set(jobs)];
  return {
    parts: [...new Set([...first.parts, ...second.parts])],
    jobs: named === null || named.length > MOST_JOBS ? null : named,
  };
}

/** Parses JSON; returns undefined if the text is not JSON. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
