import type { Window } from '#shared/mask/pen.ts';
import type { Box } from '../../viewer/view.ts';
import type { Size } from '#shared/pictures.ts';

/** What lies over the photo to tell what is kept: a picture of the pane's own size. */
export interface Overlay {
  /** Another view: what there is is shown where it belongs now, until it is drawn anew. */
  move(place: Box, pane: Size, number: number): void;
  /** The part of the pane that has changed; null where that was made for another view. */
  put(number: number, part: Window, bitmap: ImageBitmap): Window | null;
  /** A small picture of all of it, for what has not been drawn yet. */
  setWhole(bitmap: ImageBitmap): void;
  /** Draws a part of the pane. */
  draw(context: CanvasRenderingContext2D, part: Window): void;
  close(): void;
}

export function createOverlay(onrestored: () => void): Overlay {
  let front = canvasFor(onrestored);
  let back = canvasFor(onrestored);
  let whole: ImageBitmap | null = null;
  let place: Box = { left: 0, top: 0, width: 0, height: 0 };
  let current = 0;

  return {
    move(next, pane, number) {
      const { canvas } = back;
      // a size that is set also clears
      canvas.width = pane.width;
      canvas.height = pane.height;
      const { left, top, width, height } = next;
      back.imageSmoothingEnabled = true;
      if (whole !== null) back.drawImage(whole, left, top, width, height);
      if (place.width > 0 && front.canvas.width > 0) {
        const scale = width / place.width;
        const box = [
          left - place.left * scale,
          top - place.top * scale,
          front.canvas.width * scale,
          front.canvas.height * scale,
        ] as const;
        back.clearRect(...box);
        back.drawImage(front.canvas, ...box);
      }
      [front, back] = [back, front];
      place = next;
      current = number;
    },
    put(number, part, bitmap) {
      const isOfNow = number === current;
      if (isOfNow) {
        const { x, y, width, height } = part;
        front.clearRect(x, y, width, height);
        front.drawImage(bitmap, x, y);
      }
      bitmap.close();
      return isOfNow ? part : null;
    },
    setWhole(bitmap) {
      whole?.close();
      whole = bitmap;
    },
    draw(context, { x, y, width, height }) {
      context.clearRect(x, y, width, height);
      context.drawImage(front.canvas, x, y, width, height, x, y, width, height);
    },
    close() {
      whole?.close();
      for (const { canvas } of [front, back]) canvas.width = canvas.height = 0;
    },
  };
}

function canvasFor(onrestored: () => void): CanvasRenderingContext2D {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = 0;
  canvas.addEventListener('contextrestored', onrestored);
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('a page has no canvas');
  return context;
}
