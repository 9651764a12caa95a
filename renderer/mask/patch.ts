import type { MaskDocument, Operation } from '#shared/mask/document.ts';

/** The difference between two documents: operations before index `from` are the same, then `operations` follow. */
export interface Patch {
  readonly from: number;
  readonly operations: readonly Operation[];
  readonly position: number;
}

/** Returns the shortest patch. Compares operations by identity, which is fast even for strokes with many points. */
export function patchBetween(before: MaskDocument, after: MaskDocument): Patch {
  const most = Math.min(before.operations.length, after.operations.length);
  let from = 0;
  while (from < most && before.operations[from] === after.operations[from]) from += 1;
  return { from, operations: after.operations.slice(from), position: after.position };
}
