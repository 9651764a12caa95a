import { failure } from '#shared/failure.ts';
import { success, type Outcome, type Failure } from '#shared/problem.ts';
import {
  admitIdentified,
  identifyPhoto,
  nameOf,
  type Admission,
  type AdmitRequest,
} from '../engine/intake/admit.ts';
import { customModelRulesOf, checkAllowed } from '../engine/queue/permit.ts';
import type { OutputFolder } from '../base/permitted.ts';
import type { Studio } from '../studio.ts';

/** A photo that the user wants to run, and its recipe. */
export interface PhotoRequest extends Pick<AdmitRequest, 'source' | 'recipe' | 'subFolder'> {
  /**
   * Returns the checked output folder. Called after the photo has been read, because the check creates the folder, and
   * the photo may be missing.
   */
  outFolder(): Promise<Outcome<OutputFolder>>;
  /** SHA-256 of the content that the user saw; null to accept any content. */
  readonly seen: string | null;
}

/** Runs one photo in a request; after success, its job is in the queue. */
export type RunPhoto = (photo: PhotoRequest, signal: AbortSignal) => Promise<Outcome<Admission>>;

/**
 * Returns a function that runs the photos of one request. If `again` is set, photos that were bought before are
 * bought again; equal photos of one request are bought only once. `client` is the client to whom the costs are
 * assigned; empty if there is none. Each photo is checked separately. Problems: own-not-allowed, photo-replaced,
 * those of `identifyPhoto` and of the output folder.
 */
export function runPhotos(
  { ledger, wake }: Pick<Studio, 'ledger' | 'wake'>,
  order: Pick<AdmitRequest, 'again' | 'client'>,
): RunPhoto {
  const ordered = new Set<string>();
  return async ({ seen, outFolder, ...photo }, signal) => {
    const { source, recipe } = photo;
    const name = nameOf(source);
    const allowed = checkAllowed(customModelRulesOf(ledger, recipe.recipe), [source], name);
    if (!allowed.ok) return allowed;
    const identified = await identifyPhoto(source, signal);
    if (!identified.ok) return identified;
    const { sha256 } = identified.value;
    if (seen !== null && sha256 !== seen) return replacedPhoto(name);
    const checked = await outFolder();
    if (!checked.ok) return checked;
    const purchase = `${sha256 ?? source} ${recipe.identity}`;
    const again = order.again && !ordered.has(purchase);
    ordered.add(purchase);
    const { client = '' } = order;
    const request = { ...photo, outFolder: checked.value, hotFolderId: null, client, again };
    const admitted = ledger.transaction(() => admitIdentified(ledger, request, identified.value));
    wake();
    return success(admitted);
  };
}

/** Returns the problem of a file whose content is no longer the photo that the user saw. */
export function replacedPhoto(name: string): Failure {
  return failure('photo-replaced.filmstrip', { name }, { about: name });
}
