import { InvalidArgumentError, Option } from 'commander';

/** A number of seconds from the command line, fractions allowed. */
export function seconds(text: string): number {
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value) || value < 0) {
    throw new InvalidArgumentError('It must be a number of seconds, such as 30.');
  }
  return value;
}

/** A whole number from 1. */
export function count(text: string): number {
  const value = wholeNumber(text);
  if (value < 1) throw new InvalidArgumentError('It must be a whole number from 1.');
  return value;
}

/** A whole number from 0. */
export function wholeNumber(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new InvalidArgumentError('It must be a whole number.');
  return Number(text);
}

/** Numbers of the ledger or the service, which may be repeated. */
export function numbers(text: string, before: readonly number[] | undefined): number[] {
  return [...(before ?? []), count(text)];
}

/** Adds one more value to those of an option that may be repeated. */
export function repeated(value: string, before: readonly string[] | undefined): string[] {
  return [...(before ?? []), value];
}

/** `--timeout` of a command that waits, in s; `usual` where nothing else is said, else without end. */
export function timeoutOption(usual?: number): Option {
  const option = new Option(
    '--timeout <seconds>',
    'stop waiting after this time; what is bought is safe, and the same command goes on with it',
  ).argParser(seconds);
  return usual === undefined ? option : option.default(usual);
}

/** The output folder, which every command that writes files needs. */
export function outOption(): Option {
  return new Option(
    '--out <folder>',
    'folder for the results, made if missing',
  ).makeOptionMandatory();
}
