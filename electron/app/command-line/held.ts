import { success, type Outcome } from '#shared/problem.ts';
import type { FolderAttention } from '#shared/views/folders.ts';
import { attentionOf } from '../hot-folders/attention.ts';
import { heldJobs, type HeldJob } from '../jobs/answers.ts';
import { lookIntoLedger } from './meant-ledger.ts';
import type { CommandSetup } from './setup.ts';

interface HeldWork extends FolderAttention {
  readonly jobs: readonly HeldJob[];
}

/** Maximum number of entries; small, because the user reads each of them. */
const AT_MOST = 1000;

/** `held`: returns what needs attention. Problems: those of reading the ledger. */
export function heldWork(setup: CommandSetup): Promise<Outcome<HeldWork>> {
  return lookIntoLedger(setup, (ledger) =>
    success({ ...attentionOf(ledger), jobs: heldJobs(ledger, AT_MOST) }),
  );
}
