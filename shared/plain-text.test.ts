import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { plainJson, plainLines, plainText } from './plain-text.ts';
import { safeSegment } from './safe-name.ts';
import { forAll } from '../test/fixtures/property.ts';

const bad = /[\p{Cc}\p{Zl}\p{Zp}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069\uFEFF]/u;
const hostile = fc.string({
  unit: fc.oneof(
    fc.integer({ min: 0, max: 0x2fff }).map((code) => String.fromCodePoint(code)),
    fc.constantFrom(
      '\0',
      '\n',
      '\r',
      '\u001B[2J',
      '\u009B',
      '\u202E',
      '\u2066',
      '\uFEFF',
      '\uD800',
    ),
  ),
});

describe('A10 text from outside', () => {
  it.each([
    ['two\r\nlines', 'two lines'],
    ['a\0b', 'ab'],
    ['\u001B[2J\u001B]0;title\u0007gone', '[2J]0;titlegone'],
    ['\u009B31mred', '31mred'],
    ['photo\u202Egpj.exe', 'photogpj.exe'],
    ['a\u2028b\u2029c\u0085d\te', 'a b c d e'],
    ['\u2066isolated\u2069', 'isolated'],
    ['Zoë 写真 👩‍👧 می‌خواهم', 'Zoë 写真 👩‍👧 می‌خواهم'],
  ])('A10 %j becomes %j', (text, plain) => {
    expect(plainText(text)).toBe(plain);
  });

  it('A10 contains no control characters after cleaning, whatever it contained before', () => {
    forAll([hostile], (text) => {
      expect(plainText(text)).not.toMatch(bad);
      expect(plainLines(text).replaceAll('\n', '')).not.toMatch(bad);
      expect(plainLines(text).split('\n')).toHaveLength(text.split('\n').length);
      expect(safeSegment(text)).not.toMatch(bad);
      expect(plainJson({ text })).not.toMatch(bad);
      expect(JSON.parse(plainJson({ text }))).toEqual({ text });
    });
  });

  it('A10 is cleaned in a single pass, even if it has 5 MB', () => {
    const text = '\n \u202E\0'.repeat(1_250_000);
    expect(plainText(text)).toMatch(/^ +$/u);
  });
});
