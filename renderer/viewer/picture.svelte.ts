import { untrack } from 'svelte';
import type { Geometry, PictureKind, Tile } from '#shared/pictures.ts';
import type { Problem } from '#shared/problem.ts';
import type { Studio } from '../data/studio.svelte.ts';
import { t } from '../texts/texts.svelte.ts';
import { fetchBitmap, loadProxies } from './bitmaps.ts';
import { createShelf, type Shelf } from './shelf.ts';

/** A picture by its id in the ledger. */
export interface Source {
  readonly kind: PictureKind;
  readonly id: number;
}

/** The loaded parts of a picture: reduced versions of the whole picture, and tiles. The whole file is never loaded. */
export interface Picture {
  /** Undefined until loaded. */
  readonly geometry: Geometry | undefined;
  /** Why the picture is unavailable, or why it may be out of date; the loaded parts stay. */
  readonly problem: Problem | null;
  /** Reduced versions of the whole picture, largest first. */
  readonly proxies: readonly ImageBitmap[];
  /** Increases each time a part arrives that can be drawn. */
  readonly arrivals: number;
  tile(tile: Tile): ImageBitmap | undefined;
  /** Sets the tiles that the component `who` needs, instead of the tiles that it needed before. */
  want(who: object, tiles: readonly Tile[]): void;
  /** Checks whether the picture still exists and is unchanged. */
  check(): void;
}

const keyOf = ({ level, x, y }: Tile) => `${level}/${x}/${y}`;

/** Loads a picture for the lifetime of the calling component. A null source loads nothing. */
export function loadPicture(studio: Studio, source: () => Source | null): Picture {
  const kind = $derived(source()?.kind);
  const id = $derived(source()?.id);
  const now = () => (kind === undefined || id === undefined ? null : { kind, id });
  const arrivals = countArrivals();
  const whole = measured(studio, now);
  const proxies = proxiesOf(studio, now, () => whole.contents, arrivals.add);
  const tiles = tilesOf(studio, now, () => whole.geometry, arrivals.add, whole.check);

  $effect(() =>
    studio.onChange((changed) => {
      if (changed !== null) return;
      whole.check();
      proxies.retry();
      tiles.retry();
    }),
  );

  return {
    get geometry() {
      return whole.geometry;
    },
    get problem() {
      const unreadable = { code: 'photo-damaged', message: t('viewer.none') } as const;
      return whole.problem ?? (proxies.isUnreadable ? unreadable : null);
    },
    get proxies() {
      return proxies.bitmaps;
    },
    get arrivals() {
      return arrivals.count;
    },
    tile: tiles.get,
    want: tiles.want,
    check: whole.check,
  };
}

/**
 * Counts how often parts have arrived. All parts that arrive within one animation frame count once and are drawn
 * together.
 */
function countArrivals() {
  let count = $state(0);
  let drawing = 0;
  $effect(() => () => cancelAnimationFrame(drawing));
  return {
    get count() {
      return count;
    },
    add() {
      drawing ||= requestAnimationFrame(() => {
        drawing = 0;
        count += 1;
      });
    },
  };
}

/** Loads the size of a picture, and counts how often its content changes. */
function measured(studio: Studio, source: () => Source | null) {
  let geometry = $state.raw<Geometry>();
  let problem = $state.raw<Problem | null>(null);
  let contents = $state(0);
  let checks = $state(0);

  $effect(() => {
    const asked = source();
    if (asked === null) return;
    const leaving = new AbortController();
    void checks;
    void measure(asked, leaving.signal);
    return () => leaving.abort();
  });
  $effect(() => {
    void source();
    return () => {
      geometry = undefined;
      problem = null;
    };
  });

  async function measure(asked: Source, signal: AbortSignal): Promise<void> {
    const answer = await studio.ask('media.geometry', asked, signal);
    if (signal.aborted) return;
    problem = answer.ok ? null : answer.problem;
    if (!answer.ok || answer.value.content === geometry?.content) return;
    if (geometry !== undefined) contents += 1;
    geometry = answer.value;
  }

  return {
    get geometry() {
      return geometry;
    },
    get problem() {
      return problem;
    },
    get contents() {
      return contents;
    },
    check() {
      checks += 1;
    },
  };
}

/** Loads the reduced versions of a picture, and loads them again whenever `contents` changes. */
function proxiesOf(
  studio: Studio,
  source: () => Source | null,
  contents: () => number,
  onArrival: () => void,
) {
  let bitmaps = $state.raw<readonly ImageBitmap[]>([]);
  /** Whether the picture could not be loaded or decoded. */
  let isUnreadable = $state(false);
  let retries = $state(0);

  $effect(() => {
    const asked = source();
    if (asked === null) return;
    const leaving = new AbortController();
    void [contents(), retries];
    void loadProxies(studio.picture(asked.kind, asked.id, 2560), leaving.signal, (loaded) => {
      isUnreadable = loaded === null;
      if (loaded === null) return;
      bitmaps = loaded;
      onArrival();
    });
    return () => {
      leaving.abort();
      for (const bitmap of untrack(() => bitmaps)) bitmap.close();
      bitmaps = [];
      isUnreadable = false;
    };
  });

  return {
    get bitmaps() {
      return bitmaps;
    },
    get isUnreadable() {
      return isUnreadable;
    },
    /** Tries again if no version has been loaded. */
    retry() {
      if (bitmaps.length === 0) retries += 1;
    },
  };
}

/** Loads the tiles of a picture; a change of its content replaces all tiles. */
function tilesOf(
  studio: Studio,
  source: () => Source | null,
  geometry: () => Geometry | undefined,
  onArrival: () => void,
  onMissing: () => void,
) {
  let tiles: Shelf<ImageBitmap> | null = null;
  const wanted = new Map<object, readonly string[]>();

  $effect(() => {
    const [asked, content] = [source(), geometry()?.content];
    if (asked === null || content === undefined) return;
    const address = studio.tiles(asked.kind, asked.id, content);
    const shelf = createShelf<ImageBitmap>({
      fetch: (key, signal) => fetchBitmap(`${address}/${key}`, signal),
      drop: (bitmap) => bitmap.close(),
      onArrival,
      onMissing,
    });
    tiles = shelf;
    for (const [who, keys] of wanted) shelf.want(who, keys);
    return () => {
      shelf.close();
      tiles = null;
    };
  });

  return {
    get: (tile: Tile) => tiles?.get(keyOf(tile)),
    want(who: object, tilesOfView: readonly Tile[]) {
      const keys = tilesOfView.map(keyOf);
      if (keys.length === 0) wanted.delete(who);
      else wanted.set(who, keys);
      tiles?.want(who, keys);
    },
    retry: () => tiles?.retry(),
  };
}
