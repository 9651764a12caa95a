/**
 * One axis of a photo in its target frame; all lengths are in px. The functions of this file move
 * the photo or an end of the frame along the axis, and snap to nearby lines.
 */
export interface Axis {
  /** Length of the frame. */
  readonly target: number;
  /** Length of the photo as uploaded. */
  readonly photo: number;
  /** Distance from the start of the frame to the start of the photo; null if the photo is centred. */
  readonly at: number | null;
}

/** The limits of the service for one axis. */
export interface AxisLimits {
  /** Maximum length of the frame, px. */
  readonly longest: number;
  /** Minimum length of the photo inside the frame, px. */
  readonly kept: number;
}

/**
 * The axis after a move, and the position, in px of the frame, of the line that the move has snapped to; null if the
 * move has not snapped.
 */
export interface Held {
  readonly axis: Axis;
  readonly guide: number | null;
}

/** A position to snap to. */
interface Hold {
  readonly value: number;
  readonly guide: number;
  readonly isCentre: boolean;
}

/** Returns the distance from the start of the frame to the start of the photo, also for a centred photo. */
export function startOf({ target, photo, at }: Axis): number {
  return at ?? Math.round((target - photo) / 2);
}

/**
 * Moves the photo by a distance. The photo snaps to the frame's middle, ends and thirds if they are within `reach` px;
 * a `reach` of 0 turns snapping off. A photo that has snapped to the middle stays centred when the frame changes.
 */
export function moved(axis: Axis, by: number, reach: number, limits: AxisLimits): Held {
  const { target, photo } = axis;
  const wanted = Math.round(startOf(axis) + by);
  const at = within(wanted, limits.kept - photo, target - limits.kept);
  const on = (line: number, part: number) => ({
    value: Math.round(line - photo * part),
    guide: line,
    isCentre: false,
  });
  const holds: readonly Hold[] = [
    { ...on(target / 2, 0.5), isCentre: true },
    on(0, 0),
    on(target, 1),
    on(0, 1),
    on(target, 0),
    ...[target / 3, (2 * target) / 3].flatMap((line) => [on(line, 0.5), on(line, 0), on(line, 1)]),
  ];
  const hold = nearest(holds, at, reach, limits.kept - photo, target - limits.kept);
  return hold === null
    ? { axis: { ...axis, at }, guide: null }
    : { axis: { ...axis, at: hold.isCentre ? null : hold.value }, guide: hold.guide };
}

/**
 * Moves one end of the frame; the photo and the other end stay in place. The end snaps to the photo's ends, and to
 * positions that put the photo's centre on the frame's centre or thirds, if they are within `reach` px; a `reach` of 0
 * turns snapping off.
 */
export function resized(
  axis: Axis,
  end: 'begin' | 'end',
  by: number,
  reach: number,
  limits: AxisLimits,
): Held {
  if (end === 'end') return lengthened(axis, by, reach, limits);
  // turns "centred" into a number first, because the middle may be between two px and would be rounded the other way
  const placed = { ...axis, at: startOf(axis) };
  const { axis: after, guide } = lengthened(mirrored(placed), -by, reach, limits);
  return { axis: mirrored(after), guide: guide === null ? null : after.target - guide };
}

/** Moves the end of the frame; the start of the frame stays in place. */
function lengthened(axis: Axis, by: number, reach: number, limits: AxisLimits): Held {
  const { target, photo } = axis;
  const at = startOf(axis);
  const least = Math.max(1, at + limits.kept);
  const next = within(Math.round(target + by), least, Math.max(least, limits.longest));
  const middle = at + photo / 2;
  const on = (value: number, share: number, isCentre = false) => ({
    value: Math.round(value),
    guide: value * share,
    isCentre,
  });
  const holds: readonly Hold[] = [
    on(2 * middle, 1 / 2, true),
    on(at + photo, 1),
    on(3 * middle, 1 / 3),
    on(1.5 * middle, 2 / 3),
  ];
  const hold = nearest(holds, next, reach, least, limits.longest);
  return hold === null
    ? { axis: { ...axis, target: next, at }, guide: null }
    : { axis: { ...axis, target: hold.value, at: hold.isCentre ? null : at }, guide: hold.guide };
}

/** Returns the axis measured from the opposite end. */
function mirrored(axis: Axis): Axis {
  const { target, photo, at } = axis;
  return at === null ? axis : { ...axis, at: target - photo - at };
}

function nearest(
  holds: readonly Hold[],
  value: number,
  reach: number,
  least: number,
  most: number,
): Hold | null {
  let found: Hold | null = null;
  let distance = reach;
  for (const hold of holds) {
    const off = Math.abs(hold.value - value);
    const isNearer = found === null ? off <= distance : off < distance;
    if (reach === 0 || !isNearer || hold.value < least || hold.value > most) continue;
    found = hold;
    distance = off;
  }
  return found;
}

function within(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value));
}
