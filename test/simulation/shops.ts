import type { FinishPreset } from '#shared/finish/preset.ts';
import { shippedPresets } from '#shared/finish/shipped.ts';

/** The preset in every recipe that has one; it makes two files. */
export const shopPreset = presetNamed('web-transparent');

function presetNamed(name: string): FinishPreset {
  const found = shippedPresets.find(({ preset }) => preset.name === name);
  if (found === undefined) throw new Error(`There is no preset ${name}.`);
  return found.preset;
}

/** Returns the content of a file that Finish makes from a result. */
export function shopContent(result: string, output: number): string {
  return `${result}+shop${output}`;
}
