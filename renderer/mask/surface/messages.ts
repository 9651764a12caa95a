import type { Operation, Stroke } from '#shared/mask/document.ts';
import type { Window } from '#shared/mask/pen.ts';
import type { Size } from '#shared/pictures.ts';
import type { Wish } from '../tools/tool.ts';
import type { Look } from './colour.ts';
import type { VisibleArea } from './seen.ts';

/** What is wanted of the worker besides what a tool wishes: all holes in what is kept. */
export type RasterRequest =
  Exclude<Wish, { readonly kind: 'operation' }> | { readonly kind: 'holes' };

/** Why there is no operation for a wish: the photo's pixels have not come, or nothing is like that. */
export type Lack = 'photo' | 'nothing-there';

/** A stroke under way, without its points. */
export interface Begun extends Omit<Stroke, 'points' | 'kind'> {
  /** How far a colour may be from that under the brush; null for a brush that takes all. */
  readonly tolerance: number | null;
}

/** What the page tells the worker that makes the mask's pixels. */
export type ToRaster =
  | {
      /** The operations beyond the first `keep` are others now, and `position` of all count. */
      readonly kind: 'document';
      readonly photo: Size;
      readonly keep: number;
      readonly append: readonly Operation[];
      readonly position: number;
      /** What was appended is the stroke under way, which has ended. */
      readonly isStroke: boolean;
    }
  | { readonly kind: 'see'; readonly seen: VisibleArea | null; readonly number: number }
  | { readonly kind: 'look'; readonly look: Look }
  | {
      readonly kind: 'stroke';
      readonly begun: Begun;
      /** Whether it begins, also once more. */
      readonly isNew: boolean;
      /** Those that are new. */
      readonly points: readonly number[];
    }
  | { readonly kind: 'cancel' }
  /** The photo, whole and smaller. */
  | { readonly kind: 'photo'; readonly bitmap: ImageBitmap }
  | { readonly kind: 'wish'; readonly number: number; readonly wanted: RasterRequest };

/** What the worker tells the page. */
export type FromRaster =
  /** What lies over a part of the pane, device px; `number`: the `see` that it was made for. */
  | {
      readonly kind: 'drawn';
      readonly number: number;
      readonly part: Window;
      readonly bitmap: ImageBitmap;
    }
  /** Which share of the photo is kept, and a small picture of what lies over all of it. */
  | { readonly kind: 'kept'; readonly share: number; readonly bitmap: ImageBitmap }
  | {
      readonly kind: 'answer';
      readonly number: number;
      readonly answer: Operation | Lack;
    };
