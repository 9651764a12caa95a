import * as v from 'valibot';
import { problemOf } from '#shared/failure.ts';
import { success, type Outcome, type Problem } from '#shared/problem.ts';
import type { Ledger } from '../../../adapters/ledger/open.ts';
import type { SharedMark, SharedResult } from '../../../adapters/ledger/shared-marks.ts';
import type { Documents, SharedDocument } from '../../../adapters/shared-studio/documents.ts';
import type { Lease } from '../../../adapters/shared-studio/types.ts';
import { keyFor } from './kind.ts';
import { putDocument } from './put.ts';

/** Kind of the documents that contain the pick and rating of a shared result. */
export const MARK = 'mark';

/** Maximum number of picks and ratings that are read from the ledger at once. */
const MOST = 200;

const markSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.strictObject({
    executionId: v.pipe(v.string(), v.minLength(1), v.maxLength(1000)),
    position: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
    pick: v.picklist([-1, 0, 1]),
    stars: v.picklist([0, 1, 2, 3, 4, 5]),
  }),
);

export interface MarkParts {
  readonly documents: Pick<Documents, 'put'>;
  readonly ledger: Pick<Ledger, 'sharedMarks'>;
  readonly notice: (problem: Problem) => void;
}

/**
 * Writes the picks and ratings that have changed at this station. Problems: those of the database,
 * station-lease-lost.
 */
export async function writeMarks(
  { documents, ledger: { sharedMarks } }: MarkParts,
  lease: () => Lease | null,
): Promise<Outcome<void>> {
  for (const mark of sharedMarks.changed(MOST)) {
    const { executionId, position, pick, stars, version: base } = mark;
    const content = JSON.stringify({ executionId, position, pick, stars });
    const draft = {
      kind: MARK,
      key: keyOf(mark),
      subject: `${executionId} ${position}`,
      base,
      content,
    };
    const answer = await putDocument(documents, lease, draft);
    if (!answer.ok) return answer;
    // after a conflict, the next round reads the other station's document first
    if (answer.value.kind === 'saved') {
      sharedMarks.saved({ ...mark, version: answer.value.version });
    }
  }
  return success();
}

/** Applies the picks and ratings of other stations. Must be called within a transaction. */
export function readMarks(
  { ledger: { sharedMarks }, notice }: MarkParts,
  documents: readonly SharedDocument[],
): void {
  let replaced = 0;
  for (const { content, version, station, key } of documents) {
    const parsed = v.safeParse(markSchema, content);
    if (parsed.success && keyOf(parsed.output) === key) {
      if (!sharedMarks.follow({ ...parsed.output, version })) replaced += 1;
    } else notice(problemOf('shared-document', { station }, { about: station }));
  }
  sharedMarks.applyWaiting();
  if (replaced > 0) notice(problemOf('shared-conflict.ratings', { count: replaced }));
}

/** Returns the key of a result's document. */
function keyOf({ executionId, position }: SharedResult | SharedMark): string {
  return keyFor(`${executionId} ${position}`);
}
