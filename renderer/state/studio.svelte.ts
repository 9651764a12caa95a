import { getContext } from 'svelte';
import { createClient, type Client } from '#shared/contract/client.ts';
import type { StudioChange, ChannelName, Input, Output } from '#shared/ipc.ts';
import type { AgentVersion } from '#shared/agents/index.ts';
import type { CustomModelKind } from '#shared/custom-models.ts';
import type { PictureKind, ThumbnailSize } from '#shared/pictures.ts';
import type { Outcome } from '#shared/problem.ts';
import type { PictureList } from '#shared/views/templates.ts';
import type { Ways } from '../connection/connect.ts';

/** ms before the first new try to reach the studio; doubles up to `LONGEST_PAUSE`. */
const FIRST_PAUSE = 300;
const LONGEST_PAUSE = 5000;

/** The studio as a screen sees it: asked through the contract, heard through its events. */
export interface Studio {
  ask<C extends ChannelName>(
    channel: C,
    input: Input<C>,
    signal?: AbortSignal,
  ): Promise<Outcome<Output<C>>>;
  /** Calls `listener` on each change, and with `null` when anything may have changed meanwhile. */
  onChange(listener: (changed: StudioChange | null) => void): () => void;
  /** False while the way to the studio is broken; it is tried again without end. */
  readonly isReachable: boolean;
  /** True while the studio is there but does not know this page, since it was restarted. */
  readonly isSignedOut: boolean;
  /** Address of a picture by ledger id. `size`: px of the long side. */
  picture(kind: PictureKind, id: number, size: ThumbnailSize): string;
  /** Address of the delivered file of a result; null where the host itself drags files out. */
  file(resultId: number): string | null;
  /** What the addresses of a picture's tiles begin with. `content`: see `Geometry`. */
  tiles(kind: PictureKind, id: number, content: string): string;
  /** Address of a drawn mask as a PNG of its photo's size. */
  maskFile(id: number): string;
  /** Address of a picture of a custom model or scene: its cover (0), or one of the photos it was made of (1 to 4). */
  customModelPicture(
    kind: CustomModelKind,
    id: number,
    place: number,
    size: 'small' | 'large',
  ): string;
  /** Address of the picture of a template, for a cell or for a look at it. */
  templatePicture(
    agent: AgentVersion,
    list: PictureList,
    id: number,
    size: 'small' | 'large',
  ): string;
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

  /** Opens a new way, or waits until this page is signed in again. */
  async function comeBack(): Promise<void> {
    isSignedOut = (await ways.isSignedIn()) === false;
    if (!isSignedOut) client = begin(true);
  }
  ways.onSignedIn(() => {
    if (!isSignedOut) return;
    isSignedOut = false;
    client = begin(true);
  });

  /** The way is whole again when something was answered. */
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
    maskFile: (id) => `${ways.media}mask-file/${id}`,
    customModelPicture: (kind, id, place, size) =>
      `${ways.media}own/${kind}/${id}/${place}/${size}`,
    templatePicture: ({ name, version }, list, id, size) =>
      `${ways.media}template/${name}/${version}/${list}/${id}${size === 'large' ? '/large' : ''}`,
  };
}

const KEY = Symbol('studio');

/** The context that gives the studio to every component. */
export function studioContext(studio: Studio): Map<symbol, Studio> {
  return new Map([[KEY, studio]]);
}

export function useStudio(): Studio {
  return getContext<Studio>(KEY);
}
