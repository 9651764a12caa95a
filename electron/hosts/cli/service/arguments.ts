import { resolve } from 'node:path';
import type { Command } from 'commander';
import { isWebAddress } from '#shared/agents/index.ts';

/** Options that name a file or folder. Their paths are made absolute, because the service starts in another folder. */
const paths = new Set(['recipe', 'mask', 'modelImage', 'locationImage', 'out', 'log']);

/**
 * Returns the given options of a command as new arguments, with absolute paths. Each option and its value form one
 * argument, so that no value is read as another option.
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
