import type { Window } from '#shared/mask/pen.ts';
import type { Box } from '../../viewer/view.ts';
import type { Size } from '#shared/pictures.ts';

/** The overlay that shows the mask, as a picture of the pane's size. */
export interface Overlay {
  /** Changes the view. Until the new picture has been drawn, the previous picture is shown, scaled and moved. */
  move(place: Box, pane: Size, number: number): void;
  /**
   * Stores a part that was drawn for the current or a previous view. Returns what is new on screen: nothing,
   * only this part, or everything.
   */
  put(number: number, part: Window, bitmap: ImageBitmap): 'nothing' | 'part' | 'all';
  /** Sets the small picture of the whole overlay, which is shown until larger parts are drawn. */
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
  if (context === null) throw new Error('the canvas has no 2D context');
  canvas.addEventListener('contextrestored', onrestored);
  let whole: ImageBitmap | null = null;
  let wanted: View = { place: { left: 0, top: 0, width: 0, height: 0 }, pane: canvas, number: 0 };
  /** The view that the content of the canvas belongs to. */
  let drawn = wanted;
  /** Views that are newer than `drawn`; the worker may still deliver parts for them. */
  let awaited: readonly View[] = [];

  /** Draws the content of another view, scaled and moved into place. */
  function drawOther(onto: CanvasRenderingContext2D): void {
    const { left, top, width, height } = wanted.place;
    // shown only for a moment, while the view moves
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
      const isOther = view !== drawn;
      if (isOther) {
        // the first part covers the whole view; setting the size also clears the canvas
        canvas.width = view.pane.width;
        canvas.height = view.pane.height;
        drawn = view;
        awaited = awaited.filter((one) => one.number > number);
      } else context.clearRect(x, y, width, height);
      context.drawImage(bitmap, x, y);
      bitmap.close();
      // the picture that was moved into place may extend beyond the photo
      return isOther || drawn !== wanted ? 'all' : 'part';
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
