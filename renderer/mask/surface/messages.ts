import type { Operation, Stroke } from '#shared/mask/document.ts';
import type { Window } from '#shared/mask/pen.ts';
import type { Size } from '#shared/pictures.ts';
import type { ToolRequest } from '../tools/tool.ts';
import type { Look } from './colour.ts';
import type { VisibleArea } from './seen.ts';

/** Requests to the worker: the requests of tools, and filling all holes. */
export type RasterRequest =
  Exclude<ToolRequest, { readonly kind: 'operation' }> | { readonly kind: 'holes' };

/**
 * Why a request has no operation: the photo's pixels have not arrived (`photo`), or nothing matches
 * (`nothing-there`).
 */
export type Lack = 'photo' | 'nothing-there';

/** A stroke in progress, without its points. */
export interface StrokeStyle extends Omit<Stroke, 'points' | 'kind'> {
  /** Maximum colour distance from the colour under the brush; null for a brush that paints everything. */
  readonly tolerance: number | null;
}

/** Messages from the page to the worker that computes the mask's pixels. */
export type ToRaster =
  | {
      /**
       * Keeps the first `keep` operations and replaces all later ones with `append`. The mask then shows only the
       * first `position` operations, because the user may have undone the others.
       */
      readonly kind: 'document';
      readonly photo: Size;
      readonly keep: number;
      readonly append: readonly Operation[];
      readonly position: number;
      /** Whether the appended operation is the stroke that has just ended. */
      readonly isStroke: boolean;
    }
  | { readonly kind: 'see'; readonly seen: VisibleArea | null; readonly number: number }
  | { readonly kind: 'look'; readonly look: Look }
  | {
      readonly kind: 'stroke';
      readonly style: StrokeStyle;
      /** Whether these are the first points of a stroke; they replace the points of a stroke in progress. */
      readonly isNew: boolean;
      /** Only the new points. */
      readonly points: readonly number[];
    }
  | { readonly kind: 'cancel' }
  /** The photo, at full size or reduced. */
  | { readonly kind: 'photo'; readonly bitmap: ImageBitmap }
  | { readonly kind: 'request'; readonly number: number; readonly wanted: RasterRequest };

/** Messages from the worker to the page. */
export type FromRaster =
  /**
   * The overlay of a part of the pane; `part` is in device px. `number` identifies the `see` message that this overlay
   * answers.
   */
  | {
      readonly kind: 'drawn';
      readonly number: number;
      readonly part: Window;
      readonly bitmap: ImageBitmap;
    }
  /** The share of the photo that is kept, and a small picture of the whole overlay. */
  | { readonly kind: 'kept'; readonly share: number; readonly bitmap: ImageBitmap }
  | {
      readonly kind: 'answer';
      readonly number: number;
      readonly answer: Operation | Lack;
    };
