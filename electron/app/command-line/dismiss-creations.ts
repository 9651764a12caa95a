import type { CommandInput, CommandResult } from '#shared/contract/command-line-channels.ts';
import { success, type Outcome } from '#shared/problem.ts';
import { dismissCreation, dismissCreationAtRest } from '../custom-models/creations.ts';
import type { CommandPlace } from './place.ts';

/** `models dismiss` and `scenes dismiss`: dismisses creations that have stopped or have not sent anything yet. */
export function dismissCreationsCommand(
  place: CommandPlace,
  { kind, ids }: CommandInput<'dismiss-creations'>,
): Promise<Outcome<CommandResult<'dismiss-creations'>>> {
  return place.withLedger(({ ledger: { creations }, own: customModels }) => {
    // If a studio is running, it first stops processing the creation.
    const dismiss = (id: number) =>
      customModels === undefined
        ? dismissCreationAtRest({ creations }, { kind, id })
        : dismissCreation({ customModels }, id);
    const known = [...new Set(ids)].filter((id) => creations.get(id)?.kind === kind);
    return Promise.resolve(success({ dismissed: known.filter((id) => dismiss(id).ok) }));
  });
}
