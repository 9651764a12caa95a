import type { NamedParameter } from '../said.ts';
import type { Message } from './format.ts';
import type { Reader } from './problem-text.ts';

/** The texts that a reader needs in one language. */
export interface Words {
  /** The locale of numbers, lists and dates, such as `de-AT`. */
  readonly locale: string;
  /** Returns the message of a problem's key; undefined for an unknown key. */
  message(key: string): Message | undefined;
  /** Returns an English label of the agent catalogue in the language. */
  label(english: string): string;
}

/** How a language writes names and lists within a sentence. */
interface Typography {
  readonly between: string;
  quoted(text: string): string;
  /** Returns a parameter by its name in files and commands, with the `label` of its field if there is one. */
  named(name: string, label?: string): string;
}

const latin = (quoted: Typography['quoted']): Typography => ({
  between: ', ',
  quoted,
  named: (name, label) => (label === undefined ? name : `${label} (${name})`),
});

const english = latin((text) => `"${text}"`);
const german = latin((text) => `„${text}“`);

/** Chinese uses no spaces next to its own punctuation, so its messages have none around a name. */
const chinese: Typography = {
  between: '、',
  quoted: (text) => `“${text}”`,
  named: (name, label) => (label === undefined ? `“${name}”` : `${label}（${name}）`),
};

function typographyOf(locale: string): Typography {
  if (locale.startsWith('zh')) return chinese;
  return locale.startsWith('de') ? german : english;
}

/**
 * Returns the reader for a line of text: parameters have their names in files and commands, days the form
 * 2026-03-31.
 */
export function lineReader({ locale, message, label }: Words): Reader {
  const { between, named } = typographyOf(locale);
  return {
    locale,
    place: 'line',
    message,
    parameter: (given) =>
      typeof given === 'string' ? named(given) : named(given.name, label(given.label)),
    parameters: (names) => names.join(between),
    list: (items) => items.join(between),
    either: (items) => eitherOf(items, locale),
    day: (day) => day,
  };
}

/**
 * Returns the reader for a screen: parameters have the labels of their fields. `labelOf` returns the label of
 * a parameter or field in the language, or the name itself if it has none.
 */
export function screenReader(words: Words, labelOf: (name: string) => string): Reader {
  const { locale, label } = words;
  const { quoted } = typographyOf(locale);
  const shown = (given: string | NamedParameter) =>
    quoted(typeof given === 'string' ? labelOf(given) : label(given.label));
  const inFile = lineReader(words);
  return {
    ...inFile,
    place: 'screen',
    inFile,

    parameter: shown,
    parameters: (names) => eitherOf(names.map(shown), locale),
    day: (day) => dayOf(day, locale),
  };
}

/** English without a region is British, like our texts: no comma before "or". */
function eitherOf(items: readonly string[], locale: string): string {
  const lists = new Intl.ListFormat(locale === 'en' ? 'en-GB' : locale, { type: 'disjunction' });
  return lists.format(items);
}

function dayOf(day: string, locale: string): string {
  const dates = new Intl.DateTimeFormat(locale, {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
  });
  // noon, so that the day is the same in every time zone
  return dates.format(new Date(`${day}T12:00`));
}
