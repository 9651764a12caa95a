import { Konva } from 'konva/lib/Global.js';
import { Layer } from 'konva/lib/Layer.js';
import { Shape } from 'konva/lib/Shape.js';
import { Stage as KonvaStage } from 'konva/lib/Stage.js';
import type { Window } from '#shared/mask/pen.ts';
import type { Size } from '#shared/pictures.ts';
import { drawPicture } from '../../viewer/draw.ts';
import type { Picture } from '../../viewer/picture.svelte.ts';
import type { Box } from '../../viewer/view.ts';
import type { Sketch } from '../tools/tool.ts';
import { joined } from './bounds.ts';
import type { Overlay } from './overlay.ts';
import { drawCursor, drawSketch, type Cursor, type Frame } from './sketching.ts';

/** Where the pane shows the mask's document and the photo; both positions are in device px. */
export interface PlacedFrame extends Frame {
  /** The position of the mask's document. */
  readonly place: Box;
  /** The position of the photo, whose size may have changed since the document was created. */
  readonly photo: Box;
  readonly pane: Size;
}

/** Draws the view. All changes are drawn together in the next animation frame. */
export interface Stage {
  /** Changes the view and redraws everything. */
  move(placed: PlacedFrame): void;
  /** Redraws the photo after more of it has loaded, or after it could not be loaded. */
  drawPhoto(): void;
  /** Redraws the overlay, or only a part of it. */
  drawOverlay(part?: Window): void;
  drawGesture(sketch: Sketch | null, cursor: Cursor | null): void;
  /** Draws a picture over the whole photo, such as a proposed area; null removes it. */
  drawProposal(picture: CanvasImageSource | null): void;
  close(): void;
}

/** Zoom in device px per px of the photo from which the pixel grid is visible. */
const GRID = 8;
const GRID_COLOUR = 'rgb(128 128 128 / 45%)';
const ALL = { from: 0, to: 1 };

/**
 * Creates the stage. `container` must be an empty element as large as the pane; CSS stretches the canvases to
 * that size.
 */
export function createStage(
  container: HTMLDivElement,
  picture: Picture,
  overlay: Overlay,
  onrestored: () => void,
): Stage {
  // all sizes are already in device px, so Konva must not scale them
  Konva.pixelRatio = 1;
  Konva.autoDrawEnabled = false;
  const stage = new KonvaStage({ container, width: 1, height: 1, listening: false });
  let placed: PlacedFrame | null = null;
  /** The part of the overlay that has changed since it was last drawn. */
  let changed: Window | null = null;
  let sketch: Sketch | null = null;
  let cursor: Cursor | null = null;
  let proposal: CanvasImageSource | null = null;
  /** Whether the overlay is visible. Without a photo below it, the overlay would be a plain coloured area. */
  let isOverlaid = false;

  const photos = layer((context) => {
    if (placed !== null) drawPicture(context, picture, placed.photo, placed.pane, ALL);
  });
  // Redraws only the changed part. A resize clears the canvas; then `changed` is null and everything is redrawn.
  const overlays = layer((context) => {
    isOverlaid = picture.arrivals > 0 || picture.problem !== null;
    if (placed !== null && isOverlaid) overlay.draw(context, changed ?? wholeOf(placed));
    changed = null;
  }, false);
  const grid = layer((context) => {
    if (placed !== null && placed.zoom >= GRID) drawGrid(context, placed);
  });
  const gesture = layer((context) => {
    if (placed === null) return;
    const { left, top, width, height } = placed.place;
    if (proposal !== null) context.drawImage(proposal, left, top, width, height);
    if (sketch !== null) drawSketch(context, sketch, placed);
    if (cursor !== null) drawCursor(context, cursor, placed.ratio);
  });

  function layer(draw: (context: CanvasRenderingContext2D) => void, clearBeforeDraw = true): Layer {
    const made = new Layer({ listening: false, clearBeforeDraw });
    const canvas = made.getNativeCanvasElement();
    const context = canvas.getContext('2d');
    if (context === null) throw new Error('the canvas has no 2D context');
    made.add(new Shape({ listening: false, sceneFunc: () => draw(context) }));
    stage.add(made);
    canvas.addEventListener('contextrestored', onrestored);
    return made;
  }

  function drawOverlay(part?: Window): void {
    if (placed === null) return;
    changed = part === undefined ? wholeOf(placed) : joined(changed, part);
    overlays.batchDraw();
  }

  return {
    move(next) {
      placed = next;
      drawOverlay();
      const { width, height } = next.pane;
      if (stage.width() !== width || stage.height() !== height) stage.size({ width, height });
      photos.batchDraw();
      grid.visible(next.zoom >= GRID);
      grid.batchDraw();
      gesture.batchDraw();
    },
    drawPhoto() {
      photos.batchDraw();
      if (!isOverlaid) drawOverlay();
    },
    drawOverlay,
    drawGesture(nextSketch, nextCursor) {
      if (sketch === nextSketch && cursor === nextCursor) return;
      sketch = nextSketch;
      cursor = nextCursor;
      gesture.batchDraw();
    },
    drawProposal(next) {
      proposal = next;
      gesture.batchDraw();
    },
    close: () => void stage.destroy(),
  };
}

const wholeOf = ({ pane }: PlacedFrame): Window => ({ x: 0, y: 0, ...pane });

/** Draws a grid along the photo's pixels. */
function drawGrid(context: CanvasRenderingContext2D, { place, pane, zoom }: PlacedFrame): void {
  const [right, bottom] = [place.left + place.width, place.top + place.height];
  const [left, top] = [Math.max(0, place.left), Math.max(0, place.top)];
  const [endX, endY] = [Math.min(pane.width, right), Math.min(pane.height, bottom)];
  context.fillStyle = GRID_COLOUR;
  for (let at = Math.ceil((left - place.left) / zoom); place.left + at * zoom <= endX; at += 1) {
    context.fillRect(Math.round(place.left + at * zoom), top, 1, endY - top);
  }
  for (let at = Math.ceil((top - place.top) / zoom); place.top + at * zoom <= endY; at += 1) {
    context.fillRect(left, Math.round(place.top + at * zoom), endX - left, 1);
  }
}
