import { success } from '#shared/problem.ts';
import type { Outcome } from '#shared/problem.ts';
import type { Probe } from '../types.ts';
import { openSource } from './source.ts';

/** What a photo is and its upright size; its pixels are not decoded. */
export async function probe(path: string): Promise<Outcome<Probe>> {
  const opened = await openSource(path);
  return opened.ok ? success(opened.value.probe) : opened;
}
