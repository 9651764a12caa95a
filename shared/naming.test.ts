import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyText } from '../test/fixtures/any-text.ts';
import { forAll } from '../test/fixtures/property.ts';
import { checkTemplate, defaultTemplate, numbered, renderName, tokens } from './naming.ts';
import type { NameValues } from './naming.ts';
import { bytesOf, cutToBytes, longestSegment, safeSegment } from './safe-name.ts';
import { checkSkuPattern, skuOf } from './sku.ts';

const values: NameValues = {
  photoName: 'AB123_front.JPG',
  resultName: null,
  folder: 'Monday',
  agent: 'aimodel',
  version: 'v1.0',
  recipe: 'Clean',
  model: '',
  scene: 'Loft',
  seq: 42,
  index: 2,
  at: new Date(2026, 2, 31, 14, 5, 9).getTime(),
  skuPattern: null,
};

const hurtful = [
  ...'.. / \\ . CON nul.txt COM¹ C: ~ {name} 漢 👩‍👩‍👧‍👦 - _ %2e | :'.split(' '),
  ...Array.from(' \0\u202E\u200B\u0301\uD800\n\u2028'),
];

/** Texts that often cause bugs, mixed with arbitrary texts. */
const nasty = fc.oneof(
  anyText(300),
  fc.string({ unit: 'grapheme', maxLength: 300 }),
  fc.array(fc.constantFrom(...hurtful), { maxLength: 200 }).map((parts) => parts.join('')),
);

const reserved = /^(?:con|prn|aux|nul|conin\$|conout\$|com[\d¹²³]|lpt[\d¹²³]) *(?:\..*)?$/iu;

