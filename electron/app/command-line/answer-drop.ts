import type { CommandInput, CommandResult } from '#shared/contract/command-line-channels.ts';
import { mapOutcome, type Outcome } from '#shared/problem.ts';
import { answerDrop } from '../hot-folders/answer-drop.ts';
import type { CommandPlace } from './place.ts';

/**
 * `answer-drop`: answers the question that Darkslide asks when many photos are dropped into a hot folder. Problems:
 * folder-unknown, drop-elsewhere.
 */
export function answerDropCommand(
  place: CommandPlace,
  { hotFolderId, answer }: CommandInput<'answer-drop'>,
): Promise<Outcome<CommandResult<'answer-drop'>>> {
  return place.withLedger((ledger) => {
    const answered = answerDrop(ledger, hotFolderId, { answer, last: null });
    // the mark means nothing outside this ledger
    return Promise.resolve(mapOutcome(answered, ({ last: _last, ...drop }) => drop));
  });
}
