import type { MaskDocument, Operation } from '#shared/mask/document.ts';
import type { Pixels as Photo } from '../areas/pixels.ts';
import { answerTo } from './answering.ts';
import { coloursOf, type Pixels } from './colour.ts';
import type { Lack, RasterRequest, ToRaster } from './messages.ts';
import { Overview } from './overview.ts';
import { VisiblePart } from './visible-part.ts';

/** Maximum number of milliseconds by which drawing one view may delay the next view. */
const PATIENCE = 200;

/**
 * Receives what the worker has drawn: first the visible area, then the overview with the kept share. Answers to
 * requests have no order relative to drawings; they are sent immediately.
 */
export interface RasterOutput {
  drawn(number: number, pixels: Pixels): void;
  kept(share: number, pixels: Pixels): void;
  answer(number: number, answer: Operation | Lack): void;
}

type Message<Kind extends ToRaster['kind']> = Extract<ToRaster, { readonly kind: Kind }>;

/** Runs in the worker: handles the messages of the page and draws the mask's overlay. */
export class Rastering {
  readonly #output: RasterOutput;
  readonly #now: () => number;
  readonly #visible: VisiblePart;
  readonly #overview: Overview;
  #document: MaskDocument = { width: 1, height: 1, operations: [], position: 0 };
  #colours = coloursOf({ mode: 'tint', colour: '#000000', opacity: 0 });
  #pixels: Photo | null = null;
  /** The next view to draw; a newer request replaces it. */
  #next: Message<'see'> | null = null;
  /** The time in ms at which the current view was set. */
  #turned = 0;
  /** Whether the current view has been drawn completely. */
  #isShown = true;

  /** @param now Returns the time in ms. */
  constructor(output: RasterOutput, now: () => number) {
    this.#output = output;
    this.#now = now;
    this.#visible = new VisiblePart(now);
    this.#overview = new Overview(now);
  }

  take(message: Exclude<ToRaster, { kind: 'photo' }>): void {
    switch (message.kind) {
      case 'document':
        return this.#follow(message);
      case 'see':
        this.#next = message;
        return;
      case 'look':
        this.#colours = coloursOf(message.look);
        this.#overview.outdate();
        return this.#visible.recolour();
      case 'stroke':
        if (message.isNew) this.#visible.begin(message.style, this.#pixels);
        return this.#visible.add(message.points);
      case 'cancel':
        return this.#visible.cancel();
      case 'request':
        return this.#answer(message);
    }
  }

  /** Sets the photo's pixels; null if they could not be read. */
  setPhoto(pixels: Photo | null): void {
    this.#pixels = pixels;
  }

  /** Works until nothing is left to do or `isEnough` returns true; returns whether work is left. */
  work(isEnough: () => boolean): boolean {
    if (this.#next !== null && !this.#isWorthwhile(this.#next)) this.#turn(this.#next);
    if (!this.#show(isEnough)) return true;
    this.#isShown = true;
    if (this.#next !== null) return true;
    // the stroke in progress has priority over the overview
    if (this.#visible.isDrawing) return false;
    if (!this.#look(isEnough)) return true;
    return !this.#visible.makeReady(this.#document.operations, isEnough);
  }

  #answer({ number, wanted }: Message<'request'>): void {
    const known = { document: this.#document, pixels: this.#pixels, found: this.#foundFor(wanted) };
    this.#output.answer(number, answerTo(wanted, known));
  }

  #foundFor(wanted: RasterRequest): Uint8Array | null {
    return wanted.kind === 'edges' ? this.#visible.foundBy(wanted.stroke.points.length) : null;
  }

  #turn({ seen, number }: Message<'see'>): void {
    this.#visible.turn(seen, number);
    this.#next = null;
    this.#turned = this.#now();
    this.#isShown = false;
  }

  /**
   * Checks whether the current view must be drawn completely before a newer one. Without this rule, a photo that keeps
   * moving would never be drawn.
   */
  #isWorthwhile({ seen }: Message<'see'>): boolean {
    const current = this.#visible.seen;
    if (this.#isShown || seen === null || current === null) return false;
    if (this.#now() - this.#turned > PATIENCE) return false;
    return seen.size.width === current.size.width && seen.size.height === current.size.height;
  }

  #follow({ photo, keep, append, position, isStroke }: Message<'document'>): void {
    const before = this.#document;
    const operations = [...before.operations.slice(0, keep), ...append];
    this.#document = { ...photo, operations, position };
    const same = Math.min(keep, before.position, position);
    this.#visible.follow(photo, keep, isStroke, [
      ...before.operations.slice(same, before.position),
      ...operations.slice(same, position),
    ]);
    this.#overview.follow(photo, keep);
  }

  /** Draws what has changed in the view; returns whether the view is up to date. */
  #show(isEnough: () => boolean): boolean {
    const shown = this.#visible.show(this.#document, this.#colours, isEnough);
    if (shown === null) return false;
    if (shown.pixels !== null) this.#output.drawn(shown.number, shown.pixels);
    return true;
  }

  /** Draws the overview if it is outdated; returns whether the overview is up to date. */
  #look(isEnough: () => boolean): boolean {
    if (!this.#overview.isOutdated) return true;
    const kept = this.#overview.draw(this.#document, this.#colours, isEnough);
    if (kept === null) return false;
    this.#output.kept(kept.share, kept.pixels);
    return true;
  }
}
