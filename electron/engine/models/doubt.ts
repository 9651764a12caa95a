import type { CreationRow } from '../../adapters/ledger/creations.ts';
import type { Evidence } from '../once/doubt.ts';
import { inquire } from '../once/inquire.ts';
import type { ClaimResult } from './claims.ts';
import type { CustomModelContext } from './context.ts';
import { notCreatedProblem, uncertainProblem, unclearProblem } from './problems.ts';
import { advanced, type CreationReport } from './report.ts';
import { lookThrough, type AccountLook } from './sync.ts';

/**
 * Lists the account for a creation in doubt. When no more can be learned, the user decides. A list
 * that keeps contradicting itself ends the doubt, too, because the service will never give a clear
 * answer.
 */
export async function resolveDoubt(
  context: CustomModelContext,
  creation: CreationRow,
  signal: AbortSignal,
): Promise<CreationReport> {
  const { id, kind } = creation;
  const { creations } = context.ledger;
  const ask = async () => {
    const listing = await lookThrough(context, kind, signal);
    // another sync may already have found the entry, or the key may belong to another account now
    const isSettled = creations.get(id)?.state !== 'doubt' || signal.aborted;
    const found = listing.found.get(id);
    const evidence: Evidence = isSettled ? 'settled' : evidenceIn(listing, found);
    return { evidence, seen: { listing, found } };
  };
  const { conclusion, seen } = await inquire(
    creation,
    { ask, count: (isAbsent) => creations.asked(id, isAbsent) },
    { clock: context.clock, window: context.doubtWindow() },
  );
  switch (conclusion) {
    case 'ask-again':
      return advanced;
    case 'never-clear':
      return { kind: 'stopped', problem: unclearProblem(kind) };
    case 'did-not-happen': {
      const names = suspectsIn(seen.found);
      const isSure = names.length === 0 && seen.listing.isCounted;
      const problem = isSure ? notCreatedProblem(kind) : uncertainProblem(kind, names);
      return { kind: 'stopped', problem };
    }
  }
}

function evidenceIn(
  { problem, isAnswered }: AccountLook,
  found: ClaimResult | undefined,
): Evidence {
  if (problem === null && found?.kind === 'missing') return 'absent';
  return isAnswered && found !== undefined ? 'unclear' : 'none';
}

/** Returns the names of entries that are new in the account and may be the creation. */
function suspectsIn(found: ClaimResult | undefined): readonly string[] {
  if (found?.kind !== 'missing') return [];
  return found.suspects.map(({ id, name }) => (name === '' ? String(id) : name));
}
