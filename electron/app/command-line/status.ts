import { existsSync } from 'node:fs';
import { success, type Outcome } from '#shared/problem.ts';
import type { SpendingLimits } from '#shared/spending-limits.ts';
import type { WorkStatus } from '#shared/views/command-line.ts';
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
    const work = workStatus(ledger.value, null, preferencesIn(setup));
    return success({ dataFolder, holder: folderUser(dataFolder), work });
  } finally {
    ledger.value.close();
  }
}
