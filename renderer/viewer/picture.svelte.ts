import { untrack } from 'svelte';
import type { Geometry, PictureKind, Tile } from '#shared/pictures.ts';
import type { Problem } from '#shared/problem.ts';
import type { Studio } from '../state/studio.svelte.ts';
import { t } from '../texts/texts.svelte.ts';
import { createShelf, type Shelf } from './shelf.ts';

/** A picture by its id in the ledger. */
export interface Source {
  readonly kind: PictureKind;
  readonly id: number;
}

/** What there is of a picture to be drawn; never the picture itself. */
export interface Picture {
  /** Undefined until it is known. */
  readonly geometry: Geometry | undefined;
  /** Why it cannot be had, or is not what it was; what is there of it stays. */
  readonly problem: Problem | null;
  /** The whole of it, smaller: the largest first. */
  readonly proxies: readonly ImageBitmap[];
  /** Grows when there is more to be drawn. */
  readonly arrivals: number;
  tile(tile: Tile): ImageBitmap | undefined;
  /** The tiles that `who` draws from now on. */
  want(who: object, tiles: readonly Tile[]): void;
  /** Looks whether it is still there. */
  check(): void;
}

const keyOf = ({ level, x, y }: Tile) => `${level}/${x}/${y}`;

/** Loads a picture while the component that calls this lives. A source of null is no picture. */
export function loadPicture(studio: Studio, source: () => Source | null): Picture {
  let geometry = $state.raw<Geometry>();
  let problem = $state.raw<Problem | null>(null);
  let proxies = $state.raw<readonly ImageBitmap[]>([]);
  let arrivals = $state(0);
  let tiles: Shelf<ImageBitmap> | null = null;
  /** It is not what can be shown, as its proxy told. */
  let isUnreadable = $state(false);
  let checks = $state(0);
  let loads = $state(0);
  const wishes = new Map<object, readonly string[]>();
  const kind = $derived(source()?.kind);
  const id = $derived(source()?.id);

  // several that come within a frame are drawn together
  let drawing = 0;
  const draw = () => {
    drawing ||= requestAnimationFrame(() => {
      drawing = 0;
      arrivals += 1;
    });
  };

  $effect(() => {
    if (kind === undefined || id === undefined) return;
    const leaving = new AbortController();
    void loads;
    void bringProxies(studio.picture(kind, id, 2560), leaving.signal);
    return () => {
      leaving.abort();
      for (const proxy of untrack(() => proxies)) proxy.close();
      proxies = [];
      isUnreadable = false;
    };
  });

  $effect(() => {
    if (kind === undefined || id === undefined) return;
    const asked = { kind, id };
    const leaving = new AbortController();
    void checks;
    void measure(asked, leaving.signal);
    return () => leaving.abort();
  });
  $effect(() => {
    void [kind, id];
    return () => {
      geometry = undefined;
      problem = null;
    };
  });

  // a content has its own tiles
  $effect(() => {
    if (kind === undefined || id === undefined || geometry === undefined) return;
    const address = studio.tiles(kind, id, geometry.content);
    const shelf = createShelf<ImageBitmap>({
      fetch: (key, signal) => fetchBitmap(`${address}/${key}`, signal),
      drop: (bitmap) => bitmap.close(),
      onArrival: draw,
      onMissing: () => (checks += 1),
    });
    tiles = shelf;
    for (const [who, keys] of wishes) shelf.want(who, keys);
    return () => {
      shelf.close();
      tiles = null;
    };
  });

  $effect(() =>
    studio.onChange((changed) => {
      if (changed !== null) return;
      checks += 1;
      if (proxies.length === 0) loads += 1;
      tiles?.retry();
    }),
  );
  $effect(() => () => cancelAnimationFrame(drawing));

  async function measure(asked: Source, signal: AbortSignal): Promise<void> {
    const answer = await studio.ask('media.geometry', asked, signal);
    if (signal.aborted) return;
    problem = answer.ok ? null : answer.problem;
    if (!answer.ok || answer.value.content === geometry?.content) return;
    if (geometry !== undefined) loads += 1;
    geometry = answer.value;
  }

  async function bringProxies(address: string, signal: AbortSignal): Promise<void> {
    const blob = await fetchBlob(address, signal);
    const proxy = blob === null ? null : await createImageBitmap(blob).catch(() => null);
    if (signal.aborted) return proxy?.close();
    if (blob === null || proxy === null) {
      isUnreadable = true;
      return;
    }
    proxies = [proxy];
    draw();
    // halved once and well, so that a small view of it neither shimmers nor costs more than a large one
    const half = await createImageBitmap(blob, {
      resizeWidth: Math.ceil(proxy.width / 2),
      resizeQuality: 'high',
    }).catch(() => null);
    if (half === null) return;
    if (signal.aborted) return half.close();
    proxies = [proxy, half];
    draw();
  }

  return {
    get geometry() {
      return geometry;
    },
    get problem() {
      const unreadable = { code: 'photo-damaged', message: t('viewer.none') } as const;
      return problem ?? (isUnreadable ? unreadable : null);
    },
    get proxies() {
      return proxies;
    },
    get arrivals() {
      return arrivals;
    },
    tile: (tile) => tiles?.get(keyOf(tile)),
    want(who, wanted) {
      const keys = wanted.map(keyOf);
      if (keys.length === 0) wishes.delete(who);
      else wishes.set(who, keys);
      tiles?.want(who, keys);
    },
    check() {
      checks += 1;
    },
  };
}

async function fetchBlob(address: string, signal: AbortSignal): Promise<Blob | null> {
  try {
    const answer = await fetch(address, { signal });
    return answer.ok ? await answer.blob() : null;
  } catch {
    return null;
  }
}

async function fetchBitmap(address: string, signal: AbortSignal): Promise<ImageBitmap | null> {
  const blob = await fetchBlob(address, signal);
  return blob === null ? null : createImageBitmap(blob).catch(() => null);
}
