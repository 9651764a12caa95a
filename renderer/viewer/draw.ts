import { levelsOf, type Size } from '#shared/pictures.ts';
import type { Picture } from './picture.svelte.ts';
import { levelFor, seenTiles, tileBox, type Box } from './view.ts';

/** Zoom, in device px per px of the picture, above which each px is drawn with sharp edges. */
const CRISP = 2;

/** A part of a pane's width, as shares from 0 to 1. */
export interface Part {
  readonly from: number;
  readonly to: number;
}

/** Draws what has loaded of a picture into `box`, limited to a part of the pane's width. */
export function drawPicture(
  context: CanvasRenderingContext2D,
  picture: Picture,
  box: Box,
  pane: Size,
  { from, to }: Part,
): void {
  const { geometry } = picture;
  context.clearRect(0, 0, pane.width, pane.height);
  if (geometry === undefined) return;
  context.save();
  context.beginPath();
  context.rect(from * pane.width, 0, (to - from) * pane.width, pane.height);
  context.clip();
  context.imageSmoothingQuality = 'low';
  drawLevels(context, picture, geometry, box, pane);
  context.restore();
}

/** Draws the loaded tiles; where tiles are still missing, coarser tiles are drawn below them. */
function drawLevels(
  context: CanvasRenderingContext2D,
  picture: Picture,
  geometry: Size,
  box: Box,
  pane: Size,
): void {
  const isCrisp = box.width / geometry.width > CRISP;
  const finest = levelFor(geometry, box);
  const tilesAt = (level: number) => seenTiles(geometry, box, pane, level);
  const drawTiles = (level: number) => {
    context.imageSmoothingEnabled = !isCrisp;
    for (const tile of tilesAt(level)) {
      const bitmap = picture.tile(tile);
      if (bitmap === undefined) continue;
      const { left, top, width, height } = tileBox(tile, geometry, box);
      context.drawImage(bitmap, left, top, width, height);
    }
  };
  const isWhole =
    finest !== null && tilesAt(finest).every((tile) => picture.tile(tile) !== undefined);
  if (!isWhole) {
    drawProxy(context, picture, box, isCrisp && levelsOf(geometry) === 0);
    const coarsest = finest === null ? -1 : levelsOf(geometry) - 1;
    for (let level = coarsest; level > (finest ?? 0); level -= 1) drawTiles(level);
  }
  if (finest !== null) drawTiles(finest);
}

function drawProxy(
  context: CanvasRenderingContext2D,
  { proxies }: Picture,
  box: Box,
  isCrisp: boolean,
): void {
  const left = Math.round(box.left);
  const top = Math.round(box.top);
  const width = Math.round(box.left + box.width) - left;
  const height = Math.round(box.top + box.height) - top;
  const proxy = proxies.findLast((one) => one.width >= width) ?? proxies[0];
  context.imageSmoothingEnabled = !isCrisp;
  if (proxy === undefined) {
    // until the picture appears, its area has the grey of a panel
    context.fillStyle = getComputedStyle(context.canvas).color;
    context.fillRect(left, top, width, height);
  } else {
    context.drawImage(proxy, left, top, width, height);
  }
}
