import type { MaskDocument } from '#shared/mask/document.ts';
import type { Size } from '#shared/pictures.ts';
import type { Colours, Pixels } from './colour.ts';
import { createEvenness, type Evenness } from './evenness.ts';
import { overviewOf, type View } from './views.ts';

/** A small picture of the whole mask, and the share of the photo that it keeps. */
export class Overview {
  readonly #now: () => number;
  #photo: Size | null = null;
  #view: View | null = null;
  #isOutdated = true;
  /** Checks whether all pixels have the same value; null until this check is needed. */
  #evenness: Evenness | null = null;

  /** @param now Returns the time in ms. */
  constructor(now: () => number) {
    this.#now = now;
  }

  get isOutdated(): boolean {
    return this.#isOutdated;
  }

  /** Marks the picture as outdated after the colours have changed. */
  outdate(): void {
    this.#isOutdated = true;
  }

  /** Marks the picture as outdated after the photo's size or the operations after the first `keep` have changed. */
  follow(photo: Size, keep: number): void {
    const isSame = photo.width === this.#photo?.width && photo.height === this.#photo.height;
    this.#photo = photo;
    this.#isOutdated = true;
    this.#evenness = null;
    if (isSame) this.#view?.planes.keep(keep);
    else this.#view = null;
  }

  /** Draws the picture and measures the kept share; returns null if `isEnough` stopped the work early. */
  draw(
    document: MaskDocument,
    { values }: Colours,
    isEnough: () => boolean,
  ): { readonly share: number; readonly pixels: Pixels } | null {
    this.#view ??= overviewOf(document, this.#now);
    const { planes, seen } = this.#view;
    if (!planes.goTo(document.operations, document.position, isEnough)) return null;
    const { plane } = planes;
    const data = new Int32Array(plane.length);
    let sum = 0;
    for (let at = 0; at < plane.length; at += 1) {
      const value = plane[at]!;
      sum += value;
      data[at] = values[value]!;
    }
    const share = this.#exact(sum / 255 / plane.length, document, isEnough);
    if (share === null) return null;
    this.#isOutdated = false;
    return { share, pixels: { ...seen.area, data } };
  }

  /** Corrects a share of exactly 0 or 1, because the small picture may not show single px. */
  #exact(share: number, document: MaskDocument, isEnough: () => boolean): number | null {
    if (document.position === 0 || (share > 0 && share < 1)) return share;
    this.#evenness ??= createEvenness(document, 255 * share);
    const isEven = this.#evenness.look(isEnough);
    if (isEven === null || isEven) return isEven === null ? null : share;
    const least = 1 / document.width / document.height;
    return share === 0 ? least : 1 - least;
  }
}
