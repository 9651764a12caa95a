import { describe, expect, it } from 'vitest';
import { agents } from '#shared/agents/index.ts';
import { formatText, packMessage, type Message } from '#shared/texts/format.ts';
import { areasOf, readTexts } from '../../renderer/texts/text-files.ts';
import { valuesOf } from '../tools/message-values.ts';

const languages = [
  { language: 'de', end: /[.?]$/u },
  { language: 'zh-CN', end: /[。？]$/u },
];
const areas = areasOf('en');

/** Returns the names and kinds of the values that a message needs, as one text. */
function toldTo(message: string): string {
  return JSON.stringify([...valuesOf(message)]);
}

describe.each(languages)('texts in $language', ({ language, end }) => {
  it.each(areas)('of %s have the same keys and values as the English texts', (area) => {
    const [english, texts] = [readTexts('en', area), readTexts(language, area)];
    expect(Object.keys(texts).sort()).toEqual(Object.keys(english).sort());
    const apart = Object.entries(english).filter(([key, message]) => {
      const text = texts[key] ?? '';
      return text.trim() === '' || toldTo(text) !== toldTo(message);
    });
    expect(apart.map(([key]) => key)).toEqual([]);
  });

  it('have no area that English does not have, except the catalogue', () => {
    expect(areasOf(language)).toEqual([...areas, 'catalogue'].sort());
  });

  it.each(['page-problems', 'problems'])(
    'of %s end with the same punctuation as the English texts',
    (area) => {
      const texts = readTexts(language, area);
      const sentences = Object.entries(readTexts('en', area)).filter(([, english]) =>
        /[.?]$/u.test(english),
      );
      expect(sentences.map(([key]) => texts[key]).filter((text) => !end.test(text ?? ''))).toEqual(
        [],
      );
    },
  );

  it('contain everything that the agent catalogue shows', () => {
    const shown = agents.flatMap(({ title, purpose, init, params, useCases }) => [
      title,
      purpose,
      ...useCases.map((useCase) => useCase.title),
      ...[...init.filter(({ name }) => name !== 'originalImage'), ...params].flatMap(
        ({ label, help, kind }) => [
          label,
          ...(help === undefined ? [] : [help]),
          ...(kind.type === 'choice'
            ? kind.choices.flatMap(({ label, note }) => [
                label,
                ...(note === undefined ? [] : [note]),
              ])
            : []),
        ],
      ),
    ]);
    const catalogue = readTexts(language, 'catalogue');
    expect(shown.filter((text) => catalogue[text] === undefined)).toEqual([]);
    expect(Object.keys(catalogue).filter((text) => !shown.includes(text))).toEqual([]);
  });
});

describe.each(['en', 'de', 'zh-CN'])('texts in %s', (language) => {
  it.each(areas)('of %s are the same when written from their packed form', (area) => {
    const apart = Object.entries(readTexts(language, area)).filter(([, message]) =>
      [0, 1, 2, 12_345].some((value) => {
        const values = Object.fromEntries(
          [...valuesOf(message).keys()].map((name) => [name, value]),
        );
        const packed = JSON.parse(JSON.stringify(packMessage(message))) as Message;
        return formatText(packed, language, values) !== formatText(message, language, values);
      }),
    );
    expect(apart.map(([key]) => key)).toEqual([]);
  });
});
