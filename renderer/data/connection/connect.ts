import type { AnswerFrame, ScreenPort } from '#shared/contract/frames.ts';
import { currentSession, isSignedIn, onSignedIn, takeSession } from './session.svelte.ts';
import { socketPort } from './socket.ts';

/**
 * The API that the desktop preload script exposes to the page. It only passes the messages
 * that the contract defines.
 */
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
  /** Base URL of pictures; callers append a path that contains the ledger id. */
  readonly media: string;
  /**
   * Base URL of delivered files; callers append the result id. Null on the desktop, which drags
   * files out without a URL.
   */
  readonly files: string | null;
  /** Checks whether the host still accepts the session of this page; null when the host does not answer. */
  isSignedIn(): Promise<boolean | null>;
  /** Calls `listener` when another page of the same host signs in, because that signs in this page, too. */
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
    // on the desktop, the studio and the window close together, so the connection never closes earlier
    onClose: () => {},
    close: () => {},
  };
}
