import { existsSync } from 'node:fs';
import { success, type Outcome, type Problem } from '#shared/problem.ts';
import type { SpendingLimits } from '#shared/spending-limits.ts';
import type { WorkStatus } from '#shared/views/command-line.ts';
import type { Waiting } from '#shared/views/status.ts';
import { checkLimitsIn } from '../../adapters/settings/preferences.ts';
import { ledgerFile } from '../../adapters/ledger/files.ts';
import { folderUser, type FolderUser } from './folder-user.ts';
import type { Ledger } from '../../adapters/ledger/open.ts';
import { systemClock } from '../../base/clock.ts';
import { needAttention } from '../status/need-attention.ts';
import { studioSpending } from '../status/spending.ts';
import { waitingOf } from '../waiting.ts';
import type { Studio } from '../../studio.ts';
import { preferencesIn, usualLedgerFolder, type CommandSetup } from './setup.ts';

/**
 * `status`: returns the current state. If `studio` is null, the state contains no closed gates and no watched
 * folders.
 */
export function workStatus(
  ledger: Ledger,
  studio: Pick<Studio, 'closedGates' | 'hotFolders'> | null,
  limits: SpendingLimits,
): WorkStatus {
  const jobs = ledger.jobs.count();
  const isWatched = (id: number) => studio?.hotFolders.status(id).state === 'watching';
  return {
    jobs,
    needPerson: needAttention(ledger, jobs),
    waitingFor: (studio?.closedGates() ?? []).map(waitingOf),
    isPaused: ledger.pauses.since() !== null,
    hotFolders: ledger.hotFolders
      .all()
      .filter(({ armed }) => armed)
      .map(({ id, path }) => ({ id, path, isWatched: isWatched(id) })),
    spending: studioSpending(ledger, limits),
  };
}

/** Returns the wait that a command would have because of this problem. */
function shutBy(problem: Problem): Waiting {
  return { gate: 'execute', problem, since: systemClock.wall(), needsPerson: true };
}

/** The state of a data folder, read from its files because no open Darkslide answers. */
interface FolderStatus {
  readonly dataFolder: string;
  /** The process that has locked the folder; null if there is none. */
  readonly holder: FolderUser | null;
  /** Null if there is no ledger. */
  readonly work: WorkStatus | null;
}

/** `status`: returns the current state from the command's ledger. Problems: those of reading the ledger. */
export async function statusAtRest(setup: CommandSetup): Promise<Outcome<FolderStatus>> {
  const dataFolder = usualLedgerFolder(setup);
  if (!existsSync(ledgerFile(dataFolder))) return success({ dataFolder, holder: null, work: null });
  const { readLedger } = await import('../../adapters/ledger/open.ts');
  const ledger = readLedger(dataFolder, systemClock);
  if (!ledger.ok) return ledger;
  try {
    const { start } = setup;
    const limits = checkLimitsIn(start.dataFolder, start.access.policy);
    const work = workStatus(ledger.value, null, preferencesIn(setup));
    const waitingFor = limits.ok ? [] : [shutBy(limits.problem)];
    return success({
      dataFolder,
      holder: folderUser(dataFolder),
      work: { ...work, waitingFor },
    });
  } finally {
    ledger.value.close();
  }
}
