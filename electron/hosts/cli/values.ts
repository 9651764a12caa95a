import { InvalidArgumentError, Option } from 'commander';

/** Parses a number of seconds; fractions are allowed. */
export function seconds(text: string): number {
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value) || value < 0) {
    throw new InvalidArgumentError('Enter a number of seconds, such as 30.');
  }
  return value;
}

/** Parses a whole number from 1. */
export function count(text: string): number {
  const value = wholeNumber(text);
  if (value < 1) throw new InvalidArgumentError('Enter a whole number from 1.');
  return value;
}

/** Parses a whole number from 0. */
export function wholeNumber(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new InvalidArgumentError('Enter a whole number.');
  return Number(text);
}

/** Parses a repeatable number of the ledger or the service. */
export function numbers(text: string, before: readonly number[] | undefined): number[] {
  return [...(before ?? []), count(text)];
}

/** Adds a value to those of a repeatable option. */
export function repeated(value: string, before: readonly string[] | undefined): string[] {
  return [...(before ?? []), value];
}

/** Returns `--timeout` of a waiting command, in s; `usual` is the default, otherwise there is no limit. */
export function timeoutOption(usual?: number): Option {
  const option = new Option(
    '--timeout <seconds>',
    'stop waiting after this time; paid work is safe, run the same command again to continue',
  ).argParser(seconds);
  return usual === undefined ? option : option.default(usual);
}

/** Returns `--out`, which every command that writes files requires. */
export function outOption(): Option {
  return new Option(
    '--out <folder>',
    'folder for the results, created if missing',
  ).makeOptionMandatory();
}
