import { countCharacters } from './characters.ts';
import type { Problem } from './problem.ts';

const LONGEST_PATTERN = 100;
const LONGEST_NAME = 120;
/** Each quantifier multiplies the ways to match a name; three on 120 characters are still fast. */
const MOST_QUANTIFIERS = 3;

/**
 * Returns the problems of the user's pattern for {sku}: it must be a regular expression with exactly one group, and
 * simple enough to be fast for every file name.
 */
export function checkSkuPattern(pattern: string): Problem[] {
  const reason = whyNot(pattern);
  if (reason === null) return [];
  return [{ code: 'pattern-invalid', message: `The pattern for {sku} ${reason}.` }];
}

function whyNot(pattern: string): string | null {
  if (countCharacters(pattern) > LONGEST_PATTERN)
    return `is longer than ${LONGEST_PATTERN} characters`;
  const expression = compile(pattern);
  if (expression === null) return 'is not a valid regular expression';
  const groups = (new RegExp(`${expression.source}|`, 'u').exec('')?.length ?? 1) - 1;
  if (groups !== 1) return 'needs exactly one group in round brackets around the article';
  const plain = pattern.replaceAll(/\\./gu, '_').replaceAll(/\[[^\]]*\]/gu, '_');
  if (/\)[*+?{]/u.test(plain))
    return 'repeats a group, which can be very slow; repeat single characters instead';
  const quantifiers = plain.replaceAll(/\(\?/gu, '(').match(/[*+?]|\{\d+,/gu) ?? [];
  if (quantifiers.length > MOST_QUANTIFIERS) {
    return `has more than ${MOST_QUANTIFIERS} of * + ? and {n,m}`;
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
 * Returns the article (SKU) in a file name without its extension: the group of `pattern`, or without a pattern the
 * letters and digits at the start of the name. '' if not found.
 */
export function skuOf(name: string, pattern: string | null): string {
  const subject = name.slice(0, LONGEST_NAME).toWellFormed();
  if (pattern === null) return /^[\p{L}\p{N}]+/u.exec(subject)?.[0] ?? '';
  if (whyNot(pattern) !== null) return '';
  return compile(pattern)?.exec(subject)?.[1] ?? '';
}
