import { countCharacters } from './characters.ts';
import { problemOf } from './page-failure.ts';
import type { Problem } from './problem.ts';

const LONGEST_PATTERN = 100;
const LONGEST_NAME = 120;
/** Each quantifier multiplies the number of ways to match a name; three are still fast for 120 characters. */
const MOST_QUANTIFIERS = 3;

/**
 * Returns the problems of the user's pattern for {sku}: it must be a regular expression with exactly one group, and
 * simple enough to be fast for every file name.
 */
export function checkSkuPattern(pattern: string): Problem[] {
  const reason = whyNot(pattern);
  if (reason === null) return [];
  const most = reason === 'long' ? LONGEST_PATTERN : MOST_QUANTIFIERS;
  return [problemOf('pattern-invalid', { why: reason, most })];
}

function whyNot(
  pattern: string,
): 'long' | 'expression' | 'group' | 'repeats' | 'quantifiers' | null {
  if (countCharacters(pattern) > LONGEST_PATTERN) return 'long';
  const expression = compile(pattern);
  if (expression === null) return 'expression';
  const groups = (new RegExp(`${expression.source}|`, 'u').exec('')?.length ?? 1) - 1;
  if (groups !== 1) return 'group';
  const plain = pattern.replaceAll(/\\./gu, '_').replaceAll(/\[[^\]]*\]/gu, '_');
  if (/\)[*+?{]/u.test(plain)) return 'repeats';
  const quantifiers = plain.replaceAll(/\(\?/gu, '(').match(/[*+?]|\{\d+,/gu) ?? [];
  if (quantifiers.length > MOST_QUANTIFIERS) {
    return 'quantifiers';
  }
  return null;
}

function compile(pattern: string): RegExp | null {
  try {
    return new RegExp(pattern, 'u');
  } catch {
    return null;
  }
}

/**
 * Returns the article (SKU) in a file name without extension: the text of the group in `pattern` or, without a pattern,
 * the letters and digits at the start of the name. Empty if nothing matches.
 */
export function skuOf(name: string, pattern: string | null): string {
  const subject = name.slice(0, LONGEST_NAME).toWellFormed();
  if (pattern === null) return /^[\p{L}\p{N}]+/u.exec(subject)?.[0] ?? '';
  if (whyNot(pattern) !== null) return '';
  return compile(pattern)?.exec(subject)?.[1] ?? '';
}
