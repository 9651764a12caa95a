import { describe, expect, it } from 'vitest';
import { languageFor, localeFor } from './language.ts';

describe('the language of the screens', () => {
  it.each([
    ['system', 'de-AT', 'de'],
    ['system', 'zh-Hant-TW', 'zh-CN'],
    ['system', 'fr-FR', 'en'],
    ['system', 'den-CA', 'en'],
    ['en', 'de-AT', 'en'],
  ] as const)('with %s chosen on a system in %s is %s', (chosen, system, language) => {
    expect(languageFor(chosen, system)).toBe(language);
  });

  it.each([
    ['en', ['en-GB', 'en-US'], 'en-GB'],
    ['de', ['en-GB', 'de-CH', 'de'], 'de-CH'],
    ['en', ['de-AT'], 'en'],
    ['zh-CN', ['zh-TW'], 'zh-CN'],
  ] as const)('%s on a system with %s writes its dates as %s', (language, tags, locale) => {
    expect(localeFor(language, tags)).toBe(locale);
  });
});
