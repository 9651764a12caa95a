import type { Window } from '#shared/mask/pen.ts';
import type { Box } from '../../viewer/view.ts';
import type { Size } from '#shared/pictures.ts';

/** What lies over the photo to tell what is kept: a picture of the pane's own size. */
export interface Overlay {
  /** Another view: what there is is shown where it belongs now, until it is drawn anew. */
  move(place: Box, pane: Size, number: number): void;
  /**
   * A part that was made for a view, the last one or one before it. Whether there is something new, and
   * then whether only that part is.
   */
  put(number: number, part: Window, bitmap: ImageBitmap): 'nothing' | 'part' | 'all';
  /** A small picture of all of it, for what has not been drawn yet. */
  setWhole(bitmap: ImageBitmap): void;
  /** Draws a part of the pane. */
  draw(context: CanvasRenderingContext2D, part: Window): void;
  close(): void;
}

interface View {
  readonly place: Box;
  readonly pane: Size;
  readonly number: number;
}

export function createOverlay(onrestored: () => void): Overlay {
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('a page has no canvas');
  canvas.addEventListener('contextrestored', onrestored);
  let whole: ImageBitmap | null = null;
  let wanted: View = { place: { left: 0, top: 0, width: 0, height: 0 }, pane: canvas, number: 0 };
  /** The view that the canvas was drawn for. */
  let drawn = wanted;
  /** Those after it that may still be drawn. */
  let awaited: readonly View[] = [];

  /** What there is of another view, stretched to where it belongs. */
  function drawOther(onto: CanvasRenderingContext2D): void {
    const { left, top, width, height } = wanted.place;
    // it is seen for a moment, while the view moves
    onto.imageSmoothingEnabled = false;
    if (whole !== null) onto.drawImage(whole, left, top, width, height);
    if (drawn.place.width === 0) return;
    const scale = width / drawn.place.width;
    const box = [
      left - drawn.place.left * scale,
      top - drawn.place.top * scale,
      drawn.pane.width * scale,
      drawn.pane.height * scale,
    ] as const;
    onto.clearRect(...box);
    onto.drawImage(canvas, ...box);
  }

  return {
    move(place, pane, number) {
      wanted = { place, pane, number };
      awaited = [...awaited, wanted];
    },
    put(number, part, bitmap) {
      const view = [drawn, ...awaited].find((one) => one.number === number);
      if (view === undefined) {
        bitmap.close();
        return 'nothing';
      }
      const { x, y, width, height } = part;
      if (view === drawn) context.clearRect(x, y, width, height);
      else {
        // the first part of a view is all of it; a size that is set also clears
        canvas.width = view.pane.width;
        canvas.height = view.pane.height;
        drawn = view;
        awaited = awaited.filter((one) => one.number > number);
      }
      context.drawImage(bitmap, x, y);
      bitmap.close();
      return drawn === wanted ? 'part' : 'all';
    },
    setWhole(bitmap) {
      whole?.close();
      whole = bitmap;
    },
    draw(onto, { x, y, width, height }) {
      onto.clearRect(x, y, width, height);
      if (drawn === wanted) onto.drawImage(canvas, x, y, width, height, x, y, width, height);
      else drawOther(onto);
    },
    close() {
      whole?.close();
      canvas.width = canvas.height = 0;
    },
  };
}
