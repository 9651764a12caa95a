import type { Problem } from '#shared/problem.ts';

/** Reasons that are shown in full. */
const MOST_REASONS = 3;
/** Further files that are listed by name. */
const MOST_NAMES = 20;

/** Summary of all rejected files. */
export interface RefusalText {
  /** Whole sentences. */
  readonly reasons: readonly string[];
  /** Names of further files. */
  readonly names: readonly string[];
  /** Number of files not listed. */
  readonly more: number;
}

/**
 * Summarises rejected files. `refusals`: their total number; `refused`: those with known reasons. `textOf` returns
 * the text of a reason.
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
