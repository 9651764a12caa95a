import type { AnswerFrame, ScreenPort } from '#shared/contract/frames.ts';
import { socketPort } from './socket.ts';

/** What the desktop's preload puts into the page: the contract's frames and nothing else. */
interface DesktopBridge {
  post(frame: unknown): void;
  listen(listener: (frame: AnswerFrame) => void): void;
  /** Absolute path of a file or folder that was dropped on the page. */
  pathOf?(file: File): string;
}

declare global {
  var darkslide: DesktopBridge | undefined;
}

/** A way to the studio that may end; whoever needs one afterwards makes a new one. */
export interface Ways {
  open(): ScreenPort;
  /** Address that a picture's path by ledger id follows. */
  readonly media: string;
  /** The same for delivered files, by the ids of results; null where the host itself drags files out. */
  readonly files: string | null;
}

/** The way this page has: the desktop's bridge, or a WebSocket to where the page came from. */
export function connect(): Ways {
  const bridge = globalThis.darkslide;
  return bridge === undefined
    ? {
        open: () => socketPort(new URL('/studio', location.href)),
        media: '/media/',
        files: new URL('/media/file/', location.href).href,
      }
    : { open: () => bridgePort(bridge), media: 'darkslide-media://media/', files: null };
}

function bridgePort(bridge: DesktopBridge): ScreenPort {
  return {
    post: (frame) => bridge.post(frame),
    onFrame: (listener) => bridge.listen(listener ?? (() => {})),
    // the window and the studio end together
    onClose: () => {},
    close: () => {},
  };
}
