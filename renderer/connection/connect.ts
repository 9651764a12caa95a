import type { AnswerFrame, ScreenPort } from '#shared/contract/frames.ts';
import { currentSession, isSignedIn, onSignedIn, takeSession } from './session.svelte.ts';
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
  /** Whether the host still knows this page; null when the host does not answer. */
  isSignedIn(): Promise<boolean | null>;
  /** Calls `listener` when this page is signed in again through another one. */
  onSignedIn(listener: () => void): void;
}

/** The way this page has: the desktop's bridge, or a WebSocket to where the page came from. */
export function connect(): Ways {
  const bridge = globalThis.darkslide;
  return bridge === undefined ? pageWays() : desktopWays(bridge);
}

function pageWays(): Ways {
  takeSession();
  const media = () => `/media/${currentSession()?.media ?? 'none'}/`;
  return {
    open: () => socketPort(new URL('/studio', location.href), currentSession()?.page ?? null),
    get media() {
      return media();
    },
    get files() {
      return new URL(`${media()}file/`, location.href).href;
    },
    isSignedIn,
    onSignedIn,
  };
}

function desktopWays(bridge: DesktopBridge): Ways {
  return {
    open: () => bridgePort(bridge),
    media: 'darkslide-media://media/',
    files: null,
    isSignedIn: () => Promise.resolve(null),
    onSignedIn: () => {},
  };
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
