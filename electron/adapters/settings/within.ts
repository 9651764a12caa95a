import { failure, success, type Outcome } from '#shared/problem.ts';
import { isInside } from '../../base/paths.ts';
import type { Policy } from './policy.ts';

/** Whether a folder may be used, an absolute path that need not be there yet. Problem: managed-folder. */
export type CheckWithin = (folder: string) => Promise<Outcome<void>>;

/** Where no policy says anything: every folder may be used. */
export const anywhere: CheckWithin = () => Promise.resolve(success(undefined));

/**
 * Whether the policy lets photos be taken from and results be put into a folder; links are followed.
 * The data folder is Darkslide's own: the demo works there, and results of photos from the browser.
 */
export function withinOf(policy: Policy | null, dataFolder: string): CheckWithin {
  return (folder) => check(policy, dataFolder, folder);
}

async function check(
  policy: Policy | null,
  dataFolder: string,
  folder: string,
): Promise<Outcome<void>> {
  if (policy === null || policy.within === null) return success(undefined);
  for (const root of [...policy.within, dataFolder]) {
    // one that cannot be looked at allows nothing
    if (await isInside(folder, root).catch(() => false)) return success(undefined);
  }
  return failure(
    'managed-folder',
    `The administrator of this computer allows drop folders, outputs and exports only in ${policy.within.join(', ')} (${policy.file}). Choose a folder there.`,
    { about: policy.within.join(', ') },
  );
}
