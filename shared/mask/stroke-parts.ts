/** Where the brush stood, px of the photo. */
export interface Stand {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
}

/** The way from one stand to the next. */
export interface Way {
  readonly from: Stand;
  readonly to: Stand;
  /** px */
  readonly length: number;
  /** The direction, of length 1. */
  readonly x: number;
  readonly y: number;
  /** By how much the radius grows a px. */
  readonly wider: number;
}

/** Of the lines from `top` to `bottom` what is right of all `lefts` and left of all `rights`. */
export interface Corner {
  readonly top: number;
  readonly bottom: number;
  readonly lefts: readonly Edge[];
  readonly rights: readonly Edge[];
}

/** A straight line that is not level: at a height y it is at `at + slope * y`. */
interface Edge {
  readonly at: number;
  readonly slope: number;
}

/** What lies on one side of a straight line: right * x + down * y of a stand is no more than `most`. */
export interface Side {
  readonly x: number;
  readonly y: number;
  readonly most: number;
}

/** What is less steep is level: it bounds the lines, no columns. */
const LEVEL = 1e-12;

/** The stands of a stroke's points. */
export function standsOf(points: readonly number[]): readonly Stand[] {
  const stands: Stand[] = [];
  for (let at = 0; at + 2 < points.length; at += 3) {
    stands.push({ x: points[at]!, y: points[at + 1]!, radius: points[at + 2]! });
  }
  return stands;
}

/** The way between two stands; null where the brush only changed its radius. */
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

/** What lies beside a way up to the part `share` of the brush's radius, as wide as the brush was there. */
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

/** What lies within all `sides` of a stand, from `top` to `bottom`. */
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
