import { getContext } from 'svelte';
import { createClient, type Client } from '#shared/contract/client.ts';
import type { StudioChange, ChannelName, Input, Output } from '#shared/ipc.ts';
import type { AgentVersion } from '#shared/agents/index.ts';
import type { CustomModelKind } from '#shared/custom-models.ts';
import type { PictureKind, ThumbnailSize } from '#shared/pictures.ts';
import type { Outcome } from '#shared/problem.ts';
import type { PictureList } from '#shared/views/templates.ts';
import type { Ways } from './connection/connect.ts';

/** Milliseconds before the first attempt to reconnect; doubles up to `LONGEST_PAUSE`. */
const FIRST_PAUSE = 300;
const LONGEST_PAUSE = 5000;

/** The studio as screens use it. Requests go through the typed contract; changes arrive as events. */
export interface Studio {
  ask<C extends ChannelName>(
    channel: C,
    input: Input<C>,
    signal?: AbortSignal,
  ): Promise<Outcome<Output<C>>>;
  /** Calls `listener` with each change, and with `null` when changes may have been missed. */
  onChange(listener: (changed: StudioChange | null) => void): () => void;
  /** False while the connection to the studio is broken; Darkslide keeps reconnecting. */
  readonly isReachable: boolean;
  /** True if the studio is reachable but does not accept this page's session, because the host was restarted. */
  readonly isSignedOut: boolean;
  /** Returns the address of a picture by ledger id. `size` is the length of the long side in px. */
  picture(kind: PictureKind, id: number, size: ThumbnailSize): string;
  /**
   * Returns the address of a result's delivered file; null on the desktop, which drags files out
   * without a URL.
   */
  file(resultId: number): string | null;
  /** Returns the address of a result's delivered file, for reading in the page. */
  resultFile(id: number): string;
  /** Returns the base address of a picture's tiles. `content` is explained in `Geometry`. */
  tiles(kind: PictureKind, id: number, content: string): string;
  /** Returns the address of a drawn mask as a PNG file with the size of the mask's photo. */
  maskFile(id: number): string;
  /** Returns the address of a preview in the Finish panel. */
  finishPreview(picture: number): string;
  /** Returns the address of a picture of a custom model or scene: its cover (0), or one of its photos (1 to 4). */
  customModelPicture(
    kind: CustomModelKind,
    id: number,
    place: number,
    size: 'small' | 'large',
  ): string;
  /** Returns the address of a template's picture, for a list cell or a preview. */
  templatePicture(
    agent: AgentVersion,
    list: PictureList,
    id: number,
    size: 'small' | 'large',
  ): string;
  /**
   * Returns the value that `create` made for this window; calls `create` on first use. The value is kept
   * until the window closes.
   */
  state<Value>(create: () => Value): Value;
}

/** Creates the `state` function of `Studio` for a new window. */
export function stateOfWindow(): Studio['state'] {
  const values = new Map<() => unknown, unknown>();
  return <Value>(create: () => Value): Value => {
    if (!values.has(create)) values.set(create, create());
    return values.get(create) as Value;
  };
}

export function createStudio(ways: Ways): Studio {
  const listeners = new Set<(changed: StudioChange | null) => void>();
  let isReachable = $state(true);
  let isSignedOut = $state(false);
  let pause = FIRST_PAUSE;
  let client = begin(false);

  function begin(isAgain: boolean): Client {
    const port = ways.open();
    const next = createClient({
      ...port,
      onClose(closed) {
        port.onClose(() => {
          closed?.();
          isReachable = false;
          setTimeout(() => void comeBack(), pause);
          pause = Math.min(2 * pause, LONGEST_PAUSE);
        });
      },
    });
    next.on('changed', (changed) => tell(changed));
    if (isAgain) void greet(next);
    return next;
  }

  /** Reconnects if the host still accepts this page's session; otherwise waits until this page is signed in again. */
  async function comeBack(): Promise<void> {
    isSignedOut = (await ways.isSignedIn()) === false;
    if (!isSignedOut) client = begin(true);
  }
  ways.onSignedIn(() => {
    if (!isSignedOut) return;
    isSignedOut = false;
    client = begin(true);
  });

  /** Counts the connection as restored only after the first answer. */
  async function greet(next: Client): Promise<void> {
    const answer = await next.ask('host.info', {});
    if (!answer.ok) return;
    isReachable = true;
    pause = FIRST_PAUSE;
    tell(null);
  }

  function tell(changed: StudioChange | null): void {
    for (const listener of listeners) listener(changed);
  }

  return {
    ask: (channel, input, signal) => client.ask(channel, input, signal),
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    get isReachable() {
      return isReachable;
    },
    get isSignedOut() {
      return isSignedOut;
    },
    picture: (kind, id, size) => `${ways.media}${kind}/${id}/${size}`,
    file: (resultId) => (ways.files === null ? null : `${ways.files}${resultId}`),
    tiles: (kind, id, content) => `${ways.media}${kind}/${id}/tile/${content}`,
    resultFile: (id) => `${ways.media}file/${id}`,
    maskFile: (id) => `${ways.media}mask-file/${id}`,
    finishPreview: (picture) => `${ways.media}finish/${picture}`,
    customModelPicture: (kind, id, place, size) =>
      `${ways.media}own/${kind}/${id}/${place}/${size}`,
    templatePicture: ({ name, version }, list, id, size) =>
      `${ways.media}template/${name}/${version}/${list}/${id}${size === 'large' ? '/large' : ''}`,
    state: stateOfWindow(),
  };
}

const KEY = Symbol('studio');

/** Returns the context that makes the studio available to every component. */
export function studioContext(studio: Studio): Map<symbol, Studio> {
  return new Map([[KEY, studio]]);
}

export function useStudio(): Studio {
  return getContext<Studio>(KEY);
}
