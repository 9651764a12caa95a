import { IntlMessageFormat } from 'intl-messageformat';
import { pack, unpack, type Packed, type Parsed } from './packed.ts';

/** A message in ICU syntax, or already parsed and packed by the build of the window. */
export type Message = string | Packed;

export type Values = Readonly<Record<string, string | number | boolean>>;

/** Formatters, cached because creating one takes a hundred times as long as using it. */
const numbers = new Map<string, Intl.NumberFormat>();
const dates = new Map<string, Intl.DateTimeFormat>();
const plurals = new Map<string, Intl.PluralRules>();
const messages = new Map<string, Map<Message, IntlMessageFormat>>();

const formatters = {
  getNumberFormat: (locale: Locales, options?: Intl.NumberFormatOptions) =>
    known(numbers, locale, options, () => new Intl.NumberFormat(locale, options)),
  getDateTimeFormat: (locale: Locales, options?: Intl.DateTimeFormatOptions) =>
    known(dates, locale, options, () => new Intl.DateTimeFormat(locale, options)),
  getPluralRules: (locale: Locales, options?: Intl.PluralRulesOptions) =>
    known(plurals, locale, options, () => new Intl.PluralRules(locale, options)),
};
type Locales = string | string[] | undefined;

function known<F>(formats: Map<string, F>, locale: Locales, options: unknown, make: () => F): F {
  const key = JSON.stringify([locale, options]);
  const format = formats.get(key) ?? make();
  formats.set(key, format);
  return format;
}

/** Matches messages with ICU syntax; all others are plain text. */
const SYNTAX = /[{}]|'['<>]/u;

/** Parses a message; plain text is returned unchanged. Throws if the syntax is invalid. */
export function parseMessage(message: string): string | Parsed {
  return SYNTAX.test(message) ? parsed(message, 'en').getAst() : message;
}

/** Parses a message and returns it as short JSON; plain text is returned unchanged. Throws if the syntax is invalid. */
export function packMessage(message: string): Message {
  const known = parseMessage(message);
  return typeof known === 'string' ? known : pack(known);
}

/** Returns the text of a message in a locale, filled with `values`; throws if one is missing. */
export function formatText(message: Message, locale: string, values: Values = {}): string {
  if (typeof message === 'string' && !SYNTAX.test(message)) return message;
  const ofLocale = messages.get(locale) ?? new Map<Message, IntlMessageFormat>();
  messages.set(locale, ofLocale);
  const format = ofLocale.get(message) ?? parsed(message, locale);
  ofLocale.set(message, format);
  // all values are text, so the result is text
  return String(format.format(values));
}

function parsed(message: Message, locale: string): IntlMessageFormat {
  const source = typeof message === 'string' ? message : unpack(message);
  return new IntlMessageFormat(source, locale, undefined, { ignoreTag: true, formatters });
}
