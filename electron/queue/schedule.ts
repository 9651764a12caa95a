/**
 * When to ask next whether an execution has ended. The service tells nothing in advance, so the
 * schedule is learned from how long the last executions of the same agent took: among all ways to
 * place queries over those durations it takes the one with the least expected cost, where a
 * millisecond of knowing late costs one, and a query that finds nothing costs `queryCost`.
 */
export interface PollSchedule {
  /** ms after the start at which to ask next, given that it was still going at `elapsed` ms. */
  next(elapsed: number): number;
}

/** What a wasted query costs while nobody waits for the slot, in ms of knowing late. */
export const idleQueryCost = 250;
/** The same while other photos wait for the slot: then a delay holds up all of them. */
export const busyQueryCost = 10;

/** ms; no query comes sooner after the one before. */
const SHORTEST = 100;

/**
 * The schedule for durations of earlier executions (ms, any order). With few of them each stands
 * for a spread of durations around it; with none the intervals grow with the time already waited.
 */
export function learnSchedule(durations: readonly number[], queryCost: number): PollSchedule {
  const points = spread(durations);
  const best = cheapest(points, queryCost);
  return {
    next(elapsed) {
      const from = firstAbove(points, elapsed);
      const planned = points[best[from] ?? -1];
      if (planned === undefined) return elapsed + unknownDelay(elapsed, queryCost);
      return Math.max(planned, elapsed + SHORTEST);
    },
  };
}

/** Past everything seen so far: a share of the time already waited. */
function unknownDelay(elapsed: number, queryCost: number): number {
  const eager = Math.min(1, queryCost / idleQueryCost + 0.2);
  return Math.min(30_000, Math.max(500 * eager, 0.2 * elapsed * eager));
}

/** Points per duration: the fewer were seen, the wider each one is spread. */
function spread(durations: readonly number[]): number[] {
  const width = durations.length === 0 ? 0 : 0.25 / Math.sqrt(durations.length);
  const points = durations.flatMap((d) =>
    [-1, -0.5, 0, 0.5, 1].map((at) => Math.max(1, d * (1 + at * width))),
  );
  return points.sort((a, b) => a - b);
}

/**
 * `best[i]` is the point to ask at next when all points before i are ruled out. From the last point
 * back: asking at point j tells of i…j at once, late by the distance of each, and is wasted on the
 * rest.
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
