import type { RunCounts } from '#shared/views/command-line.ts';
import type { Context } from './context.ts';
import { exitStatus, type ExitStatus } from './exit.ts';

/** Prints the summary of a command and returns its exit status. */
export function printSummary({ out }: Pick<Context, 'out'>, counts: RunCounts): ExitStatus {
  out.result({ summary: counts }, summaryText(counts));
  return counts.done === counts.photos ? exitStatus.done : exitStatus.unfinished;
}

function summaryText(counts: RunCounts): string {
  const { photos, done, failed, held, cancelled, images, seconds } = counts;
  const waiting = photos - done - failed - held - cancelled;
  const parts = [
    `${done} done`,
    ...(failed > 0 ? [`${failed} failed`] : []),
    ...(held > 0 ? [`${held} held (see darkslide held)`] : []),
    ...(cancelled > 0 ? [`${cancelled} cancelled`] : []),
    ...(waiting > 0 ? [`${waiting} still waiting (continue with darkslide resume)`] : []),
  ];
  const photoWord = photos === 1 ? 'photo' : 'photos';
  const imageWord = images === 1 ? 'image' : 'images';
  return `${photos} ${photoWord}: ${parts.join(', ')}; ${images} new ${imageWord} in ${seconds} s`;
}
