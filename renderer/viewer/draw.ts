import { levelsOf, type Size } from '#shared/pictures.ts';
import type { Picture } from './picture.svelte.ts';
import { levelFor, seenTiles, tileBox, type Box } from './view.ts';

/** Device px of a picture's px above which each one is shown as it is. */
const CRISP = 2;

/** Draws what there is of a picture where it fills `box` in a pane: coarse first, fine over it. */
export function drawPicture(
  context: CanvasRenderingContext2D,
  picture: Picture,
  box: Box,
  pane: Size,
): void {
  context.clearRect(0, 0, pane.width, pane.height);
  context.imageSmoothingQuality = 'low';
  const { geometry } = picture;
  if (geometry === undefined) return;
  const isCrisp = box.width / geometry.width > CRISP;
  drawProxy(context, picture, box, isCrisp && levelsOf(geometry) === 0);
  const finest = levelFor(geometry, box);
  if (finest === null) return;
  context.imageSmoothingEnabled = !isCrisp;
  for (let level = levelsOf(geometry) - 1; level >= finest; level -= 1) {
    for (const tile of seenTiles(geometry, box, pane, level)) {
      const bitmap = picture.tile(tile);
      if (bitmap === undefined) continue;
      const { left, top, width, height } = tileBox(tile, geometry, box);
      context.drawImage(bitmap, left, top, width, height);
    }
  }
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
    // where it will be, in the grey of a panel
    context.fillStyle = getComputedStyle(context.canvas).color;
    context.fillRect(left, top, width, height);
  } else {
    context.drawImage(proxy, left, top, width, height);
  }
}
