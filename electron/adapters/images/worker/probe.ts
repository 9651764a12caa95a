import { success } from '#shared/problem.ts';
import type { Outcome } from '#shared/problem.ts';
import type { Probe } from '../types.ts';
import { openSource } from './source.ts';
import type { RawPreviews } from './raw-preview.ts';

/** Reads information about a photo, including its upright size, without decoding its pixels. */
export async function probe(raws: RawPreviews, path: string): Promise<Outcome<Probe>> {
  const opened = await openSource(raws, path);
  return opened.ok ? success(opened.value.probe) : opened;
}
