import { IntlMessageFormat } from 'intl-messageformat';
import { describe, expect, it } from 'vitest';
import { agents } from '#shared/agents/index.ts';
import { en } from '../../renderer/texts/en.ts';
import { compileMessage } from '../../renderer/texts/compile.ts';
import { de } from '../../renderer/texts/de.ts';
import { say } from '../../renderer/texts/message.ts';
import { zhCN } from '../../renderer/texts/zh-CN.ts';

type Key = keyof typeof en;
const keys = Object.keys(en) as Key[];

/** Returns the names of a text's arguments, at any depth. */
function argumentsOf(text: string, language: string): string[] {
  const found = new Set<string>();
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(visit);
    if (typeof value !== 'object' || value === null) return;
    const { type, value: name, options } = value as Record<string, unknown>;
    // 0 is plain text and 7 the number sign of a plural
    if (type !== 0 && type !== 7 && typeof name === 'string') found.add(name);
    for (const option of Object.values(options ?? {})) visit((option as { value: unknown }).value);
  };
  visit(new IntlMessageFormat(text, language, undefined, { ignoreTag: true }).getAst());
  return [...found].sort();
}

const languages = [
  { language: 'de', words: de, end: '.' },
  { language: 'zh-CN', words: zhCN, end: '。' },
];

describe.each(languages)('texts of the screens in $language', ({ language, words, end }) => {
  const { texts, problems, catalogue } = words;

  it('say the same as the English ones', () => {
    const apart = keys.filter(
      (key) =>
        texts[key].trim() === '' ||
        argumentsOf(texts[key], language).join() !== argumentsOf(en[key], 'en').join(),
    );
    expect(apart).toEqual([]);
  });

  it('tell a problem whole where nothing is to be worked in', () => {
    const bare = Object.values(problems).map((text) => text.replaceAll(/\[[^\]]*\]/gu, ''));
    expect(bare.filter((text) => /\{about\}|\{field\}|[[\]]| [,.;:]| {2}/u.test(text))).toEqual([]);
    expect(bare.filter((text) => !text.endsWith(end))).toEqual([]);
  });

  it('have words for all that the catalogue of agents shows', () => {
    const shown = agents.flatMap(({ title, purpose, init, params, useCases }) => [
      title,
      purpose,
      ...useCases.map((useCase) => useCase.title),
      ...[...init.filter(({ name }) => name !== 'originalImage'), ...params].flatMap(
        ({ label, help, kind }) => [
          label,
          ...(help === undefined ? [] : [help]),
          ...(kind.type === 'choice' ? kind.choices.map((choice) => choice.label) : []),
        ],
      ),
    ]);
    expect(shown.filter((text) => catalogue[text] === undefined)).toEqual([]);
    expect(Object.keys(catalogue).filter((text) => !shown.includes(text))).toEqual([]);
  });
});

describe.each([{ language: 'en', texts: en }, ...languages.map(sayings)])(
  'texts of the screens in $language, as the build leaves them',
  ({ language, texts }) => {
    it('say what ICU says', () => {
      const apart = keys.filter((key) =>
        [0, 1, 2, 12_345].some((value) => {
          const text = texts[key];
          const values = Object.fromEntries(
            argumentsOf(text, language).map((name) => [name, value]),
          );
          const format = new IntlMessageFormat(text, language, undefined, { ignoreTag: true });
          return say(compileMessage(text), language, values) !== format.format(values);
        }),
      );
      expect(apart).toEqual([]);
    });
  },
);

describe('a message', () => {
  it('of a kind that no page can say fails the build', () => {
    for (const text of [
      '{day, date}',
      '{count, selectordinal, other {#th}}',
      '{a',
      '{n, number, percent}',
    ])
      expect(() => compileMessage(text)).toThrow(/Texts are made without|EXPECT_/u);
  });

  it('that is not told its value is a bug, and never said with a hole', () => {
    expect(() => say(compileMessage('{name} is there'), 'en', {})).toThrow('name');
  });
});

function sayings({ language, words }: (typeof languages)[number]) {
  return { language, texts: words.texts };
}
