import { errorCode } from '../../base/files.ts';
import type { PictureFile } from '../../adapters/images/pyramids.ts';
import { resolveRecipe } from '../../engine/intake/recipe-files.ts';
import { hasMaskFile } from '../../engine/queue/plan.ts';
import type { Studio } from '../../studio.ts';

/** Maximum length of a drawn mask's long side, in px. */
const SCREEN = 4096;

/**
 * Returns a picture of the area that a result's mask keeps. Null if there is no mask file, or if the file has changed
 * since it was sent, because the picture would show the wrong area.
 */
export async function keptAreaOf(
  { ledger, keptAreas }: Studio,
  resultId: number,
  signal: AbortSignal,
): Promise<(PictureFile & { readonly bytes: number }) | null> {
  const job = ledger.jobs.load(ledger.results.jobOf(resultId) ?? 0);
  if (!job.ok || !hasMaskFile(job.value)) return null;
  const { id, recipe, photoSha256, source } = job.value;
  // The hash of a resolved recipe includes the content of its mask.
  const resolved = await resolveRecipe(recipe, '/', signal);
  if (!resolved.ok) return null;
  const { identity } = resolved.value;
  if (ledger.jobs.find(photoSha256 ?? `url:${source}`, identity) !== id) return null;
  try {
    const made = await keptAreas.get(recipe.mask ?? '', SCREEN, signal);
    return made.ok ? made.value : null;
  } catch (error) {
    if (errorCode(error) === undefined && !signal.aborted) throw error;
    return null;
  }
}
