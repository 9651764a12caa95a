import type { MaskDocument, Operation } from '#shared/mask/document.ts';

/** Turns one document into another: operations before `from` stay, these follow. */
export interface Patch {
  readonly from: number;
  readonly operations: readonly Operation[];
  readonly position: number;
}

/** Returns the shortest patch; compares operations by identity, so that no point is read. */
export function patchBetween(before: MaskDocument, after: MaskDocument): Patch {
  const most = Math.min(before.operations.length, after.operations.length);
  let from = 0;
  while (from < most && before.operations[from] === after.operations[from]) from += 1;
  return { from, operations: after.operations.slice(from), position: after.position };
}
