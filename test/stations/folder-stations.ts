import { expect } from 'vitest';
import type { Change } from '#electron/engine/queue/change-jobs.ts';
import type { JobState } from '#shared/job.ts';
import type { FolderStation } from './shared-folder.ts';
import type { StationsWorld } from './stations.ts';

/** Options of `expect.poll` for a state that several stations reach together. */
export const wait = { timeout: 60_000 };

/** Returns the number of executions that the service was asked for. */
export const executes = ({ demo }: StationsWorld): number =>
  demo.records().requests['execute'] ?? 0;

/** Returns the number of jobs in each state at a station. */
export const states = ({ studio }: FolderStation): Record<string, number> =>
  Object.fromEntries(Object.entries(studio.ledger.jobs.count()).filter(([, count]) => count > 0));

/** Changes all jobs of a station in these states; by default, those that wait or need attention. */
export function changeAll(
  { studio }: FolderStation,
  change: Change,
  ...inStates: JobState[]
): Promise<void> {
  const { ledger } = studio;
  const ids = ledger.jobs.list(inStates.length === 0 ? ['waiting', 'held'] : inStates, 100);
  return studio.change(ids, () => {
    for (const id of ids) ledger.transaction(() => change(ledger, id));
  });
}

/** Resolves when a station watches the hot folder. */
export async function untilWatched({ studio, folderId }: FolderStation): Promise<void> {
  await expect.poll(() => studio.hotFolders.status(folderId).state, wait).toBe('watching');
}
