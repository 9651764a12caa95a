import { basename } from 'node:path';
import { failure, success, type Outcome, type Problem } from '#shared/problem.ts';
import { below } from '../base/paths.ts';
import type { HotFolder } from '../ledger/hot-folders.ts';
import type { Ledger } from '../ledger/open.ts';
import { admitIdentified, identifyPhoto, type Admitted } from './admit.ts';
import { subFolderOf } from './list-photos.ts';
import { readProblem, sameLook } from './look.ts';
import { hasPhotoName, hasRawName } from './names.ts';
import type { ResolvedRecipe } from './recipe-files.ts';
import type { Finding, Settling } from './settle.ts';
import { wholenessOfFile } from './whole.ts';

/** What is inside a file that stood still. */
export type Inside =
  | { readonly kind: 'photo'; readonly finding: 'whole' | 'unsure' }
  | {
      readonly kind: 'not-yet';
      readonly finding: Exclude<Finding, 'whole' | 'unsure'>;
      readonly problem: Problem;
    }
  /** It is called a photo and is none. */
  | { readonly kind: 'not-an-image'; readonly problem: Problem }
  /** Neither its name nor its content says photo: none of ours. */
  | { readonly kind: 'stranger' };

/** Looks into a file that stood still. */
export async function lookInto(path: string): Promise<Inside> {
  const name = basename(path);
  try {
    const { isPhoto, end, isEmpty } = await wholenessOfFile(path);
    const isMeant = isPhoto || hasPhotoName(name);
    if (!isMeant) return { kind: 'stranger' };
    if (end === 'cut') {
      const message = isEmpty
        ? `"${name}" is empty. If it should not be, copy it into the hot folder again.`
        : `The end of "${name}" is missing. If nothing writes it any more, copy it into the hot folder again.`;
      return {
        kind: 'not-yet',
        finding: 'incomplete',
        problem: failure('file-incomplete', message).problem,
      };
    }
    if (isPhoto || hasRawName(name)) return { kind: 'photo', finding: end };
    const message = `"${name}" is called a photo, but what is in it is none that Darkslide can read. Export it again as JPEG, PNG or TIFF.`;
    return { kind: 'not-an-image', problem: failure('photo-not-an-image', message).problem };
  } catch (error) {
    return { kind: 'not-yet', finding: 'unreadable', problem: readProblem(error, path) };
  }
}

/**
 * Takes a whole file of a hot folder in: its content, its job and the sighting that links them, in one
 * commit. Problems: file-changed when it is not the file that settled any more, file-missing,
 * file-unreadable, aborted.
 */
export async function takeIn(
  ledger: Ledger,
  folder: HotFolder,
  recipe: ResolvedRecipe,
  file: { readonly relative: string; readonly settling: Settling },
  signal: AbortSignal,
): Promise<Outcome<Admitted>> {
  const { relative, settling } = file;
  const source = below(folder.path, relative);
  const identified = await identifyPhoto(source, signal);
  if (!identified.ok) return identified;
  const { look } = identified.value;
  if (look === null || !sameLook(look, settling.look)) {
    return failure('file-changed', `"${basename(relative)}" changed while it was read.`);
  }
  const admitted = ledger.transaction(() => {
    const admitted = admitIdentified(
      ledger,
      {
        source,
        recipe,
        outFolder: folder.outFolder,
        subFolder: folder.subFolders === 'keep' ? subFolderOf(relative) : '',
        hotFolderId: folder.id,
        again: false,
      },
      identified.value,
    );
    const isNew = admitted.outcome === 'admitted' || admitted.outcome === 'retried';
    ledger.sightings.write(folder.id, {
      ...look,
      path: relative,
      outcome: isNew ? 'admitted' : 'already',
      jobId: admitted.jobId,
      code: null,
      message: null,
    });
    return admitted;
  });
  return success(admitted);
}
