import type { Operation } from '#shared/mask/document.ts';
import type { Window } from '#shared/mask/pen.ts';
import type { Size } from '#shared/pictures.ts';
import { boundsOf, joined } from './bounds.ts';
import { coloursOf, type Look, type Pixels } from './colour.ts';
import type { Pixels as Photo } from '../areas/pixels.ts';
import { answerTo } from './answering.ts';
import { createEvenness, type Evenness } from './evenness.ts';
import { createLive, type Live } from './live.ts';
import type { Lack, ToRaster, RasterRequest } from './messages.ts';
import { areaOf } from './seen.ts';
import { overviewOf, viewOf, type View } from './views.ts';

/** ms that a view may take to be drawn although another one is wanted by now. */
const PATIENCE = 200;

/** What is made of the mask, in this order wherever there is something new. */
export interface RasterOutput {
  drawn(number: number, pixels: Pixels): void;
  kept(share: number, pixels: Pixels): void;
  answer(number: number, answer: Operation | Lack): void;
}

/** Follows what the page tells, and makes what it shows of the mask. */
export interface Rastering {
  take(message: Exclude<ToRaster, { kind: 'photo' }>): void;
  /** The photo's colours have come. */
  setPhoto(pixels: Photo | null): void;
  /** Does some of what is left to do, until `isEnough`; whether there is more. */
  work(isEnough: () => boolean): boolean;
}

/** @param now ms */
export function createRastering(made: RasterOutput, now: () => number): Rastering {
  let photo: Size = { width: 1, height: 1 };
  let operations: Operation[] = [];
  let position = 0;
  let colours = coloursOf({ mode: 'tint', colour: '#000000', opacity: 0 });
  let pixels: Photo | null = null;
  let view: View | null = null;
  /** What is to be seen next. */
  let next: Extract<ToRaster, { kind: 'see' }> | null = null;
  /** When the view was turned to, ms, and whether all of it has been drawn since. */
  let turned = 0;
  let isShown = true;
  /** Device px that are to be coloured anew. */
  let stale: Window | null = null;
  let live: Live | null = null;
  /** The pixels of the view without the stroke under way. */
  let before: Uint8Array | null = null;
  let overview: View | null = null;
  let isOverviewStale = true;
  /** What finds out whether all is kept, or nothing. */
  let evenness: Evenness | null = null;

  const take: Rastering['take'] = (message) => {
    switch (message.kind) {
      case 'document':
        return follow(message);
      case 'see':
        next = message;
        return;
      case 'look':
        return wear(message.look);
      case 'stroke':
        if (message.isNew) {
          letGo();
          live = createLive(message.begun, photo, pixels);
        }
        return live?.add(message.points);
      case 'cancel':
        return letGo();
      case 'wish':
        return answer(message);
    }
  };

  function answer({ number, wanted }: Extract<ToRaster, { kind: 'wish' }>): void {
    const document = { ...photo, operations, position };
    made.answer(number, answerTo(wanted, { document, pixels, found: foundFor(wanted) }));
  }

  /** What the stroke under way has found, where that is the one that is asked about. */
  function foundFor(wanted: RasterRequest): Uint8Array | null {
    const isAsked = wanted.kind === 'edges' && wanted.stroke.points.length === live?.points.length;
    if (!isAsked || live === null || before === null || view === null) return null;
    paintLive(live, view);
    return live.found;
  }

  /** Turns to what is to be seen, of which only the last counts. */
  function turn({ seen, number }: NonNullable<typeof next>): void {
    view = seen === null ? null : viewOf(photo, seen, number, now);
    stale = seen?.area ?? null;
    next = null;
    turned = now();
    isShown = false;
    before = null;
    live?.again();
  }

  /** A photo that is moved without end is drawn on its way, too. */
  function isWorthwhile(): boolean {
    const { seen } = next ?? {};
    if (isShown || !seen || view === null || now() - turned > PATIENCE) return false;
    return seen.size.width === view.seen.size.width && seen.size.height === view.seen.size.height;
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
    evenness = null;
    if (isOther) {
      overview = null;
      view = view === null ? null : viewOf(photo, view.seen, view.number, now);
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
      const stroke = { kind: 'stroke', combine, hardness, points: live.points } as const;
      spoil(live.found === null ? stroke : null);
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
    const bounds = live.paint(planes.plane, place);
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
    overview ??= overviewOf(photo, now);
    const { planes, seen } = overview;
    if (!planes.goTo(operations, position, isEnough)) return false;
    const { plane } = planes;
    const data = new Int32Array(plane.length);
    let sum = 0;
    for (let at = 0; at < plane.length; at += 1) {
      const value = plane[at]!;
      sum += value;
      data[at] = colours.values[value]!;
    }
    const share = certain(sum / 255 / plane.length, isEnough);
    if (share === null) return false;
    made.kept(share, { ...seen.area, data });
    isOverviewStale = false;
    return true;
  }

  /** None and all are so to the last px: what is too small to be seen there is something. */
  function certain(share: number, isEnough: () => boolean): number | null {
    if (position === 0 || (share > 0 && share < 1)) return share;
    evenness ??= createEvenness({ ...photo, operations, position }, 255 * share);
    const isEven = evenness.look(isEnough);
    if (isEven === null || isEven) return isEven === null ? null : share;
    const least = 1 / photo.width / photo.height;
    return share === 0 ? least : 1 - least;
  }

  return {
    take,
    setPhoto: (now) => (pixels = now),
    work(isEnough) {
      if (next !== null && !isWorthwhile()) turn(next);
      if (view !== null && !show(view, isEnough)) return true;
      isShown = true;
      if (next !== null) return true;
      // what is drawn under the hand goes before what tells of all
      if (live !== null) return false;
      if (isOverviewStale && !look(isEnough)) return true;
      return view !== null && !view.planes.makeReady(operations, isEnough);
    },
  };
}
