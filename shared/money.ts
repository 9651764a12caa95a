/** An amount of money in minor units of its currency: 80 for EUR 0.80, but also 80 for JPY 80. */
export interface Money {
  /** ISO 4217 code. */
  readonly currency: string;
  readonly minor: number;
}

/** Checks whether a text is a currency code that Intl knows. */
export function isCurrency(code: string): boolean {
  return Intl.supportedValuesOf('currency').includes(code);
}

/** Returns an amount as a decimal number with a point, as used in files: `0.80`. */
export function decimalText({ currency, minor }: Money): string {
  const digits = minorDigits(currency);
  const units = String(Math.abs(minor)).padStart(digits + 1, '0');
  const [whole, part] = [units.slice(0, units.length - digits), units.slice(units.length - digits)];
  return `${minor < 0 ? '-' : ''}${whole}${part === '' ? '' : `.${part}`}`;
}

/** Returns an amount as it is typed in a locale, without its currency: `0.80`, `0,80`. */
export function typedText(money: Money, locale: string): string {
  const digits = minorDigits(money.currency);
  const style = {
    useGrouping: false,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  };
  return new Intl.NumberFormat(locale, style).format(
    decimalText(money) as Intl.StringNumericLiteral,
  );
}

/** Formats an amount for a locale, with the currency's code: `EUR 0.80`, `0,80 EUR`. */
export function moneyText(money: Money, locale: string): string {
  const style = { style: 'currency', currency: money.currency, currencyDisplay: 'code' } as const;
  // Intl formats a decimal text exactly, whereas a number would be rounded.
  return new Intl.NumberFormat(locale, style).format(
    decimalText(money) as Intl.StringNumericLiteral,
  );
}

/**
 * Returns the minor units of a typed amount, which may contain a point or a comma, and the thousands separators of
 * `locale` if it is given; null if it is not an amount or has too many decimals.
 */
export function minorOf(text: string, currency: string, locale?: string): number | null {
  const digits = minorDigits(currency);
  const plain = locale === undefined ? text : withoutSeparators(text.trim(), locale);
  const found = /^(\d{1,9})(?:[.,](\d+))?$/.exec(plain.trim());
  const [, whole = '', part = ''] = found ?? [];
  return found === null || part.length > digits ? null : Number(whole + part.padEnd(digits, '0'));
}

/** Removes the thousands separators of a locale where they separate groups of three digits. */
function withoutSeparators(text: string, locale: string): string {
  const parts = new Intl.NumberFormat(locale).formatToParts(12_345.6);
  const separator = parts.find(({ type }) => type === 'group')?.value ?? '';
  const decimal = parts.find(({ type }) => type === 'decimal')?.value ?? '';
  const [whole = '', ...rest] = decimal === '' ? [text] : text.split(decimal);
  const groups = separator === '' ? [] : whole.split(separator);
  const isGrouped =
    groups.length > 1 &&
    /^[1-9]\d{0,2}$/.test(groups[0] ?? '') &&
    groups.slice(1).every((group) => /^\d{3}$/.test(group));
  return isGrouped ? [groups.join(''), ...rest].join(decimal) : text;
}

function minorDigits(currency: string): number {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency });
  return format.resolvedOptions().maximumFractionDigits ?? 0;
}
