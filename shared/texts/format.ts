import { IntlMessageFormat } from 'intl-messageformat';

/** The parsed form of a message, as FormatJS has it. */
export type Parsed = ReturnType<IntlMessageFormat['getAst']>;

/** A message as it is written (ICU), or as the build of the window parsed it. */
export type Message = string | Parsed;

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

/** Matches what a message must have to say anything else than its own words. */
const SYNTAX = /[{}]|'['<>]/u;

/** Returns a message as it is written in its parsed form; plain text stays text. Throws for an invalid message. */
export function parseMessage(message: string): Message {
  return SYNTAX.test(message) ? parsed(message, 'en').getAst() : message;
}

/** Returns the text of a message in a locale, filled with `values`; throws if one is missing. */
export function formatText(message: Message, locale: string, values: Values = {}): string {
  if (typeof message === 'string' && !SYNTAX.test(message)) return message;
  const ofLocale = messages.get(locale) ?? new Map<Message, IntlMessageFormat>();
  messages.set(locale, ofLocale);
  const format = ofLocale.get(message) ?? parsed(message, locale);
  ofLocale.set(message, format);
  // only texts are put in, so the parts add up to a text
  return String(format.format(values));
}

function parsed(message: Message, locale: string): IntlMessageFormat {
  return new IntlMessageFormat(message, locale, undefined, { ignoreTag: true, formatters });
}
