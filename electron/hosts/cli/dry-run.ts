import { dryRunWatch, type DryRunEntry } from '../../app/command-line/dry-run.ts';
import type { Context } from './context.ts';
import { exitStatus, type ExitStatus } from './exit.ts';
import { refuse } from './refuse.ts';

const meaning: Record<DryRunEntry['kind'], string> = {
  new: 'would be run',
  retried: 'would be run again; its last job ended before anything was bought',
  already: 'already done, would not be bought again',
  'under-way': 'its job is not finished',
  seen: 'skipped earlier, would be skipped',
  twin: 'duplicate photo in the folder, would be run once',
  settling: 'still being copied, Darkslide would wait for it',
  'wants-ticket': 'has no ticket yet, Darkslide would wait for it',
  failed: 'cannot be processed',
};

/** Runs `watch --dry-run`: prints what would happen to each file in the folder and how many images would be bought. */
export async function showDryRun(
  context: Context,
  watch: Parameters<typeof dryRunWatch>[1],
): Promise<ExitStatus> {
  const { out } = context;
  const foreseen = await dryRunWatch(context, watch);
  if (!foreseen.ok) return refuse(context, foreseen.problem);
  const { entries, jobs, images } = foreseen.value;
  for (const entry of entries) {
    const why = entry.kind === 'failed' ? `: ${entry.problem.message}` : '';
    out.result(entry, `${entry.path}: ${meaning[entry.kind]}${why}`);
  }
  out.result(
    { dryRun: { files: entries.length, jobs, images } },
    `${jobs} of ${entries.length} files would be processed, ${images} images bought. Nothing was sent.`,
  );
  return exitStatus.done;
}
