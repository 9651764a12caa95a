import { basename } from 'node:path';
import { failure, problemOf } from '#shared/failure.ts';
import { success, type Outcome, type Problem } from '#shared/problem.ts';
import { below } from '../../base/paths.ts';
import type { OutputFolder } from '../../base/permitted.ts';
import type { DroppedPhoto } from '../../adapters/ledger/large-drops.ts';
import type { HotFolder } from '../../adapters/ledger/hot-folders.ts';
import type { Ledger } from '../../adapters/ledger/open.ts';
import type { FileLook, Sighting } from '../../adapters/ledger/sightings.ts';
import { admitIdentified, identifyPhoto, outcomeOf, type Admission } from './admit.ts';
import { subFolderOf } from './list-photos.ts';
import { readProblem } from '../../base/read-problem.ts';
import { sameLook } from './look.ts';
import { hasPhotoName, hasRawName } from './names.ts';
import { imagesOf } from './images-of.ts';
import { isShopFile } from './own-places.ts';
import type { ResolvedRecipe } from './recipe-files.ts';
import type { Finding, Settling } from './settle.ts';
import { orderFor, ticketsOf, type Order } from './ticket.ts';
import { wholenessOfFile } from './whole.ts';

/** The content of a file that has settled. */
export type Inside =
  | { readonly kind: 'photo'; readonly finding: 'whole' | 'unsure' }
  | {
      readonly kind: 'not-yet';
      readonly finding: Exclude<Finding, 'whole' | 'unsure'>;
      /** The problem if the file stays in this state. */
      readonly problem: Problem;
      /** The problem shown while Darkslide waits for the file. */
      readonly meanwhile: Problem;
    }
  /** The name is that of a photo, but the content is not. */
  | { readonly kind: 'not-an-image'; readonly problem: Problem }
  /** Neither the name nor the content is that of a photo: the file is ignored. */
  | { readonly kind: 'stranger' };

/** Inspects a file that has settled; null when aborted. */
export async function lookInto(path: string, signal?: AbortSignal): Promise<Inside | null> {
  const name = basename(path);
  try {
    const { isPhoto, end, isEmpty } = await wholenessOfFile(path, signal);
    const isMeant = isPhoto || hasPhotoName(name);
    if (!isMeant) return { kind: 'stranger' };
    if (end === 'cut') {
      const key = isEmpty ? 'file-incomplete.dropped' : 'file-incomplete.end';
      return {
        kind: 'not-yet',
        finding: 'incomplete',
        problem: problemOf(key, { name }, { about: name }),
        meanwhile: stillComing(name, isEmpty),
      };
    }
    if (isPhoto || hasRawName(name)) return { kind: 'photo', finding: end };
    return {
      kind: 'not-an-image',
      problem: problemOf('photo-not-an-image', { name }, { about: name }),
    };
  } catch (error) {
    if (signal?.aborted === true) return null;
    const problem = readProblem(error, path);
    return { kind: 'not-yet', finding: 'unreadable', problem, meanwhile: problem };
  }
}

function stillComing(name: string, isEmpty: boolean): Problem {
  const failed = isEmpty ? failure('file-empty', { name }) : failure('file-partial', { name });
  return { ...failed.problem, about: name };
}

/** A hot folder, and how its photos are admitted. */
export interface Taking {
  readonly ledger: Ledger;
  readonly folder: HotFolder;
  readonly outFolder: OutputFolder;
  readonly recipe: ResolvedRecipe;
  /** Maximum number of photos in a sudden drop that are bought without confirmation; Infinity for no limit. */
  readonly askAbove: () => number;
}

/**
 * Reads a whole file of a hot folder and determines what to buy for it, including the changes of
 * its ticket. Admits the photo if nothing is bought for it or if no confirmation can be needed;
 * otherwise, returns the photo to be counted as part of a drop, or adds it to the drop that the
 * user is being asked about (`asks`). Marks a shop file that Darkslide placed there as seen (`own`). Problems: ticket-invalid, recipe-file-unreadable;
 * file-changing when it is no longer the file that settled, file-missing, file-unreadable, aborted.
 */
