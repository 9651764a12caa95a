import type { CommandInput, CommandResult } from '#shared/contract/command-line-channels.ts';
import type { Ledger } from '../../adapters/ledger/open.ts';
import type { Studio } from '../../studio.ts';
import { dismissCreation, dismissCreationAtRest } from '../custom-models/creations.ts';

/** Creations in a studio, whose carrier lets go of them first, or in a ledger at rest. */
interface Parts {
  readonly ledger: Pick<Ledger, 'creations'>;
  readonly own?: Studio['own'];
}

/** `models dismiss` and `scenes dismiss`: takes creations that stopped, or have sent nothing yet, off the list. */
export function dismissCreations(
  { ledger: { creations }, own }: Parts,
  { kind, ids }: CommandInput<'dismiss-creations'>,
): CommandResult<'dismiss-creations'> {
  const dismiss = (id: number) =>
    own === undefined
      ? dismissCreationAtRest({ creations }, { kind, id })
      : dismissCreation({ own }, id);
  const known = [...new Set(ids)].filter((id) => creations.get(id)?.kind === kind);
  return { dismissed: known.filter((id) => dismiss(id).ok) };
}
