import type { Box } from '../viewer/view.ts';
import { placeIn, roomFor, seenFrom, type Layout } from './layout.ts';

/**
 * The area that the view shows when it fits the window, relative to the frame or, while an edge of the frame
 * is dragged, to the photo.
 */
export interface Room {
  readonly box: Box;
  readonly from: 'frame' | 'photo';
}

/** Returns the area relative to the frame; keeps the area in place if everything still fits. */
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
 * Keeps the object that is not dragged in place: the frame while the photo moves, and the photo while an edge
 * moves.
 */
export function heldBy(held: Room['from'], room: Room, now: Layout): Room {
  const box = inFrame(room, now);
  return { box: held === 'frame' ? box : seenFrom(box, placeIn(now)), from: held };
}