export async function takeIn(
  taking: Taking,
  file: { readonly relative: string; readonly settling: Settling },
  signal: AbortSignal,
): Promise<Outcome<Admission | PhotoOrder | 'asks' | 'own'>> {
  const { ledger, folder, recipe, askAbove } = taking;
  const { relative, settling } = file;
  const path = below(folder.path, relative);
  const identified = await identifyPhoto(path, signal);
  if (!identified.ok) return identified;
  const { look, sha256 } = identified.value;
  if (look === null || sha256 === null || !sameLook(look, settling.look)) {
    return failure(
      'file-changing',
      { name: basename(relative) },
      {
        about: basename(relative),
      },
    );
  }
  if (await isShopFile(ledger, path, sha256)) {
    ledger.sightings.write(folder.id, seenAs(relative, look));
    return success('own');
  }
  const ordered = await orderFor(path, recipe, folder.path, signal);
  if (!ordered.ok) return ordered;
  const order = ordered.value;
  const images = order.ticket === null ? null : imagesOf(order.recipe.recipe);
  const photo = { ...look, path: relative, sha256, ticket: order.ticket, images };
  return success(
    ledger.transaction(() => {
      const isFree = !wouldBuy(ledger, sha256, order);
      if (isFree || askAbove() === Infinity || ledger.largeDrops.useGrant(folder.id)) {
        return admitDropped(taking, photo, order);
      }
      if (!ledger.largeDrops.isAsking(folder.id)) return { photo, order };
      ledger.largeDrops.ask(folder.id, photo);
      return 'asks' as const;
    }),
  );
}

/** Returns the sighting of a file that is never admitted. */
export function seenAs(path: string, look: FileLook): Sighting {
  const nothing = { jobId: null, code: null, message: null, said: null, ticket: null };
  return { ...look, path, outcome: 'seen', ...nothing };
}

/** A photo that would be bought, and the recipe with which it would be bought. */
export interface PhotoOrder {
  readonly photo: DroppedPhoto;
  readonly order: Order;
}

function wouldBuy(ledger: Ledger, sha256: string, { recipe }: Order): boolean {
  const jobId = ledger.jobs.find(sha256, recipe.identity);
  if (jobId === undefined) return true;
  return !isCancelledElsewhere(ledger, jobId) && outcomeOf(ledger, jobId, false) === 'retried';
}

/**
 * Returns whether a job was cancelled, maybe at another station, and this station sees its file for the first time. The
 * file is the one that was cancelled, not one that a user has dropped again.
 */
function isCancelledElsewhere(ledger: Ledger, jobId: number): boolean {
  const isCancelled = ledger.sharedWork.get(jobId)?.ended === 'cancelled';
  return isCancelled && ledger.sightings.ofJob(jobId).length === 0;
}

/**
 * Creates the job and the sighting of a photo whose content is known, in one commit. The job gets the recipe of
 * `order`.
 */
export function admitDropped(
  { ledger, folder, outFolder }: Pick<Taking, 'ledger' | 'folder' | 'outFolder'>,
  { sha256, images: _images, ...seen }: DroppedPhoto,
  { recipe }: Order,
): Admission {
  const { path, bytes } = seen;
  return ledger.transaction(() => {
    const known = ledger.jobs.find(sha256, recipe.identity);
    const admitted: Admission =
      known !== undefined && isCancelledElsewhere(ledger, known)
        ? { jobId: known, sha256, outcome: 'already' }
        : admitIdentified(
            ledger,
            {
              source: below(folder.path, path),
              recipe,
              outFolder,
              subFolder: folder.subFolders === 'keep' ? subFolderOf(path) : '',
              hotFolderId: folder.id,
              client: folder.client,
              again: false,
            },
            { photo: { sha256, bytes }, sha256, look: seen },
          );
    const isNew = admitted.outcome === 'admitted' || admitted.outcome === 'retried';
    ledger.largeDrops.forget(folder.id, path);
    for (const ticket of ticketsOf(path)) ledger.sightings.forget(folder.id, ticket);
    ledger.sightings.write(folder.id, {
      ...seen,
      outcome: isNew ? 'admitted' : 'already',
      jobId: admitted.jobId,
      code: null,
      message: null,
      said: null,
    });
    return admitted;
  });
}
