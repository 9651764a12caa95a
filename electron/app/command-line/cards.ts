import type { CommandInput, CommandResult } from '#shared/contract/command-line-channels.ts';
import { success, type Outcome } from '#shared/problem.ts';
import { exportCards, importCards } from '../custom-models/card-file.ts';
import type { CommandPlace } from './place.ts';

/**
 * `cards export`: returns the cards of all custom models and scenes as the text of a file. Problem: ledger-elsewhere.
 */
export function exportCardsCommand(
  place: CommandPlace,
): Promise<Outcome<CommandResult<'export-cards'>>> {
  return place.withCards('read', (cards) => success({ text: exportCards(cards) }));
}

/**
 * `cards import`: replaces the cards of custom models and scenes with those in a file. Problems: ledger-elsewhere,
 * own-cards-invalid.
 */
export function importCardsCommand(
  place: CommandPlace,
  { text }: CommandInput<'import-cards'>,
): Promise<Outcome<CommandResult<'import-cards'>>> {
  return place.withCards('change', (cards) => {
    const imported = importCards(cards, text);
    if (!imported.ok) return imported;
    const { changed, same, unknown } = imported.value;
    return success({ changed, same, unknown });
  });
}
