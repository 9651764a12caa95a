import type { Combine } from '#shared/mask/document.ts';
import type { Modifiers, ToolSettings } from './tool.ts';

/** Returns how a selection changes the kept area: Shift adds to it, Alt subtracts from it, both together intersect. */
export function combining(
  { shift, alt }: Modifiers,
  { combine }: Pick<ToolSettings, 'combine'>,
): Combine {
  if (shift && alt) return 'intersect';
  if (shift) return 'add';
  return alt ? 'subtract' : combine;
}
