import type { Combine } from '#shared/mask/document.ts';
import type { Held, ToolSettings } from './tool.ts';

/** What a selection does with what is kept already: Shift adds, Alt takes away, both keep what is in both. */
export function combining({ shift, alt }: Held, { combine }: ToolSettings): Combine {
  if (shift && alt) return 'intersect';
  if (shift) return 'add';
  return alt ? 'subtract' : combine;
}
