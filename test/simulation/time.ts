import type { Clock } from '#electron/base/clock.ts';

/** One life of the program: from its start to a proper end or a crash. */
export interface Life {
  readonly number: number;
  /** Virtual time of the start, ms; the monotonic clock of this life counts from here. */
  readonly bornAt: number;
  dead: boolean;
  /** Virtual time until which the process is stopped, ms: its events happen afterwards. */
  stoppedUntil?: number;
}

/** An event in the future. */
export interface Happening {
  at: number;
  /**
   * The life to which the event belongs; if the life crashes, the event does not happen. Null for an event
   * outside the program.
   */
  readonly life: Life | null;
  readonly run: () => void;
  isOff: boolean;
}

/** Virtual time. It only jumps from one event to the next, so that waiting takes no real time. */
export interface Time {
  /** Returns the virtual milliseconds since the start of the run. */
  now(): number;
  /** Adds an event `ms` from now. */
  after(ms: number, life: Life | null, run: () => void): Happening;
  /** Removes the next event and moves the time to it; returns null if there are no events. */
  next(): Happening | null;
  /** Moves the time forward without any events, as if the machine were asleep. */
  skip(ms: number): void;
  /** Resolves after `ms` of this life; never if the life crashes before that. */
  pause(ms: number, life: Life): Promise<void>;
  clockOf(life: Life): Clock;
  /** Changes the wall clock by `byMs`, forwards or backwards. */
  setWall(byMs: number): void;
}

/** 2026-03-02 09:00 UTC, a working day. */
const BEGINNING = Date.UTC(2026, 2, 2, 9);

export function createTime(): Time {
  const heap: Happening[] = [];
  let now = 0;
  let wallShift = 0;

  const after = (ms: number, life: Life | null, run: () => void): Happening => {
    // rounded up to whole milliseconds, as timers do; otherwise sums of fractions would never quite reach the
    // awaited time
    const happening = { at: now + Math.max(0, Math.ceil(ms)), life, run, isOff: false };
    push(heap, happening);
    return happening;
  };

  return {
    now: () => now,
    after,
    next() {
      for (let first = pop(heap); first !== null; first = pop(heap)) {
        if (first.isOff || first.life?.dead === true) continue;
        const stoppedUntil = first.life?.stoppedUntil ?? 0;
        if (stoppedUntil > first.at) {
          first.at = stoppedUntil;
          push(heap, first);
          continue;
        }
        now = Math.max(now, first.at);
        return first;
      }
      return null;
    },
    skip(ms) {
      now += Math.ceil(ms);
    },
    pause: (ms, life) => new Promise((resolve) => after(ms, life, resolve)),
    clockOf: (life) => ({
      wall: () => Math.round(BEGINNING + now + wallShift),
      mono: () => now - life.bornAt,
      sleep(ms, signal) {
        if (signal?.aborted === true) return Promise.resolve();
        return new Promise((resolve) => {
          const wake = () => {
            happening.isOff = true;
            signal?.removeEventListener('abort', wake);
            resolve();
          };
          const happening = after(ms, life, wake);
          signal?.addEventListener('abort', wake, { once: true });
        });
      },
    }),
    setWall(byMs) {
      wallShift += byMs;
    },
  };
}

function push(heap: Happening[], happening: Happening): void {
  let at = heap.push(happening) - 1;
  while (at > 0) {
    const parent = (at - 1) >> 1;
    const above = heap[parent];
    if (above === undefined || above.at <= happening.at) break;
    heap[at] = above;
    at = parent;
  }
  heap[at] = happening;
}

function pop(heap: Happening[]): Happening | null {
  const first = heap[0];
  const last = heap.pop();
  if (first === undefined || last === undefined) return null;
  if (heap.length === 0) return first;
  let at = 0;
  for (;;) {
    let child = 2 * at + 1;
    const left = heap[child];
    if (left === undefined) break;
    const right = heap[child + 1];
    let smaller = left;
    if (right !== undefined && right.at < left.at) {
      child += 1;
      smaller = right;
    }
    if (smaller.at >= last.at) break;
    heap[at] = smaller;
    at = child;
  }
  heap[at] = last;
  return first;
}
