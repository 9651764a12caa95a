import { dryRunWatch, type DryRunEntry } from '../../app/command-line/dry-run.ts';
import type { Context } from './context.ts';
import { exitStatus, type ExitStatus } from './exit.ts';
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

/** `watch --dry-run`: prints what watching would do with what lies in the folder, and what it would buy. */
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
    `${jobs} of ${entries.length} files would be run, ${images} images bought. Nothing was sent.`,
  );
  return exitStatus.done;
}
