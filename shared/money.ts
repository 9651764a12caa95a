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

/** Formats an amount for a locale, with the currency's code: `EUR 0.80`, `0,80 EUR`. */
export function moneyText(money: Money, locale: string): string {
  const style = { style: 'currency', currency: money.currency, currencyDisplay: 'code' } as const;
  // Intl formats a decimal text exactly, whereas a number would be rounded.
  return new Intl.NumberFormat(locale, style).format(
    decimalText(money) as Intl.StringNumericLiteral,
  );
}

/**
 * Returns the minor units of a typed amount, which may contain a point or a comma; null if it is not an amount or has
 * too many decimals.
 */
export function minorOf(text: string, currency: string): number | null {
  const digits = minorDigits(currency);
  const found = /^(\d{1,9})(?:[.,](\d+))?$/.exec(text.trim());
  const [, whole = '', part = ''] = found ?? [];
  return found === null || part.length > digits ? null : Number(whole + part.padEnd(digits, '0'));
}

function minorDigits(currency: string): number {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency });
  return format.resolvedOptions().maximumFractionDigits ?? 0;
}
