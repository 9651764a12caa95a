import { success } from '#shared/problem.ts';
import type { Outcome } from '#shared/problem.ts';
import type { Probe } from '../types.ts';
import { openSource } from './source.ts';
import type { RawPreviews } from './raw-preview.ts';

/** What a photo is and its upright size; its pixels are not decoded. */
export async function probe(raws: RawPreviews, path: string): Promise<Outcome<Probe>> {
  const opened = await openSource(raws, path);
  return opened.ok ? success(opened.value.probe) : opened;
}
