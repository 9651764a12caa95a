import type { AnswerFrame, ScreenPort } from '#shared/contract/frames.ts';
import { currentSession, isSignedIn, onSignedIn, takeSession } from './session.svelte.ts';
import { socketPort } from './socket.ts';

/** The API that the desktop's preload exposes to the page: the contract's frames and nothing else. */
interface DesktopBridge {
  post(frame: unknown): void;
  listen(listener: (frame: AnswerFrame) => void): void;
  /** Returns the absolute path of a file or folder that was dropped on the page. */
  pathOf?(file: File): string;
}

declare global {
  var darkslide: DesktopBridge | undefined;
}

/** Opens connections to the studio. A connection may close; the caller then opens a new one. */
export interface Ways {
  open(): ScreenPort;
  /** Base address of pictures; a path by ledger id follows. */
  readonly media: string;
  /** Base address of delivered files, by result id; null where the host itself handles dragging files out. */
  readonly files: string | null;
  /** Checks whether the host still knows this page; null when the host does not answer. */
  isSignedIn(): Promise<boolean | null>;
  /** Calls `listener` when this page is signed in again through another one. */
  onSignedIn(listener: () => void): void;
}

/** Connects through the desktop's bridge, or through a WebSocket to the page's own host. */
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
    // the window closes together with the studio, so the connection never closes before the window
    onClose: () => {},
    close: () => {},
  };
}
