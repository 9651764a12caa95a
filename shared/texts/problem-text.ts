import { moneyText } from '../money.ts';
import type { NamedParameter, ProblemValue, ProblemValues, Said } from '../said.ts';
import { formatText, type Message } from './format.ts';

/** A reader of problems: the language, and how it writes parameters and days. */
export interface Reader {
  readonly locale: string;
  /** `screen` omits the names that parameters have in files and on the command line. */
  readonly place: 'screen' | 'line';
  /** Reads what is wrong in a file, with the names that parameters have there; by default this reader itself. */
  readonly inFile?: Reader;
  /** Returns the message of a key; undefined for an unknown key. */
  message(key: string): Message | undefined;
  parameter(parameter: string | NamedParameter): string;
  parameters(names: readonly string[]): string;
  list(items: readonly string[]): string;
  /** Joins allowed values: "jpg, png or webp". */
  either(choices: readonly string[]): string;
  /** Formats a day, given as 2026-03-31. */
  day(day: string): string;
}

/**
 * Returns the problem's text in the reader's language; the English message if its key is unknown, or if the
 * current message needs values that were not stored.
 */
export function problemTextFor(said: Said, reader: Reader): string {
  const { key, values = {}, message } = said;
  const known = key === undefined ? undefined : reader.message(key);
  if (known === undefined) return message;
  try {
    return filled(known, values, reader);
  } catch {
    return message;
  }
}

/** Returns a message with its values formatted for the reader; throws if a value is missing. */
export function filled(message: Message, values: ProblemValues, reader: Reader): string {
  return formatText(message, reader.locale, { ...read(values, reader), place: reader.place });
}

function read(values: ProblemValues, reader: Reader): Record<string, string | number | boolean> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, readValue(name, value, reader)]),
  );
}

function readValue(name: string, value: ProblemValue, reader: Reader): string | number | boolean {
  if (typeof value === 'string') {
    if (name === 'parameter') return reader.parameter(value);
    return name === 'date' ? reader.day(value) : value;
  }
  if (typeof value !== 'object') return value;
  if ('message' in value) {
    return problemTextFor(value, name === 'inFile' ? (reader.inFile ?? reader) : reader);
  }
  if ('currency' in value) return moneyText(value, reader.locale);
  if ('label' in value) return reader.parameter(value);
  if (name === 'choices') return reader.either(value);
  return name === 'parameters' ? reader.parameters(value) : reader.list(value);
}
