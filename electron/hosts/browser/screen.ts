import type { WebSocket } from 'ws';
import type { AnswerFrame, StudioPort } from '#shared/contract/frames.ts';
import type { StudioChange } from '#shared/ipc.ts';

/** A page that has a way to the studio. */
export interface Screen {
  readonly port: StudioPort;
  /** Tells it what changed; while its way is full, changes gather into one. */
  announce(changed: StudioChange): void;
  /** Asks whether it is still there; one that did not answer the last time is cut off. */
  probe(): void;
  /** Says goodbye; the way ends when the page has said it as well. */
  leave(): void;
}

/** Bytes on the way above which news wait, so that a slow page gets the newest and not all. */
const FULL = 256 * 1024;
/** Bytes on the way above which a page does not read at all; it comes back and asks anew. */
const STUCK = 16 * 1024 * 1024;

/** Codes of RFC 6455, 7.4.1. */
const goingAway = 1001;
const notUnderstood = 1007;

/** Jobs that are named one by one; of more a screen asks for what it shows. */
const MOST_JOBS = 200;

/**
 * The studio's end of a WebSocket. What is no JSON text ends the way: no page of ours sends it.
 */
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
    // one Buffer, since binaryType is left as it is
    const frame = isBinary ? undefined : parse((data as Buffer).toString());
    if (frame === undefined) socket.close(notUnderstood);
    else onFrame?.(frame);
  });
  // what is wrong with a connection shows in its close
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

/** One change of two. */
export function together(first: StudioChange, second: StudioChange): StudioChange {
  const jobs = first.jobs === null || second.jobs === null ? null : [...first.jobs, ...second.jobs];
  const named = jobs === null ? null : [...new Set(jobs)];
  return {
    parts: [...new Set([...first.parts, ...second.parts])],
    jobs: named === null || named.length > MOST_JOBS ? null : named,
  };
}

/** Undefined when it is no JSON. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
