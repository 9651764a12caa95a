import { customModelKinds } from '#shared/custom-models.ts';
import type { Problem } from '#shared/problem.ts';
import type { Clock } from '../../base/clock.ts';
import { keepBackups } from './backup.ts';
import type { OpenLedger } from './open.ts';
import { goneProblem } from './present.ts';

/** Interval in ms between two checks whether the ledger still exists. */
const PRESENCE_CHECK_EVERY = 1000;

/**
 * Backs up the ledger in the background until aborted, and reports once if the ledger's file is
 * gone.
 */
export async function keepLedger(
  parts: {
    readonly ledger: OpenLedger;
    /** Absolute path of the data folder. */
    readonly folder: string;
    readonly clock: Clock;
    readonly random: () => number;
  },
  tell: { readonly notice: (problem: Problem) => void; readonly gone: (problem: Problem) => void },
  signal: AbortSignal,
): Promise<void> {
  const { ledger, folder, clock, random } = parts;
  const isEmpty = () =>
    Object.values(ledger.jobs.count()).every((count) => count === 0) &&
    // cards of custom models and scenes are stored only here, not in the account
    customModelKinds.every((kind) => ledger.customModels.all(kind).length === 0);
  const backups = keepBackups({ folder, clock, random, isEmpty }, tell.notice, signal);
  while (!signal.aborted && ledger.isThere()) await clock.sleep(PRESENCE_CHECK_EVERY, signal);
  if (!ledger.isThere()) tell.gone(goneProblem(folder));
  await backups;
}
