import { describe, expect, expectTypeOf, it } from 'vitest';
import { formatText, packMessage, type Message } from './format.ts';
import { textsOf, type PlainKey } from './texts.ts';

/** As `npm run texts` writes it. */
interface ExampleTexts {
  title: null;
  photos: { count: number };
  'view.queue': null;
  'view.library': { name: string | number };
}

const texts = textsOf<ExampleTexts>(
  {
    title: "It's here",
    photos: '{count, plural, =0 {No photos} one {# photo} other {# photos}}',
    'view.queue': 'Queue',
    'view.library': 'Library {name}',
  },
  'de',
);

describe('a text', () => {
  it('contains its values, in the format of its language', () => {
    expect(texts('title')).toBe("It's here");
    expect(texts('photos', { count: 0 })).toBe('No photos');
    expect(texts('photos', { count: 1 })).toBe('1 photo');
    expect(texts('photos', { count: 12_345 })).toBe('12.345 photos');
  });

  it('throws if a value is missing', () => {
    expect(() => formatText('{name} is there', 'en', {})).toThrow('name');
  });

  it('keeps braces and angle brackets that the message quotes', () => {
    expect(formatText("Use '{name}' or <b>", 'en')).toBe('Use {name} or <b>');
    expect(formatText("It''s {name}", 'en', { name: 'x' })).toBe("It's x");
  });

  it.each([
    "It's here",
    "It''s here",
    '<b>bold</b>',
    "'<b>'",
    "Use '{name}'",
    '{count, number, ::.00} of {all, plural, offset:1 =1 {one} other {# photos}}, {all, selectordinal, other {#.}}',
    '{count, number} of {all, plural, one {# photo} other {# photos}}',
    '{kind, select, psd {a PSD} other {an image}}',
  ])('is the same from its packed form: %s', (message) => {
    const values = { count: 3, all: 1, kind: 'psd' };
    const packed = JSON.parse(JSON.stringify(packMessage(message))) as Message;
    expect(formatText(packed, 'en', values)).toBe(formatText(message, 'en', values));
  });
});

describe('the types of the texts', () => {
  it('require exactly the values of a message', () => {
    expectTypeOf<PlainKey<ExampleTexts>>().toEqualTypeOf<'title' | 'view.queue'>();
    // @ts-expect-error a value is missing
    expect(() => texts('photos')).toThrow('count');
    // @ts-expect-error a value is of the wrong type
    texts('photos', { count: 'many' });
    // @ts-expect-error a value has the wrong name
    expect(() => texts('photos', { number: 3 })).toThrow('count');
    // @ts-expect-error a plain text takes no values
    texts('title', { count: 3 });
    const view = 'library' as 'library' | 'queue';
    // @ts-expect-error one of the texts takes a value
    expect(() => texts(`view.${view}`)).toThrow('name');
    expect(texts(`view.${view}`, { name: 'A' })).toBe('Library A');
  });
});
