import type { MaskDocument, Operation } from '#shared/mask/document.ts';

/** What makes one document of another: operations before `from` stay, these come after them. */
export interface Patch {
  readonly from: number;
  readonly operations: readonly Operation[];
  readonly position: number;
}

/** The shortest patch; operations are told apart by who made them, so that no point is looked at. */
export function patchBetween(before: MaskDocument, after: MaskDocument): Patch {
  const most = Math.min(before.operations.length, after.operations.length);
  let from = 0;
  while (from < most && before.operations[from] === after.operations[from]) from += 1;
  return { from, operations: after.operations.slice(from), position: after.position };
}
