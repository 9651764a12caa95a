import { localDay } from '#shared/day.ts';
import { failure } from '#shared/failure.ts';
import type { Money } from '#shared/money.ts';
import { costOf } from '#shared/prices.ts';
import { problemIn, success, type Outcome, type Problem } from '#shared/problem.ts';
import { countByKind, type FolderForesight, type HotFolderDraft } from '#shared/views/folders.ts';
import type { EndingRelease } from '#shared/views/custom-models.ts';
import { systemClock } from '../../base/clock.ts';
import { dryRun, type DryRun } from '../../engine/intake/dry-run.ts';
import type { Studio } from '../../studio.ts';
import { endingReleases, checkFolderUsable } from '../custom-models/releases-ahead.ts';
import { checkHotFolder } from '../../engine/intake/check-folder.ts';
import type { Foresight } from './foresight.ts';
import { checkPurchase, resolveSavedRecipe, savedBeside } from './write.ts';

/** Maximum number of files in a dry run that are listed individually. */
const MOST_ENTRIES = 200;

/** The result of a dry run for one of the window's hot folders. */
export interface ForeseenFolder extends DryRun {
  /** What the images cost; null if there is no price. */
  readonly cost: Money | null;
  /**
   * Why the folder's jobs would be held: a custom model or scene of the recipe must not be used. Null if they would
   * run.
   */
  readonly problem: Problem | null;
  /** Custom models and scenes of the recipe whose release ends soon. */
  readonly ends: readonly EndingRelease[];
}

/**
 * Returns what arming one of the window's hot folders would do and buy, without doing it. `id` is the id of the edited
 * folder, null for a new one. Remembers the number shown to the user in the `Foresight`. Problems: those of
 * `checkHotFolder`, `checkPurchase` and of the folder's recipe, aborted.
 */
export async function foreseeHotFolder(
  { ledger, access }: Pick<Studio, 'ledger' | 'access'>,
  foresight: Pick<Foresight, 'write'>,
  { draft, id }: { readonly draft: HotFolderDraft; readonly id: number | null },
  signal: AbortSignal,
): Promise<Outcome<ForeseenFolder>> {
  const checked = await checkHotFolder(access, draft, savedBeside(ledger, id));
  if (!checked.ok) return checked;
  const { path } = checked.value;
  const resolved = await resolveSavedRecipe(ledger, draft.savedRecipeId, path, signal);
  if (!resolved.ok) return resolved;
  const apart = await checkPurchase(ledger, { path, id }, resolved.value, signal);
  if (!apart.ok) return apart;
  const folder = { ...checked.value, id: id ?? 0 };
  const run = await dryRun({ ledger, clock: systemClock }, folder, resolved.value, signal);
  if (signal.aborted) return failure('aborted');
  foresight.write({ ...draft, path }, run.jobs);
  const today = localDay(systemClock.wall());
  const { recipe } = resolved.value;
  return success({
    ...run,
    cost: costOf(ledger.spending.prices(), recipe, run.images),
    problem: problemIn(checkFolderUsable(ledger, recipe, path, today)),
    ends: endingReleases(ledger, recipe, today),
  });
}

/** Returns the result in the form that the page shows; this form lists only the first files. */
export function foreseenSummary({
  entries,
  jobs,
  images,
  cost,
  problem,
  ends,
}: ForeseenFolder): FolderForesight {
  return {
    files: entries.length,
    jobs,
    images,
    cost,
    kinds: countByKind(entries),
    problem,
    ends,
    entries: entries.slice(0, MOST_ENTRIES).map((entry) => ({
      path: entry.path,
      kind: entry.kind,
      problem: entry.kind === 'failed' ? entry.problem : null,
    })),
  };
}
