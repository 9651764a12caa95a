/** A point of a stroke: position and radius of the brush, in px of the photo. */
export interface Stand {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
}

/** The segment from one point of a stroke to the next. */
export interface Way {
  readonly from: Stand;
  readonly to: Stand;
  /** Length in px. */
  readonly length: number;
  /** The direction as a unit vector. */
  readonly x: number;
  readonly y: number;
  /** Change of the radius per px along the segment. */
  readonly wider: number;
}

/** A convex area: the rows from `top` to `bottom`, to the right of all `lefts` and to the left of all `rights`. */
export interface Corner {
  readonly top: number;
  readonly bottom: number;
  readonly lefts: readonly Edge[];
  readonly rights: readonly Edge[];
}

/** A straight line that is not horizontal: x is `at + slope * y`. */
interface Edge {
  readonly at: number;
  readonly slope: number;
}

/** A half-plane, relative to a point of the stroke: x * dx + y * dy is at most `most`. */
export interface Side {
  readonly x: number;
  readonly y: number;
  readonly most: number;
}

/** Sides with a smaller `x` are treated as horizontal: they bound the rows, not the columns. */
const LEVEL = 1e-12;

/** Returns the points of a stroke from its list of numbers. */
export function standsOf(points: readonly number[]): readonly Stand[] {
  const stands: Stand[] = [];
  for (let at = 0; at + 2 < points.length; at += 3) {
    stands.push({ x: points[at]!, y: points[at + 1]!, radius: points[at + 2]! });
  }
  return stands;
}

/** Returns the segment between two points; null if they are at the same position. */
export function wayBetween(from: Stand, to: Stand): Way | null {
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  if (length === 0) return null;
  return {
    from,
    to,
    length,
    x: (to.x - from.x) / length,
    y: (to.y - from.y) / length,
    wider: (to.radius - from.radius) / length,
  };
}

/** Returns the strip along a segment, which tapers like the brush and covers the fraction `share` of its radius. */
export function stripOf(way: Way, share: number): Corner {
  const { from, to, length, x, y } = way;
  const fromHeight = Math.abs(x) * from.radius * share;
  const toHeight = Math.abs(x) * to.radius * share;
  const wider = way.wider * share;
  const most = from.radius * share;
  return cornerOf(
    from,
    Math.min(from.y - fromHeight, to.y - toHeight),
    Math.max(from.y + fromHeight, to.y + toHeight),
    [
      { x: -x, y: -y, most: 0 },
      { x, y, most: length },
      { x: -y - wider * x, y: x - wider * y, most },
      { x: y - wider * x, y: -x - wider * y, most },
    ],
  );
}

/** Returns the area from `top` to `bottom` that is inside all `sides` of a point. */
export function cornerOf(
  { x, y }: Stand,
  top: number,
  bottom: number,
  sides: readonly Side[],
): Corner {
  const corner = { top, bottom, lefts: [] as Edge[], rights: [] as Edge[] };
  for (const side of sides) {
    if (Math.abs(side.x) > LEVEL) {
      const slope = -side.y / side.x;
      const edges = side.x > 0 ? corner.rights : corner.lefts;
      edges.push({ at: x + side.most / side.x - slope * y, slope });
    } else if (side.y > 0) corner.bottom = Math.min(corner.bottom, y + side.most / side.y);
    else corner.top = Math.max(corner.top, y + side.most / side.y);
  }
  return corner;
}

export function leftOf({ lefts }: Corner, y: number): number {
  let left = -Infinity;
  for (const { at, slope } of lefts) left = Math.max(left, at + slope * y);
  return left;
}

export function rightOf({ rights }: Corner, y: number): number {
  let right = Infinity;
  for (const { at, slope } of rights) right = Math.min(right, at + slope * y);
  return right;
}
