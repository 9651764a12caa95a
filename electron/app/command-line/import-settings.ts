import type { CommandInput, CommandResult } from '#shared/contract/command-line-channels.ts';
import type { Outcome } from '#shared/problem.ts';
import { importSettings } from '../settings/transfer.ts';
import type { CommandPlace } from './place.ts';

/**
 * `settings import`: imports settings and recipes from a file. Problems: those of `importSettings`.
 */
export function importSettingsCommand(
  place: CommandPlace,
  { text }: CommandInput<'import-settings'>,
): Promise<Outcome<CommandResult<'import-settings'>>> {
  return place.withSettings((settings) => importSettings(settings, text));
}
