import { minorOf } from '#shared/money.ts';
import type { Range } from '#shared/setting.ts';
import { money, number } from '../../texts/numbers.ts';
import { locale, t } from '../../texts/texts.svelte.ts';
import type { ParsedText } from './text-draft.svelte.ts';

/** Parses a whole number; accepts full-width digits and thousands separators. */
export function readCount(text: string, [least, most]: Range): ParsedText<number> {
  const plain = text.normalize('NFKC').trim();
  const isWritten = /^\d+$/u.test(plain) || /^\d{1,3}([\s,'’.]\d{3})+$/u.test(plain);
  const value = isWritten ? Number(plain.replaceAll(/\D/gu, '')) : NaN;
  return value >= least && value <= most
    ? { value }
    : { refusal: t('settings.refused.count', { least: number(least), most: number(most) }) };
}

/** Parses a whole number; empty text means no number. */
export function readCountOrNone(text: string, range: Range): ParsedText<number | null> {
  return text.trim() === '' ? { value: null } : readCount(text, range);
}

/** Parses an amount of money in minor units; empty text means no amount. */
export function readAmountOrNone(
  text: string,
  [least, most]: Range,
  currency: string,
): ParsedText<number | null> {
  const plain = text.normalize('NFKC').trim();
  if (plain === '') return { value: null };
  const value = minorOf(plain, currency, locale());
  if (value !== null && value >= least && value <= most) return { value };
  return { refusal: t('settings.refused.amount', { most: money({ currency, minor: most }) }) };
}
