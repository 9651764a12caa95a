import type { Input } from '#shared/ipc.ts';
import type { MarksInFiles } from '#shared/views/library.ts';
import type { MarkedResult } from '#shared/views/retouch.ts';
import { unmarked } from '../../adapters/ledger/marks.ts';
import type { Studio } from '../../studio.ts';

type MarkStudio = Pick<Studio, 'ledger' | 'writeMarks'>;

/**
 * Picks, rejects or rates results; if `isInFiles`, also writes the pick or rating into their files. Returns their
 * previous picks and ratings.
 */
export function markResults(
  { ledger, writeMarks }: MarkStudio,
  { resultIds, ...change }: Input<'retouch.mark'>,
  isInFiles: boolean,
): readonly MarkedResult[] {
  const before = ledger.transaction(() => {
    const known = ledger.marks.of(resultIds);
    ledger.marks.set(resultIds, change);
    if (isInFiles) ledger.writtenMarks.want(resultIds);
    return known;
  });
  if (isInFiles) writeMarks();
  return resultIds.map((resultId) => ({ resultId, ...(before.get(resultId) ?? unmarked) }));
}

/** Returns the number of files whose picks and ratings have not been written yet. */
export function marksInFiles({ ledger }: Pick<Studio, 'ledger'>): MarksInFiles {
  return ledger.writtenMarks.counts();
}

/** Writes the picks and ratings of all results into their files. */
export function writeAllMarks({ ledger, writeMarks }: MarkStudio): void {
  ledger.writtenMarks.wantAll();
  writeMarks();
}