function expectSafe(path: string) {
  for (const segment of path.split('/')) {
    expect(segment).not.toBe('');
    expect(segment).not.toMatch(/^\.|[. ]$|[<>:"|?*\\]|[\p{Cc}\p{Zl}\p{Zp}]/u);
    expect(segment).not.toMatch(/(?!\u200D)\p{Cf}/u);
    expect(`${segment}.png`).not.toMatch(reserved);
    expect(segment.isWellFormed()).toBe(true);
    expect(segment.normalize('NFC')).toBe(segment);
    expect(bytesOf(`${segment}-99999.webp`)).toBeLessThanOrEqual(255);
  }
}

describe('a rendered name', () => {
  it.each([
    [defaultTemplate, 'AB123_front_Clean_2'],
    ['{folder}/{recipe}/{sku}-{index}', 'Monday/Clean/AB123-2'],
    ['{seq}_{date}_{time}.{ext}', '00042_2026-03-31_14-05-09.jpg'],
    ['{name}_{model}_{scene}', 'AB123_front_Loft'],
    ['{model}_{name}', 'AB123_front'],
    ['{model}/{name}', 'AB123_front'],
    ['{agent} {version} {name}', 'aimodel v1.0 AB123_front'],
    ['{model}', 'photo'],
    ['../../{name}', 'AB123_front'],
    ['a\\..\\{name}', 'a/AB123_front'],
  ])('of the template %s is %s', (template, name) => {
    expect(renderName(template, values)).toBe(name);
  });

  it('of a shop file has the name of its result, and the article of its photo', () => {
    const shopFile = { ...values, resultName: 'AB123_front_Clean_2.png', skuPattern: '(\\d+)$' };
    expect(renderName('{name}', shopFile)).toBe('AB123_front_Clean_2');
    expect(renderName('{sku}.{ext}', { ...shopFile, photoName: 'shoe_77.JPG' })).toBe('77.jpg');
  });

  it('F63 is valid in every file system', () => {
    const named = (photoName: string) => renderName('{name}', { ...values, photoName });
    expect(named('CON.jpg')).toBe('CON-');
    expect(named('trailing. .jpg')).toBe('trailing');
    expect(named('../../etc/passwd.jpg')).toBe('-..-etc-passwd');
    expect(named('photo\u202Egnp.exe.jpg')).toBe('photognp.exe');
    expect(named('.jpg')).toBe('jpg');
  });

  it('F63 shortens the longest value at a character boundary and keeps the rest', () => {
    const family = '👩‍👩‍👧‍👦';
    const name = renderName(defaultTemplate, { ...values, photoName: `${family.repeat(40)}.jpg` });
    expect(name).toMatch(/_Clean_2$/u);
    expect(bytesOf(name)).toBeLessThanOrEqual(longestSegment);
    expect(name.replace(/_Clean_2$/u, '').replaceAll(family, '')).toBe('');
  });

  it('F61 is the same for both Unicode normal forms of a name', () => {
    const [composed, apart] = ['é.jpg', 'e\u0301.jpg'].map((photoName) =>
      renderName('{name}', { ...values, photoName }),
    );
    expect(composed).toBe(apart);
  });

  it('is a safe relative path for any template and values', () => {
    forAll(
      [
        fc.oneof(nasty, fc.constantFrom(...Object.keys(tokens).map((token) => `{${token}}`))),
        fc.record({
          photoName: nasty,
          resultName: fc.option(nasty),
          folder: nasty,
          agent: nasty,
          version: nasty,
          recipe: nasty,
          model: nasty,
          scene: nasty,
          seq: fc.nat(),
          index: fc.nat(),
          at: fc.nat(4e12),
          skuPattern: fc.option(nasty),
        }),
      ],
      500,
      (template, given) => {
        const path = renderName(template, given);
        expect(path).not.toBe('');
        expectSafe(path);
      },
    );
  });

  it('has as many folders as its template, whatever the values', () => {
    forAll([nasty, nasty], (photoName, recipe) => {
      const path = renderName('{recipe}/{name}', { ...values, photoName, recipe });
      expect(path.split('/').length).toBeLessThanOrEqual(2);
      expectSafe(path);
    });
  });

  it('gets a number on a collision', () => {
    expect([1, 2, 3].map((n) => numbered('a/b', n))).toEqual(['a/b', 'a/b-2', 'a/b-3']);
  });
});

describe('a naming template', () => {
  it.each([
    ['../{name}', 'template-escapes'],
    ['{name}/..', 'template-escapes'],
    ['a/.. /{name}', 'template-escapes'],
    ['./{name}', 'template-escapes'],
    ['/srv/{name}', 'template-escapes'],
    ['//server/share/{name}', 'template-escapes'],
    ['\\\\server\\share\\{name}', 'template-escapes'],
    ['..\\{name}', 'template-escapes'],
    ['C:{name}', 'template-escapes'],
    ['c:/{name}', 'template-escapes'],
    ['{name}\0', 'template-invalid'],
    ['{name}:x', 'template-invalid'],
    ['a//{name}', 'template-invalid'],
    ['{name}/', 'template-invalid'],
    ['{name', 'template-invalid'],
    ['name}', 'template-invalid'],
    ['{}{name}', 'template-token'],
    ['{naem}', 'template-token'],
    ['{recipe}_{index}', 'template-same-names'],
    ['', 'template-invalid'],
    ['x'.repeat(301), 'template-invalid'],
    [`${'a/'.repeat(9)}{name}`, 'template-invalid'],
  ])('F64 %j is refused with %s', (template, code) => {
    expect(checkTemplate(template).map((problem) => problem.code)).toContain(code);
  });

  it.each([defaultTemplate, '{recipe}/{name}', '{sku}/{seq}-{index}', '{date} {time}', 'ü {name}'])(
    '%j is valid',
    (template) => {
      expect(checkTemplate(template)).toEqual([]);
    },
  );

  it('is refused with a suggestion for a misspelled token', () => {
    expect(checkTemplate('{recip}_{name}')[0]?.message).toContain('{recipe}');
  });

  it('creates exactly the folders that it contains', () => {
    forAll([nasty, nasty], (literal, photoName) => {
      const template = `${literal}{name}`;
      fc.pre(checkTemplate(template).length === 0);
      const path = renderName(template, { ...values, photoName });
      expect(path.split('/').length).toBeLessThanOrEqual(template.split('/').length);
      expectSafe(path);
    });
  });
});

describe('a safe segment', () => {
  it('stays within its byte limit, except for one character that makes a reserved name safe', () => {
    const long = fc.array(nasty, { minLength: 3, maxLength: 6 }).map((parts) => parts.join('x'));
    forAll([long, fc.integer({ min: 8, max: 255 })], (text, bytes) => {
      expect(bytesOf(safeSegment(text, bytes))).toBeLessThanOrEqual(bytes + 1);
    });
  });

  it('does not change if it is made safe again', () => {
    forAll([nasty, fc.integer({ min: 8, max: 255 })], (text, bytes) => {
      const once = safeSegment(text, bytes);
      expect(safeSegment(once, bytes)).toBe(once);
    });
  });

  it('is the beginning of the text, within the byte limit', () => {
    forAll([nasty, fc.nat(40)], (text, bytes) => {
      const cut = cutToBytes(text, bytes);
      expect(text.startsWith(cut)).toBe(true);
      expect(bytesOf(cut)).toBeLessThanOrEqual(bytes);
    });
  });
});

describe('the article (SKU)', () => {
  it.each([
    ['AB123_front', null, 'AB123'],
    ['_front', null, ''],
    ['2026 SKU-77812 left', String.raw`SKU-(\d+)`, '77812'],
    ['nothing here', String.raw`SKU-(\d+)`, ''],
  ])('in %j, found by the pattern %j, is %j', (name, pattern, sku) => {
    expect(skuOf(name, pattern)).toBe(sku);
  });

  it.each(['(a', 'abc', '(a)(b)', '((a+)+)$', '(a|a)*b', '(a)+', 'a'.repeat(101), '(.*.*.*.*.*)x'])(
    'pattern %j is refused',
    (pattern) => {
      expect(checkSkuPattern(pattern)).toHaveLength(1);
    },
  );

  it('is found quickly with every accepted pattern', () => {
    const atoms = [...'a . a+ .* .*? a? [ab]+ a{1,} | ( )'.split(' '), String.raw`\w`];
    const pattern = fc
      .array(fc.constantFrom(...atoms), { maxLength: 12 })
      .map((parts) => `(${parts.join('')})!`);
    forAll([pattern], 200, (each) => {
      fc.pre(checkSkuPattern(each).length === 0);
      const began = process.threadCpuUsage();
      skuOf('a'.repeat(200), each);
      expect(process.threadCpuUsage(began).user).toBeLessThan(2e6);
    });
  });
});
