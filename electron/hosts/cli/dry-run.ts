import { existsSync } from 'node:fs';
import type { HotFolderSettings } from '#shared/views/folders.ts';
import type { ResolvedRecipe } from '../../engine/intake/admit.ts';
import type { DryRunEntry } from '../../engine/intake/dry-run.ts';
import { foreseeWatch } from '../../app/hot-folders/watch.ts';
import { ledgerFile } from '../../adapters/ledger/files.ts';
import type { Ledger } from '../../adapters/ledger/open.ts';
import { ledgerFolderOf, type Context } from './context.ts';
import { exitStatus, type ExitStatus } from './exit.ts';
import { lookIntoLedger, withLedger } from './ledger-session.ts';
import { refuse } from './refuse.ts';

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
  settings: HotFolderSettings,
  recipe: ResolvedRecipe,
): Promise<ExitStatus> {
  const { out, interrupted, start } = context;
  // one that is not there yet is made, so that a first watch can be foreseen
  const isThere = existsSync(ledgerFile(ledgerFolderOf(context)));
  const look = isThere ? lookIntoLedger : withLedger;
  return look(context, async (ledger: Ledger) => {
    const parts = { ledger, access: start.access };
    const foreseen = await foreseeWatch(parts, settings, recipe, interrupted);
    if (!foreseen.ok) return refuse(context, foreseen.problem);
    const { entries, jobs, images } = foreseen.value;
    for (const entry of entries) {
      const why = entry.kind === 'failed' ? `: ${entry.problem.message}` : '';
      out.result(entry, `${entry.path}: ${meaning[entry.kind]}${why}`);
    }
    out.result(
      { dryRun: { files: entries.length, jobs, images } },
      `${jobs} of ${entries.length} files would be run, ${images} images bought. Nothing was sent.`,
    );
    return exitStatus.done;
  });
}
