import { seeded } from '../fixtures/seeded.ts';

/**
 * All random decisions of one run, generated from its seed. Each question has its own stream of numbers, so
 * that suppressing one fault leaves all other decisions unchanged. This makes it possible to shrink a history.
 */
export interface Chance {
  /** Returns a random number from 0 up to but not including 1. */
  number(stream: string): number;
  between(stream: string, from: number, to: number): number;
  pick<T>(stream: string, choices: readonly [T, ...T[]]): T;
  /**
   * Decides whether this fault occurs now. Its probability depends on the seed: in some runs a kind of fault
   * never occurs, in others it occurs often.
   */
  strikes(kind: Fault, where: string): boolean;
  /** Returns whether no more faults will occur, so that everything must finish. */
  isCalm(): boolean;
  /** The faults so far, by the names that `withhold` accepts. */
  readonly struck: readonly string[];
  /** How often each kind occurred. */
  readonly counts: ReadonlyMap<Fault, number>;
}

/** Each kind of fault, with the highest probability that it occurs when `strikes` is called. */
export const faults = {
  'connection refused': 0.15,
  'dies before the bytes': 0.05,
  'request lost': 0.15,
  'request late': 0.15,
  'request later than the window': 0.05,
  'request doubled': 0.05,
  'answer lost': 0.2,
  'answer slow': 0.15,
  'answer garbled': 0.15,
  'answer refuses for now': 0.08,
  'notification lost': 0.3,
  'notification late': 0.2,
  'notification doubled': 0.2,
  'photo refused': 0.1,
  'image failed': 0.2,
  'never ends': 0.04,
  'listed late': 0.3,
  'list incomplete': 0.2,
  'address expired': 0.2,
  'download broken': 0.3,
  'psd failed': 0.3,
  'photo damaged': 0.1,
  'dies at a commit': 0.02,
  'dies at an event': 0.006,
  'power cut': 0.5,
  'ledger disk full': 0.01,
  'output disk busy': 0.05,
  'clock jumps': 0.002,
  'machine sleeps': 0.001,
  outage: 0.6,
  'key revoked': 0.4,
  'account empty': 0.4,
  'station freezes': 0.003,
  'frozen at a claim': 0.15,
  'database away': 0.7,
  'database restored': 0.7,
  'statement lost': 0.1,
  'statement slow': 0.2,
  'commit unconfirmed': 0.1,
} as const;
export type Fault = keyof typeof faults;

/** Factors for the probabilities in `faults`; each run draws a factor for each kind of fault. */
const weathers = [0, 0, 0.1, 0.3, 1] as const;

export interface ChanceOptions {
  readonly seed: number;
  /** Names of the faults to suppress. */
  readonly withhold: ReadonlySet<string>;
  /** Returns true when no more faults may occur. */
  readonly isCalm: () => boolean;
}

export function createChance({ seed, withhold, isCalm }: ChanceOptions): Chance {
  const streams = new Map<string, () => number>();
  const asked = new Map<string, number>();
  const struck: string[] = [];
  const counts = new Map<Fault, number>();
  const number = (stream: string): number => {
    let next = streams.get(stream);
    if (next === undefined) {
      next = seeded(hash(stream, seed));
      streams.set(stream, next);
    }
    return next();
  };
  const likely = new Map<Fault, number>();
  for (const [kind, worst] of Object.entries(faults) as [Fault, number][]) {
    const at = Math.floor(number(`weather ${kind}`) * weathers.length);
    likely.set(kind, worst * (weathers[at] ?? 0));
  }
  return {
    struck,
    counts,
    isCalm,
    number,
    between: (stream, from, to) => from + number(stream) * (to - from),
    pick: (stream, choices) => choices[Math.floor(number(stream) * choices.length)] ?? choices[0],
    strikes(kind, where) {
      const probability = likely.get(kind) ?? 0;
      if (probability === 0 || isCalm()) return false;
      const stream = `${kind} ${where}`;
      if (number(stream) >= probability) return false;
      const times = (asked.get(stream) ?? 0) + 1;
      asked.set(stream, times);
      const name = `${stream} #${times}`;
      if (withhold.has(name)) return false;
      struck.push(name);
      counts.set(kind, (counts.get(kind) ?? 0) + 1);
      return true;
    },
  };
}

/** Returns the FNV-1a hash of the stream's name, started with the seed and mixed at the end. */
function hash(text: string, seed: number): number {
  let h = (0x811c9dc5 ^ Math.imul(seed, 0x9e3779b1)) >>> 0;
  for (let i = 0; i < text.length; i += 1) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193);
  h ^= h >>> 15;
  return Math.imul(h, 0x85ebca6b) >>> 0;
}
