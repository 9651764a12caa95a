/**
 * Decides when to check next whether an execution has ended. Without notifications, only a query shows the end, so
 * the schedule is learned from the durations of the last executions of the same agent: of all ways to place queries
 * over these durations, the schedule has the least expected cost. Each millisecond of delay costs one, and a query
 * that finds nothing costs `queryCost`.
 */
export interface PollSchedule {
  /**
   * Returns the ms after the start at which to query next, given that the execution was still
   * running at `elapsed` ms.
   */
  next(elapsed: number): number;
}

/** Cost of a wasted query while no photo waits for the slot, in ms of delay. */
export const idleQueryCost = 250;
/**
 * Cost of a wasted query while other photos wait for the slot, in ms of delay: it is lower, because
 * a delay holds up all of them.
 */
export const busyQueryCost = 5;

/** The shortest interval in ms between two queries. */
const SHORTEST = 80;

/**
 * Learns the schedule from durations of earlier executions (ms, any order). Each duration
 * represents a spread of durations about as wide as the gaps to its neighbours. Without any
 * durations, and after the longest one, the intervals grow with the square root of the time already
 * waited.
 */
export function learnSchedule(durations: readonly number[], queryCost: number): PollSchedule {
  const points = spread([...durations].sort((a, b) => a - b));
  const best = cheapest(points, queryCost);
  const first = points[0] ?? 0;
  const last = points.at(-1) ?? 0;
  const lastGap = last - (points.at(-1 - TAIL) ?? 0);
  return {
    next(elapsed) {
      const planned = points[best[firstAbove(points, elapsed)] ?? -1];
      if (planned !== undefined) {
        const gap = LONGEST_GAP * unknownDelay(elapsed, queryCost);
        const latest = elapsed < first ? planned : Math.min(planned, elapsed + gap);
        return Math.max(latest, elapsed + SHORTEST);
      }
      const beyond = points.length === 0 ? Infinity : lastGap + (elapsed - last);
      return elapsed + Math.max(SHORTEST, Math.min(beyond, unknownDelay(elapsed, queryCost)));
    },
  };
}

/**
 * Positions of the points that stand for one duration, as multiples of the gap to its neighbours.
 * More of them are later than earlier, because executions run late more often than they finish
 * early.
 */
const SPREAD = [-1, -0.5, 0, 0.5, 1, 3] as const;
/**
 * Longest interval inside the observed range, as a multiple of the interval that is best when the end is
 * equally likely at any time.
 */
const LONGEST_GAP = 1;
/** Number of final points whose span is the first interval beyond the observed range. */
const TAIL = 6;

/**
 * Returns the best interval when the execution is equally likely to end at any time. A longer interval needs
 * fewer queries, but its mean delay is half its length.
 */
function unknownDelay(elapsed: number, queryCost: number): number {
  return Math.min(30_000, Math.sqrt(2 * queryCost * (elapsed + 1000)));
}

/** Spreads each sorted duration into points across the gaps to its neighbours. */
function spread(sorted: readonly number[]): number[] {
  const points = sorted.flatMap((d, i) => {
    const reach = reachOf(sorted, i);
    return SPREAD.map((at) => Math.max(1, d + at * reach));
  });
  return points.sort((a, b) => a - b);
}

/** Returns the mean gap to the two nearest neighbours, but at most a quarter of the duration. */
function reachOf(sorted: readonly number[], i: number): number {
  const d = sorted[i] ?? 0;
  const neighbours = [-2, -1, 1, 2].flatMap((at) => {
    const other = sorted[i + at];
    return other === undefined ? [] : [Math.abs(other - d)];
  });
  const closest = neighbours.sort((a, b) => a - b).slice(0, 2);
  if (closest.length === 0) return d / 4;
  const gap = closest.reduce((a, b) => a + b, 0) / closest.length;
  return Math.min(gap, d / 4);
}

/**
 * Returns `best[i]`, the point to query at next when all points before i are ruled out. Works
 * backwards from the last point: a query at point j detects any end from i to j, each late by its distance
 * from j, and is wasted if the end comes later.
 */
function cheapest(points: readonly number[], queryCost: number): number[] {
  const n = points.length;
  const cost = Array.from({ length: n + 1 }, () => 0);
  const best = Array.from({ length: n }, () => 0);
  for (let i = n - 1; i >= 0; i -= 1) {
    let least = Infinity;
    let sum = 0;
    for (let j = i; j < n; j += 1) {
      const at = points[j] ?? 0;
      sum += at;
      const late = at * (j - i + 1) - sum;
      const total = late + queryCost * (n - 1 - j) + (cost[j + 1] ?? 0);
      if (total < least) {
        least = total;
        best[i] = j;
      }
    }
    cost[i] = least;
  }
  return best;
}

function firstAbove(points: readonly number[], elapsed: number): number {
  let low = 0;
  let high = points.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((points[middle] ?? 0) <= elapsed) low = middle + 1;
    else high = middle;
  }
  return low;
}
