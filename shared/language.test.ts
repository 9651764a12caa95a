import { describe, expect, it } from 'vitest';
import { anyText } from '../test/fixtures/any-text.ts';
import { forAll } from '../test/fixtures/property.ts';
import { languageFor, localeFor, messageTag, plainTag } from './language.ts';

describe('the language', () => {
  it.each([
    ['system', 'de-AT', 'de'],
    ['system', 'zh-Hant-TW', 'zh-CN'],
    ['system', 'fr-FR', 'en'],
    ['system', 'den-CA', 'en'],
    ['en', 'de-AT', 'en'],
  ] as const)(
    'is, with the setting %s and the system language %s, %s',
    (chosen, system, language) => {
      expect(languageFor(chosen, system)).toBe(language);
    },
  );

  it.each([
    ['en', ['en-GB', 'en-US'], 'en-GB'],
    ['de', ['en-GB', 'de-CH', 'de'], 'de-CH'],
    ['en', ['de-AT'], 'en'],
    ['zh-CN', ['zh-TW'], 'zh-CN'],
  ] as const)(
    '%s on a system with the languages %s formats dates for %s',
    (language, tags, locale) => {
      expect(localeFor(language, tags)).toBe(locale);
    },
  );

  it.each([
    ['en-US@posix', 'en-US', 'en'],
    ['de_AT.UTF-8', 'de-AT', 'de'],
    ['de_DE@euro', 'de-DE', 'de'],
    ['ZH_cn.GB18030', 'zh-CN', 'zh-CN'],
    ['C', null, 'en'],
    ['C.UTF-8', null, 'en'],
    ['POSIX', null, 'en'],
    ['', null, 'en'],
    ['de DE', null, 'en'],
    ['../../etc', null, 'en'],
    ['日本語', null, 'en'],
  ] as const)('B15 treats the system’s %j as %s', (given, tag, language) => {
    expect(plainTag(given)).toBe(tag);
    expect(languageFor('system', given)).toBe(language);
    for (const spoken of ['en', 'de', 'zh-CN'] as const) {
      const locale = localeFor(spoken, [given]);
      expect(new Intl.NumberFormat(locale).format(1)).toBe('1');
      expect(locale.split('-')[0]).toBe(spoken.split('-')[0]);
    }
  });

  it('B15 accepts any text from the system', () => {
    forAll([anyText(20)], (given) => {
      const locale = localeFor(languageFor('system', given), [given, 'en-US@posix']);
      expect(Intl.getCanonicalLocales(locale)).toHaveLength(1);
    });
  });
});

describe('the language of a command', () => {
  it.each([
    [{ LC_ALL: 'de_DE.UTF-8', LC_MESSAGES: 'zh_CN', LANG: 'en_US' }, 'de'],
    [{ LC_ALL: '', LC_MESSAGES: 'zh_CN.UTF-8', LANG: 'de_DE' }, 'zh-CN'],
    [{ LC_MESSAGES: '', LANG: 'de_AT.UTF-8' }, 'de'],
    [{ LC_ALL: 'C', LANG: 'de_DE.UTF-8' }, 'en'],
    [{ LC_ALL: 'POSIX', LANG: 'zh_CN' }, 'en'],
    [{ LANG: 'fr_FR.UTF-8' }, 'en'],
    [{ LC_NUMERIC: 'de_DE.UTF-8' }, 'en'],
    [{}, 'en'],
  ] as const)('with %j is %s', (env, language) => {
    expect(languageFor('system', messageTag(env))).toBe(language);
  });
});
