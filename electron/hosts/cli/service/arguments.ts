import { resolve } from 'node:path';
import type { Command } from 'commander';
import { isWebAddress } from '#shared/agents/index.ts';

/** Options that name a file or folder; the service starts somewhere else. */
const paths = new Set(['recipe', 'mask', 'modelImage', 'locationImage', 'out', 'log']);

/**
 * The options of a command that were given, as they are given again: with whole paths, each in one word
 * with its value, so that none is taken for another option.
 */
export function givenOptions(command: Command, leaveOut: readonly string[]): string[] {
  return command.options.flatMap((option) => {
    const name = option.attributeName();
    const { long } = option;
    if (leaveOut.includes(name) || long === undefined || long === null) return [];
    if (command.getOptionValueSource(name) !== 'cli') return [];
    const value: unknown = command.getOptionValue(name);
    if (value === true) return [long];
    const values: readonly unknown[] = Array.isArray(value) ? value : [value];
    return values.map((one) => `${long}=${wholeOf(name, String(one))}`);
  });
}

function wholeOf(name: string, text: string): string {
  return paths.has(name) && !isWebAddress(text) ? resolve(text) : text;
}
