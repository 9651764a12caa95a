import type { RunCounts } from '#shared/views/command-line.ts';
import type { Context } from './context.ts';
import { exitStatus, type ExitStatus } from './exit.ts';

/** Prints the summary of a command and returns its exit status. */
export function printSummary(
  { out, t }: Pick<Context, 'out' | 't'>,
  counts: RunCounts,
): ExitStatus {
  const { photos, done, failed, held, cancelled } = counts;
  const waiting = photos - done - failed - held - cancelled;
  out.result({ summary: counts }, t('work.summary', { ...counts, waiting }));
  return counts.done === counts.photos ? exitStatus.done : exitStatus.unfinished;
}
