import type { Size } from '#shared/pictures.ts';
import type { PaneFrame } from '../viewer/modes.ts';
import type { Box } from '../viewer/view.ts';
import type { Framing } from './framing.ts';
import { placeIn } from './layout.ts';

/** Where a pane shows the target frame and the photo; all positions are in device px. */
export interface Places {
  readonly frame: Box;
  /** The photo with its padding. */
  readonly photo: Box;
  /** Device px per px of the final image. */
  readonly scale: number;
}

/** Returns the positions; null until the photo's position is known. */
export function placesOf(
  { layout, photoAt, photoSize }: Framing,
  { photo }: PaneFrame,
): Places | null {
  if (photo === null) return null;
  const scale = photo.width / photoSize.width;
  const { x, y } = layout;
  const left = photo.left - photoAt.x * scale;
  const top = photo.top - photoAt.y * scale;
  const place = placeIn(layout);
  return {
    frame: { left, top, width: x.target * scale, height: y.target * scale },
    photo: {
      left: left + place.x * scale,
      top: top + place.y * scale,
      width: x.photo * scale,
      height: y.photo * scale,
    },
    scale,
  };
}

/** Returns the CSS style that places an element on a box. All values are shares of the pane. */
export function styleOf({ left, top, width, height }: Box, pane: Size): string {
  const share = (px: number, of: number) => `${(px / of) * 100}%`;
  return [
    `left:${share(left, pane.width)}`,
    `top:${share(top, pane.height)}`,
    `width:${share(width, pane.width)}`,
    `height:${share(height, pane.height)}`,
  ].join(';');
}

/** Returns the CSS clip path for the whole pane except a box. */
export function aroundOf({ left, top, width, height }: Box, pane: Size): string {
  const across = (px: number) => `${(px / pane.width) * 100}%`;
  const down = (px: number) => `${(px / pane.height) * 100}%`;
  const [l, r, u, d] = [across(left), across(left + width), down(top), down(top + height)];
  return `polygon(evenodd, 0 0, 100% 0, 100% 100%, 0 100%, 0 0, ${l} ${u}, ${l} ${d}, ${r} ${d}, ${r} ${u}, ${l} ${u})`;
}
