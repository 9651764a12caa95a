import type { Language } from '../language.ts';
import englishPage from './en/page-problems.json' with { type: 'json' };
import english from './en/problems.json' with { type: 'json' };
import type { Reader } from './problem-text.ts';
import { lineReader, screenReader } from './reader.ts';

type Texts = Readonly<Record<string, string>>;
type File = Promise<{ readonly default: Texts }>;

/** The problems of each other language, and its labels of the agent catalogue; read only if it is spoken. */
const files: Readonly<Record<Exclude<Language, 'en'>, () => readonly [File, File, File]>> = {
  de: () => [
    import('./de/problems.json', { with: { type: 'json' } }),
    import('./de/page-problems.json', { with: { type: 'json' } }),
    import('./de/catalogue.json', { with: { type: 'json' } }),
  ],
  'zh-CN': () => [
    import('./zh-CN/problems.json', { with: { type: 'json' } }),
    import('./zh-CN/page-problems.json', { with: { type: 'json' } }),
    import('./zh-CN/catalogue.json', { with: { type: 'json' } }),
  ],
};

async function textsOf(language: Language): Promise<readonly [Texts, Texts, Texts]> {
  // failure.ts has read the English ones
  if (language === 'en') return [english, englishPage, {}];
  const [problems, page, catalogue] = await Promise.all(files[language]());
  return [problems.default, page.default, catalogue.default];
}

/**
 * Returns the reader for problems outside the window, see `problemTextFor`: `line` for commands and logs,
 * `screen` for dialogs and notifications. `locale` comes from `localeFor`. The window has its own reader.
 */
export async function readerFor(
  language: Language,
  place: Reader['place'],
  locale: string,
): Promise<Reader> {
  const [problems, page, catalogue] = await textsOf(language);
  const words = {
    locale,
    message: (key: string) => problems[key] ?? page[key],
    label: (text: string) => catalogue[text] ?? text,
  };
  return place === 'line' ? lineReader(words) : screenReader(words, (name) => name);
}
