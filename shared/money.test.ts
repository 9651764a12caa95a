import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decimalText, isCurrency, minorOf, moneyText, typedText } from './money.ts';
import { priceOf, priceSettings, usualPrices, withPrice } from './prices.ts';
import { schemaOf } from './setting.ts';
import * as v from 'valibot';

describe('an amount of money', () => {
  it.each([
    ['EUR', 80, '0.80'],
    ['EUR', 5, '0.05'],
    ['EUR', -123, '-1.23'],
    ['JPY', 80, '80'],
    ['JPY', 0, '0'],
    ['KWD', 1, '0.001'],
  ])('in %s with %i minor units is written as %s', (currency, minor, text) => {
    expect(decimalText({ currency, minor })).toBe(text);
  });

  it('keeps all digits', () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), (minor) => {
        expect(Number(decimalText({ currency: 'EUR', minor }).replace('.', '')) || 0).toBe(
          minor || 0,
        );
      }),
    );
  });

  it.each([
    ['en', 'EUR 90,071,992,547,409.91'],
    ['de', '90.071.992.547.409,91 EUR'],
    ['zh-CN', 'EUR 90,071,992,547,409.91'],
  ])('is written exactly in %s', (locale, text) => {
    const money = { currency: 'EUR', minor: Number.MAX_SAFE_INTEGER };
    expect(moneyText(money, locale).replaceAll('\u00A0', ' ')).toBe(text);
  });

  it('must have an existing currency', () => {
    expect(['EUR', 'CNY', 'eur', 'XYZ', ''].filter(isCurrency)).toEqual(['EUR', 'CNY']);
  });
});

describe('the price of an image', () => {
  const perImage = [
    { agent: 'mannequin', version: null, amount: 20 },
    { agent: 'mannequin', version: 'v1.5', amount: 30 },
  ];
  const prices = { ...usualPrices, perImage };
  const priced = (agent: string, version: string) => priceOf(prices, { agent, version });

  it.each([
    ['that was set for the version only', [{ agent: 'removeBG', version: 'v1.0', amount: 20 }]],
    ['that was set for all versions', [{ agent: 'removeBG', version: null, amount: 20 }]],
  ])('can be changed and removed if it is one %s', (_, set) => {
    const removeBG = { agent: 'removeBG', version: 'v1.0' };
    const changed = {
      ...usualPrices,
      perImage: withPrice({ ...usualPrices, perImage: set }, removeBG, 30),
    };
    expect(priceOf(changed, removeBG)?.minor).toBe(30);
    const perImage = withPrice(changed, removeBG, null);
    expect(priceOf({ ...usualPrices, perImage }, removeBG)).toBeNull();
  });

  it('can be changed and removed for one version of an agent, and stays for the others', () => {
    const older = { agent: 'mannequin', version: 'v1.0' };
    const changed = { ...prices, perImage: withPrice(prices, older, 25) };
    expect(priceOf(changed, older)?.minor).toBe(25);
    const removed = { ...prices, perImage: withPrice(changed, older, null) };
    expect(priceOf(removed, older)).toBeNull();
    expect(priceOf(removed, { ...older, version: 'v1.5' })?.minor).toBe(30);
  });

  it('is the price of the version, otherwise that of the agent', () => {
    expect(priced('mannequin', 'v1.5')).toEqual({ currency: 'EUR', minor: 30 });
    expect(priced('mannequin', 'v1.0')).toEqual({ currency: 'EUR', minor: 20 });
    expect(priced('removeBG', 'v1.0')).toBeNull();
  });

  it.each([
    [{ perImage }, true],
    [{ currency: 'Euro' }, false],
    [{ perImage: [{ agent: 'nobody', version: null, amount: 20 }] }, false],
    [{ perImage: [{ agent: 'mannequin', version: 'v9', amount: 20 }] }, false],
    [{ perImage: [...perImage, { agent: 'mannequin', version: null, amount: 1 }] }, false],
    [{ perImage: [{ agent: 'mannequin', version: null, amount: 0.5 }] }, false],
    [{ perImage: [{ agent: 'mannequin', version: null, amount: -1 }] }, false],
  ])('is checked: %j', (given, isValid) => {
    expect(v.is(schemaOf(priceSettings), { ...usualPrices, ...given })).toBe(isValid);
  });
});

it.each([
  ['0.12', 'EUR', 12],
  ['0,1', 'EUR', 10],
  [' 3 ', 'EUR', 300],
  ['12', 'JPY', 12],
  ['0.125', 'TND', 125],
  ['0.125', 'EUR', null],
  ['0.5', 'JPY', null],
  ['-1', 'EUR', null],
  ['1e3', 'EUR', null],
  ['1,000.50', 'EUR', null],
  ['', 'EUR', null],
])('reads the typed amount %j in %s as %j', (text, currency, minor) => {
  expect(minorOf(text, currency)).toBe(minor);
});

it.each([
  ['de', 'EUR', 50_000, '500,00'],
  ['en', 'EUR', 123_456, '1234.56'],
  ['zh-CN', 'CNY', 5, '0.05'],
  ['de', 'JPY', 500, '500'],
])('in %s, a field shows an amount in %s as it is typed', (locale, currency, minor, text) => {
  expect(typedText({ currency, minor }, locale)).toBe(text);
  expect(minorOf(text, currency, locale)).toBe(minor);
});

it.each([
  ['1.234,50', 'de', 123_450],
  ['1.000', 'de', 100_000],
  ['1,234.50', 'en', 123_450],
  ['0,5', 'en', 50],
  ['12.34.50', 'de', null],
  ['1.2345', 'de', null],
])('reads %j, typed in the locale %s, as %j', (text, locale, minor) => {
  expect(minorOf(text, 'EUR', locale)).toBe(minor);
});
