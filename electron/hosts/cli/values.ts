import { InvalidArgumentError, Option } from 'commander';
import { LONGEST_CLIENT } from '#shared/contract/schemas.ts';
import { isDay } from '#shared/day.ts';
import type { HelpTexts } from './speech.ts';

/** Reasons for which a value is refused; usage.ts has the sentences. */
export const valueRefusals = [
  'seconds',
  'count',
  'whole',
  'port',
  'amount',
  'day',
  'month',
  'client',
  'root',
] as const;
export type ValueRefusal = (typeof valueRefusals)[number];

function refusal(why: ValueRefusal): InvalidArgumentError {
  return new InvalidArgumentError(why);
}

/** Parses a number of seconds; fractions are allowed. */
export function seconds(text: string): number {
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value) || value < 0) throw refusal('seconds');
  return value;
}

/** Parses a whole number from 1. */
export function count(text: string): number {
  const value = wholeNumber(text);
  if (value < 1) throw refusal('count');
  return value;
}

/** Parses a whole number from 0. */
export function wholeNumber(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw refusal('whole');
  return Number(text);
}

/** Parses the number of a port. */
export function port(text: string): number {
  const value = wholeNumber(text);
  if (value < 1 || value > 65_535) throw refusal('port');
  return value;
}

/** Checks an amount of money above 0, such as 50 or 49.90; its currency is checked later. */
export function amount(text: string): string {
  if (!/^\d{1,9}(?:[.,]\d{1,4})?$/.test(text) || !/[1-9]/.test(text)) throw refusal('amount');
  return text;
}

/** Checks a day, YYYY-MM-DD. */
export function day(text: string): string {
  if (!isDay(text)) throw refusal('day');
  return text;
}

/** Checks the name of a client, which may have at most 100 characters. */
export function clientName(text: string): string {
  const name = text.trim();
  if (name === '' || name.length > LONGEST_CLIENT) throw refusal('client');
  return name;
}

/** A folder with the name that stations of a shared studio use for it. */
export type NamedFolder = readonly [name: string, folder: string];

/** Adds `name=folder` to those given before. */
export function namedFolders(text: string, before: readonly NamedFolder[]): readonly NamedFolder[] {
  const at = text.indexOf('=');
  if (at < 1 || at === text.length - 1) throw refusal('root');
  return [...before, [text.slice(0, at), text.slice(at + 1)]];
}

/** Checks a month, YYYY-MM. */
export function month(text: string): string {
  if (!isDay(`${text}-01`)) throw refusal('month');
  return text;
}

/** Adds a number, such as a job's id, to the values of a repeatable option. */
export function numbers(text: string, before: readonly number[] | undefined): number[] {
  return [...(before ?? []), count(text)];
}

/** Adds a value to those of a repeatable option. */
export function repeated(value: string, before: readonly string[] | undefined): string[] {
  return [...(before ?? []), value];
}

/**
 * Returns the option `--timeout`, in s, of a command that waits. `usual` is its default; without `usual`, there is no
 * limit.
 */
export function timeoutOption(t: HelpTexts, usual?: number): Option {
  const option = new Option('--timeout <seconds>', t('option.timeout')).argParser(seconds);
  return usual === undefined ? option : option.default(usual);
}

/** Returns the mandatory option `--out` of a command that writes files. */
export function outOption(t: HelpTexts): Option {
  return new Option('--out <folder>', t('option.out')).makeOptionMandatory();
}
