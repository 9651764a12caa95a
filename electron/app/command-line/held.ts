import type { CommandInput, CommandResult } from '#shared/contract/command-line-channels.ts';
import { success, type Outcome } from '#shared/problem.ts';
import type { FolderAttention } from '#shared/views/folders.ts';
import type { HeldElsewhere } from '#shared/views/stations.ts';
import { attentionOf } from '../hot-folders/attention.ts';
import { heldJobs, type HeldJob } from '../jobs/answers.ts';
import { answerHeldElsewhere, heldElsewhere } from '../shared-studio/held-elsewhere.ts';
import { lookIntoLedger } from './meant-ledger.ts';
import type { CommandPlace } from './place.ts';
import type { CommandSetup } from './setup.ts';

interface HeldWork extends FolderAttention {
  readonly jobs: readonly HeldJob[];
  /** What needs attention at other stations of the shared studio. */
  readonly elsewhere: readonly HeldElsewhere[];
}

/** Maximum number of entries; small, because the user reads each of them. */
const AT_MOST = 1000;

/** `held`: returns what needs attention. Problems: those of reading the ledger. */
export function heldWork(setup: CommandSetup): Promise<Outcome<HeldWork>> {
  return lookIntoLedger(setup, (ledger) =>
    success({
      ...attentionOf(ledger),
      jobs: heldJobs(ledger, AT_MOST),
      elsewhere: heldElsewhere(ledger),
    }),
  );
}

/** `held answer`: answers something that needs attention at another station. Problems: held-unknown, held-answered. */
export function answerHeldCommand(
  place: CommandPlace,
  given: CommandInput<'answer-held'>,
): Promise<Outcome<CommandResult<'answer-held'>>> {
  return place.withLedger(({ ledger }) => Promise.resolve(answerHeldElsewhere(ledger, given)));
}
