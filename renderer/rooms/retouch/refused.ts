import type { Problem } from '#shared/problem.ts';

/** Reasons that are told in full. */
const MOST_REASONS = 3;
/** Further files that are told by their names. */
const MOST_NAMES = 20;

/** What is said once of all files that were refused. */
export interface RefusalText {
  /** Whole sentences. */
  readonly reasons: readonly string[];
  /** Names of further files. */
  readonly names: readonly string[];
  /** Files besides. */
  readonly more: number;
}

/** `refusals`: all that were refused, of which `refused` are known. `textOf` says why in words. */
export function sumUp(
  refused: readonly Problem[],
  refusals: number,
  textOf: (problem: Problem) => string,
): RefusalText {
  const all = [...new Set(refused.map(textOf))];
  const reasons = all.slice(0, MOST_REASONS);
  const others = refused.filter((each) => !reasons.includes(textOf(each)));
  const names = [...new Set(others.flatMap(({ about }) => about ?? []))].slice(0, MOST_NAMES);
  const toldOf = refused.length - others.length + names.length;
  return { reasons, names, more: Math.max(0, refusals - toldOf) };
}
