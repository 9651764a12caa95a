import { systemClock } from '../../base/clock.ts';
import type { ResolvedRecipe } from '../../engine/intake/admit.ts';
import { dryRun, type DryRunEntry } from '../../engine/intake/dry-run.ts';
import type { HotFolderSettings } from '../../adapters/ledger/hot-folders.ts';
import type { Context } from './context.ts';
import { exitStatus, type ExitStatus } from './exit.ts';
import { withLedger } from './ledger-session.ts';

const meaning: Record<DryRunEntry['kind'], string> = {
  new: 'would be run',
  retried: 'would be run; it ended before anything was bought',
  already: 'done before, would not be bought again',
  'under-way': 'its job has not ended',
  seen: 'marked as seen, would be left alone',
  twin: 'the same photo is in the folder twice, would be run once',
  settling: 'not whole yet, would be waited for',
  'wants-ticket': 'has no ticket, would be waited for',
  failed: 'cannot be taken',
};

/** `watch --dry-run`: what watching would do with what lies in the folder, and what it would buy. */
export function showDryRun(
  context: Context,
  settings: Omit<HotFolderSettings, 'recipeId'>,
  recipe: ResolvedRecipe,
): Promise<ExitStatus> {
  const { out, interrupted } = context;
  return withLedger(context, async (ledger) => {
    const known = ledger.hotFolders.all().find(({ path }) => path === settings.path);
    const folder = { ...settings, id: known?.id ?? 0 };
    const foreseen = await dryRun({ ledger, clock: systemClock }, folder, recipe, interrupted);
    for (const entry of foreseen.entries) {
      const why = entry.kind === 'failed' ? `: ${entry.problem.message}` : '';
      out.result(entry, `${entry.path}: ${meaning[entry.kind]}${why}`);
    }
    const { jobs, images } = foreseen;
    out.result(
      { dryRun: { files: foreseen.entries.length, jobs, images } },
      `${jobs} of ${foreseen.entries.length} files would be run, ${images} images bought. Nothing was sent.`,
    );
    return exitStatus.done;
  });
}
