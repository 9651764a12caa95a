import type { Socket } from 'node:net';
import type { Port } from '#shared/contract/frames.ts';

/** One end of a connection: frames are lines of JSON. */
export interface FramePort<Out, In> extends Port<Out, In> {
  /**
   * Returns null while the other side keeps up; otherwise a promise that resolves when it has caught up or
   * disconnected.
   */
  backlog(): Promise<void> | null;
}

/** Maximum bytes of a frame; a command may name many photos. */
export const LONGEST_FRAME = 16 * 1024 * 1024;
/** Buffered bytes above which a sender of many events waits. */
const FULL = 256 * 1024;
/** Buffered bytes above which the other side is considered stuck. */
const STUCK = 16 * 1024 * 1024;

const NEWLINE = 10;

/**
 * Sends and receives frames over a connection. Closes the connection if a frame is not JSON or is longer than `most`
 * bytes; `most` is called for each chunk.
 */
export function framePort<Out, In>(socket: Socket, most: () => number): FramePort<Out, In> {
  let onFrame: ((frame: In) => void) | null = null;
  let onClose: (() => void) | null = null;
  let begun: Buffer[] = [];
  let bytes = 0;

  const take = (piece: Buffer): boolean => {
    bytes += piece.length;
    begun.push(piece);
    return bytes <= most();
  };
  const deliver = (): boolean => {
    const frame = parse(Buffer.concat(begun));
    begun = [];
    bytes = 0;
    if (frame === undefined) return false;
    onFrame?.(frame as In);
    return true;
  };
  socket.on('data', (piece: Buffer) => {
    let from = 0;
    for (let end = piece.indexOf(NEWLINE); end !== -1; end = piece.indexOf(NEWLINE, from)) {
      if (!take(piece.subarray(from, end)) || !deliver() || socket.destroyed) {
        return void socket.destroy();
      }
      from = end + 1;
    }
    if (!take(piece.subarray(from))) socket.destroy();
  });
  // The close event handles connection errors.
  socket.on('error', () => {});
  socket.once('close', () => onClose?.());

  return {
    post(frame) {
      if (!socket.writable) return;
      if (socket.writableLength > STUCK) socket.destroy();
      else socket.write(`${JSON.stringify(frame)}\n`);
    },
    onFrame(listener) {
      onFrame = listener;
    },
    onClose(listener) {
      onClose = listener;
      if (socket.closed) queueMicrotask(() => onClose?.());
    },
    close: () => void socket.destroy(),
    backlog() {
      if (socket.destroyed || socket.writableLength < FULL) return null;
      return new Promise((resolve) => {
        const caughtUp = () => {
          socket.off('drain', caughtUp);
          socket.off('close', caughtUp);
          resolve();
        };
        socket.on('drain', caughtUp);
        socket.on('close', caughtUp);
      });
    },
  };
}

/** Parses JSON; returns undefined if the text is not JSON. */
function parse(text: Buffer): unknown {
  try {
    return JSON.parse(text.toString('utf8')) as unknown;
  } catch {
    return undefined;
  }
}
