import { decimalText, type Money } from '#shared/money.ts';
import { locale, t } from './texts.svelte.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/**
 * Cached, because creating a format takes a hundred times as long as using it, and a list formats numbers in
 * every row.
 */
const formats = new Map<string, Intl.NumberFormat | Intl.DateTimeFormat>();

function numberFormat(options: Intl.NumberFormatOptions): Intl.NumberFormat {
  return known('number', options, (language) => new Intl.NumberFormat(language, options));
}

function dateFormat(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return known('moment', options, (language) => new Intl.DateTimeFormat(language, options));
}

function known<F extends Intl.NumberFormat | Intl.DateTimeFormat>(
  kind: 'number' | 'moment',
  options: object,
  make: (language: string) => F,
): F {
  const language = locale();
  const key = `${language} ${kind} ${JSON.stringify(options)}`;
  const format = formats.get(key) ?? make(language);
  formats.set(key, format);
  // the cast is safe, because a key always belongs to the same type of format
  return format as F;
}

export function number(value: number): string {
  return numberFormat({}).format(value);
}

/** Formats a share of 0 to 1 as whole percent. */
export function percent(share: number): string {
  return numberFormat({ style: 'percent' }).format(share);
}

/** Formats a share of 0 to 1 as percent with one decimal; shows 0 and 100 only for exactly 0 and 1. */
export function finePercent(share: number): string {
  if (share <= 0 || share >= 1) return percent(share);
  const shown = Math.min(0.999, Math.max(0.001, share));
  return numberFormat({
    style: 'percent',
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  }).format(shown);
}

/** Formats an amount of money exactly, with its currency code: EUR 9.60. */
export function money(amount: Money): string {
  const style = { style: 'currency', currency: amount.currency, currencyDisplay: 'code' } as const;
  return numberFormat(style).format(decimalText(amount) as Intl.StringNumericLiteral);
}

/** Formats a number of bytes: 214 GB. */
export function bytes(value: number): string {
  const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;
  const power = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, value)) / 3));
  const shown = value / 1000 ** power;
  return numberFormat({
    style: 'unit',
    unit: units[power] ?? 'byte',
    // the short form would be "15 byte", without a plural
    unitDisplay: power === 0 ? 'long' : 'short',
    maximumFractionDigits: shown < 10 && power > 0 ? 1 : 0,
  }).format(shown);
}

/** Formats a duration in its largest unit, as in "about 19 min left". `ms` must be above 0. */
export function duration(ms: number): string {
  const [value, unit] =
    ms < MINUTE
      ? ([Math.max(1, Math.round(ms / 1000)), 'second'] as const)
      : ms < 1.5 * HOUR
        ? ([Math.round(ms / MINUTE), 'minute'] as const)
        : ms < 48 * HOUR
          ? ([Math.round(ms / HOUR), 'hour'] as const)
          : ([Math.round(ms / (24 * HOUR)), 'day'] as const);
  return numberFormat({ style: 'unit', unit, unitDisplay: 'short' }).format(value);
}

/** Formats a time: a time today without the date, any other time with the date. `at`: wall-clock ms. */
export function moment(at: number, now = Date.now()): string {
  const isToday = new Date(at).toDateString() === new Date(now).toDateString();
  return dateFormat({
    ...(isToday ? {} : { month: 'short', day: 'numeric' }),
    hour: 'numeric',
    minute: '2-digit',
  }).format(at);
}

/** Formats a date with its year. `at`: wall-clock ms. */
export function day(at: number): string {
  return dateFormat({ year: 'numeric', month: 'short', day: 'numeric' }).format(at);
}

/** Formats a date given as YYYY-MM-DD. */
export function dayText(iso: string): string {
  return day(new Date(`${iso}T12:00`).getTime());
}

/** Formats a month given as YYYY-MM. */
export function monthText(iso: string): string {
  return dateFormat({ year: 'numeric', month: 'long' }).format(new Date(`${iso}-15T12:00`));
}

/** Formats the time since a moment: "3 min ago". */
export function ago(at: number, now = Date.now()): string {
  return now - at < 10_000 ? t('time.now') : t('time.ago', { time: duration(now - at) });
}
