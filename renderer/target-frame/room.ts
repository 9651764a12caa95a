import type { Box } from '../viewer/view.ts';
import { placeIn, roomFor, seenFrom, type Layout } from './layout.ts';

/**
 * The area that the viewer fits into its pane. The area is relative to the frame or, while an edge of the frame is
 * dragged, to the photo.
 */
export interface Room {
  readonly box: Box;
  readonly from: 'frame' | 'photo';
}

/** Returns the area relative to the frame. Keeps the previous area if the frame and the photo still fit in it. */
export function settled(room: Room | null, now: Layout): Room {
  return { box: roomFor(now, room === null ? null : inFrame(room, now)), from: 'frame' };
}

/** Returns the area in px of the frame. */
export function inFrame({ box, from }: Room, now: Layout): Box {
  if (from === 'frame') return box;
  const { x, y } = placeIn(now);
  return seenFrom(box, { x: -x, y: -y });
}

/**
 * Returns the same area, relative to `held`. `held` stays in place on screen: the frame while the photo is dragged,
 * and the photo while an edge of the frame is dragged.
 */
export function heldBy(held: Room['from'], room: Room, now: Layout): Room {
  const box = inFrame(room, now);
  return { box: held === 'frame' ? box : seenFrom(box, placeIn(now)), from: held };
}
