import { failure, success, type Outcome, type Failure } from '#shared/problem.ts';
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

/** A photo that a person asks for, and what it is run with. */
export interface PhotoRequest extends Pick<AdmitRequest, 'source' | 'recipe' | 'subFolder'> {
  /** Asked for once the photo was read: checking a folder makes it, and the disk of both may be away. */
  outFolder(): Promise<Outcome<OutputFolder>>;
  /** SHA-256 of what the person has looked at; null where what lies there now is meant. */
  readonly seen: string | null;
}

/** Runs one photo of the order; the queue has it when this resolves. */
export type RunPhoto = (photo: PhotoRequest, signal: AbortSignal) => Promise<Outcome<Admission>>;

/**
 * What a person orders at once. `again`: also what was bought before, each content once however often it
 * is among the photos. Each photo is judged for itself. Problems: own-not-allowed, photo-replaced, those of
 * `identifyPhoto` and of the output folder.
 */
export function runPhotos(
  { ledger, wake }: Pick<Studio, 'ledger' | 'wake'>,
  order: { readonly again: boolean },
): RunPhoto {
  const ordered = new Set<string>();
  return async ({ seen, outFolder, ...photo }, signal) => {
    const { source, recipe } = photo;
    const name = nameOf(source);
    const allowed = checkAllowed(customModelRulesOf(ledger, recipe.recipe), [source], `"${name}"`);
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
    const request = { ...photo, outFolder: checked.value, hotFolderId: null, again };
    const admitted = ledger.transaction(() => admitIdentified(ledger, request, identified.value));
    wake();
    return success(admitted);
  };
}

/** The file holds another photo than the one that was looked at. */
export function replacedPhoto(name: string): Failure {
  return failure(
    'photo-replaced',
    `"${name}" is no longer the photo on the filmstrip. Nothing was sent; add the file again to process what it is now.`,
    { about: name },
  );
}
