import type { CommandInput, CommandResult } from '#shared/contract/command-line-channels.ts';
import { success, type Outcome } from '#shared/problem.ts';
import { keepVersion, studioConflicts } from '../shared-studio/conflicts.ts';
import type { CommandPlace } from './place.ts';

/** `studio conflicts`: returns the items that two stations have changed at the same time. */
export function listConflictsCommand(
  place: CommandPlace,
): Promise<Outcome<CommandResult<'list-conflicts'>>> {
  return place.withLedger(({ ledger }) => Promise.resolve(success(studioConflicts(ledger))));
}

/** `studio keep`: keeps one version of an item. Problem: studio-conflict-unknown. */
export function keepVersionCommand(
  place: CommandPlace,
  choice: CommandInput<'keep-version'>,
): Promise<Outcome<CommandResult<'keep-version'>>> {
  return place.withLedger(({ ledger }) => Promise.resolve(keepVersion(ledger, choice)));
}
