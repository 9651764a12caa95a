import type { Operation } from '#shared/mask/document.ts';
import type { Place, Window } from '#shared/mask/pen.ts';
import type { Size } from '#shared/pictures.ts';
import { boundsOf, joined } from './bounds.ts';
import { colouristOf, coloursOf, type Colourist, type Look, type Pixels } from './colour.ts';
import { createLive, type Live } from './live.ts';
import type { ToRaster } from './messages.ts';
import { createPlanes, type Planes } from './planes.ts';
import { areaOf, type Seen } from './seen.ts';

/** px of the long side of the small picture of the whole mask. */
const OVERVIEW = 512;

/** What is made of the mask, in this order wherever there is something new. */
export interface Made {
  drawn(number: number, pixels: Pixels): void;
  kept(share: number, pixels: Pixels): void;
}

/** Follows what the page tells, and makes what it shows of the mask. */
export interface Rastering {
  readonly photo: Size;
  readonly operations: readonly Operation[];
  readonly position: number;
  take(
    message: Extract<ToRaster, { kind: 'document' | 'see' | 'look' | 'stroke' | 'cancel' }>,
  ): void;
  /** Does some of what is left to do, until `isEnough`; whether there is more. */
  work(isEnough: () => boolean): boolean;
}

/** What is seen, and its pixels. */
interface View {
  readonly seen: Seen;
  readonly number: number;
  readonly planes: Planes;
  readonly place: Place;
  readonly colourist: Colourist;
}

/** @param now ms */
export function createRastering(made: Made, now: () => number): Rastering {
  let photo: Size = { width: 1, height: 1 };
  let operations: Operation[] = [];
  let position = 0;
  let colours = coloursOf({ mode: 'tint', colour: '#000000', opacity: 0 });
  let view: View | null = null;
  /** Device px that are to be coloured anew. */
  let stale: Window | null = null;
  let live: Live | null = null;
  /** The pixels of the view without the stroke under way. */
  let before: Uint8Array | null = null;
  let overview: View | null = null;
  let isOverviewStale = true;

  const take: Rastering['take'] = (message) => {
    switch (message.kind) {
      case 'document':
        return follow(message);
      case 'see':
        view = message.seen === null ? null : viewOf(message.seen, message.number);
        stale = view?.seen.area ?? null;
        before = null;
        live?.again();
        return;
      case 'look':
        return wear(message.look);
      case 'stroke':
        if (message.isNew) {
          letGo();
          live = createLive(message.begun);
        }
        return live?.add(message.points);
      case 'cancel':
        return letGo();
    }
  };

  function viewOf(seen: Seen, number: number): View {
    const { size, window } = seen;
    const place = {
      window,
      scaleX: size.width / photo.width,
      scaleY: size.height / photo.height,
    };
    const planes = createPlanes(photo, seen, now);
    return { seen, number, planes, place, colourist: colouristOf(seen) };
  }

  function overviewOf(): View {
    const scale = Math.min(1, OVERVIEW / Math.max(photo.width, photo.height));
    const width = Math.max(1, Math.round(photo.width * scale));
    const height = Math.max(1, Math.round(photo.height * scale));
    const whole = { x: 0, y: 0, width, height };
    return viewOf(
      {
        size: { width, height },
        window: whole,
        area: whole,
        left: 0,
        top: 0,
        scaleX: 1,
        scaleY: 1,
      },
      0,
    );
  }

  function follow(message: Extract<ToRaster, { kind: 'document' }>): void {
    const { keep, append } = message;
    const isOther = message.photo.width !== photo.width || message.photo.height !== photo.height;
    photo = message.photo;
    const isDrawn = message.isStroke && endStroke(keep);
    if (!isDrawn) letGo();
    const counted = operations.slice(0, position);
    operations = [...operations.slice(0, keep), ...append];
    const same = Math.min(keep, position, message.position);
    position = message.position;
    isOverviewStale = true;
    if (isOther) {
      overview = null;
      view = view === null ? null : viewOf(view.seen, view.number);
      return spoil(null);
    }
    overview?.planes.keep(keep);
    if (isDrawn) return view?.planes.adopt();
    view?.planes.keep(keep);
    for (const operation of [...counted.slice(same), ...operations.slice(same, position)]) {
      spoil(operation);
    }
  }

  /** Paints the rest of the stroke that ends; false where it is not on the pixels. */
  function endStroke(keep: number): boolean {
    if (live === null || before === null || view?.planes.position !== keep) return false;
    paintLive(live, view);
    live = null;
    before = null;
    view.planes.keep(keep);
    return true;
  }

  /** Takes the stroke under way back. */
  function letGo(): void {
    if (live !== null && before !== null && view !== null) {
      view.planes.restore(before);
      const { combine, hardness } = live.begun;
      spoil({ kind: 'stroke', combine, hardness, points: live.points });
    }
    live = null;
    before = null;
  }

  /** What an operation changes is coloured anew; null stands for one that changes all. */
  function spoil(operation: Operation | null): void {
    if (view === null) return;
    const bounds = operation === null ? null : boundsOf(operation);
    const part = bounds === null ? view.seen.area : areaOf(bounds, photo, view.seen);
    stale = joined(stale, part);
  }

  function wear(look: Look): void {
    colours = coloursOf(look);
    isOverviewStale = true;
    spoil(null);
  }

  function paintLive(live: Live, { planes, place, seen }: View): void {
    before ??= planes.plane.slice();
    const bounds = live.paint(planes.plane, place, photo);
    if (bounds !== null) stale = joined(stale, areaOf(bounds, photo, seen));
  }

  /** Whether the view is as it should be. */
  function show(view: View, isEnough: () => boolean): boolean {
    const { planes, number, colourist } = view;
    if (before === null && !planes.goTo(operations, position, isEnough)) return false;
    if (live !== null) paintLive(live, view);
    if (stale !== null) made.drawn(number, colourist.colour(planes.plane, stale, colours));
    stale = null;
    return true;
  }

  function look(isEnough: () => boolean): boolean {
    overview ??= overviewOf();
    const { planes, seen } = overview;
    if (!planes.goTo(operations, position, isEnough)) return false;
    const { plane } = planes;
    const sum = plane.reduce((sum, value) => sum + value, 0);
    const data = Uint32Array.from(plane, (value) => colours[value]!);
    made.kept(sum / 255 / plane.length, { ...seen.area, data });
    isOverviewStale = false;
    return true;
  }

  return {
    get photo() {
      return photo;
    },
    get operations() {
      return operations;
    },
    get position() {
      return position;
    },
    take,
    work(isEnough) {
      if (view !== null && !show(view, isEnough)) return true;
      // what is drawn under the hand goes before what tells of all
      if (live === null && isOverviewStale && !look(isEnough)) return true;
      return false;
    },
  };
}
