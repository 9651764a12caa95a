import type { Problem } from '#shared/problem.ts';

/** Maximum number of files that are listed with their reasons. */
const MOST_REASONS = 3;
/** Maximum number of further files that are listed by name only. */
const MOST_NAMES = 20;

/** A summary of all rejected files. */
export interface RefusalText {
  /** Whole sentences with the name and the reason of each file. */
  readonly reasons: readonly string[];
  /** Names of further files, without reasons. */
  readonly names: readonly string[];
  /** Number of files that are not listed. */
  readonly more: number;
}

/**
 * Summarises rejected files. `refusals` is the number of all rejected files; `refused` holds the known reasons, which
 * may be fewer. `textOf` returns the text of a reason.
 */
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
