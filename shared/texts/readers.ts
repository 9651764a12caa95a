import type { Language } from '../language.ts';
import germanCatalogue from './de/catalogue.json' with { type: 'json' };
import germanPage from './de/page-problems.json' with { type: 'json' };
import german from './de/problems.json' with { type: 'json' };
import englishPage from './en/page-problems.json' with { type: 'json' };
import english from './en/problems.json' with { type: 'json' };
import type { Reader } from './problem-text.ts';
import { lineReader, screenReader } from './reader.ts';
import chineseCatalogue from './zh-CN/catalogue.json' with { type: 'json' };
import chinesePage from './zh-CN/page-problems.json' with { type: 'json' };
import chinese from './zh-CN/problems.json' with { type: 'json' };

type Texts = Readonly<Record<string, string>>;

interface Tongue {
  readonly problems: Texts;
  /** Labels of the agent catalogue, keyed by the English ones. */
  readonly catalogue: Texts;
}

const tongues: Readonly<Record<Language, Tongue>> = {
  en: { problems: { ...english, ...englishPage }, catalogue: {} },
  de: { problems: { ...german, ...germanPage }, catalogue: germanCatalogue },
  'zh-CN': { problems: { ...chinese, ...chinesePage }, catalogue: chineseCatalogue },
};

/**
 * Returns the reader for problems outside the window, see `problemTextFor`: `line` for commands and logs,
 * `screen` for dialogs and notifications. `locale` comes from `localeFor`. The window has its own reader,
 * which loads only one language.
 */
export function readerFor(language: Language, place: Reader['place'], locale: string): Reader {
  const { problems, catalogue } = tongues[language];
  const words = {
    locale,
    message: (key: string) => problems[key],
    label: (text: string) => catalogue[text] ?? text,
  };
  return place === 'line' ? lineReader(words) : screenReader(words, (name) => name);
}
