import { createHash } from 'node:crypto';
import { mkdir, stat } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { isWebAddress } from '#shared/agents/index.ts';
import { drawingText, type MaskDocument } from '#shared/mask/document.ts';
import type { MaskShape } from '#shared/mask/fit.ts';
import { maskName } from '#shared/mask/name.ts';
import { failure } from '#shared/failure.ts';
import { success, type Outcome } from '#shared/problem.ts';
import type { Recipe } from '#shared/recipe.ts';
import type { LoadedMask, MaskAt, UsedMask } from '#shared/views/masks.ts';
import { errorCode, diskProblem, sha256File, syncFolder, writeWhole } from '../../base/files.ts';
import type { MaskInfo } from '../../adapters/images/types.ts';
import { readProblem } from '../../base/read-problem.ts';
import { demoFolder } from '../../adapters/settings/choices.ts';
import type { DrawnMask } from '../../adapters/ledger/masks.ts';
import type { Session } from '../session/session.ts';
import { cardOf, unknownMask } from './cards.ts';

/** Maximum number of masks whose properties are cached; screens query them repeatedly. */
const MOST_LOOKS = 50;

/** Properties of masks, by the SHA-256 of their files. */
export type MaskLooks = Map<string, MaskInfo>;

/** The parts for drawing and using masks. */
export interface MaskSession extends Pick<Session, 'studio' | 'dataFolder'> {
  readonly looks: MaskLooks;
}

/**
 * Writes the current state of a mask to a new file that never changes, completely or not at all, so that a recipe can
 * name the file. Problems: mask-unknown, mask-empty, mask-full, those of the disk.
 */
export async function useMask(
  session: MaskSession,
  id: number,
  signal: AbortSignal,
): Promise<Outcome<UsedMask>> {
  const { ledger } = session.studio();
  const mask = ledger.masks.get(id);
  if (mask === undefined) return unknownMask();
  const written = await writeDrawing(maskFolder(session), ledger.masks.documentOf(mask));
  if (!written.ok) return written;
  const { path, sha256 } = written.value;
  const looked = await look(session, { source: path, name: maskName(mask) }, sha256, signal);
  if (!looked.ok) return looked;
  const { kept } = looked.value;
  ledger.masks.used(sha256, { maskId: id, kept });
  return success({ path, kept });
}

/**
 * Reads a mask file as an operation for a mask; a relative path is resolved against the data folder.
 * Problems: mask-unknown, file-missing, file-unreadable, those of `Images.loadMask`.
 */
export async function loadMask(
  session: Pick<MaskSession, 'studio' | 'dataFolder'>,
  { id, path }: { readonly id: number; readonly path: string },
  signal: AbortSignal,
): Promise<Outcome<LoadedMask>> {
  const { ledger, images } = session.studio();
  const mask = ledger.masks.get(id);
  if (mask === undefined) return unknownMask();
  const source = resolve(session.dataFolder, path);
  const there = await stat(source).then(
    () => success(),
    (error: unknown) => failure(readProblem(error, source)),
  );
  if (!there.ok) return there;
  const photo = { photoWidth: mask.width, photoHeight: mask.height };
  const loaded = await images.loadMask({ source, ...photo }, signal);
  if (!loaded.ok) return loaded;
  const { operation, changes } = loaded.value;
  return success({ operation, notes: changes });
}

/**
 * Returns the size of a recipe's mask, which decides which photos the mask fits; null if the recipe has no mask, or if
 * the mask is given by a web address. Problems: those of `maskAt`.
 */
export async function maskShapeOf(
  session: MaskSession,
  { mask: path }: Pick<Recipe, 'mask'>,
  signal: AbortSignal,
): Promise<Outcome<MaskShape | null>> {
  if (path === null || isWebAddress(path)) return success(null);
  const found = await find(session, path, signal);
  if (!found.ok) return found;
  const { mask, width, height, isDrawn } = found.value;
  const name = mask === null ? basename(path) : maskName(mask);
  return success({ name, width, height, isDrawn });
}

/**
 * Returns the mask of a recipe; a relative path is resolved against the data folder. Problems:
 * mask-by-address, file-missing, file-unreadable, those of `Images.inspectMask`.
 */
export async function maskAt(
  session: MaskSession,
  path: string,
  signal: AbortSignal,
): Promise<Outcome<MaskAt>> {
  if (isWebAddress(path)) return isAddress(path);
  const found = await find(session, path, signal);
  if (!found.ok) return found;
  const { mask, width, height, kept } = found.value;
  return success({ card: mask === null ? null : cardOf(mask), width, height, kept });
}

async function look(
  { studio, looks }: MaskSession,
  source: { readonly source: string; readonly name?: string },
  sha256: string,
  signal: AbortSignal,
): Promise<Outcome<MaskInfo>> {
  const known = looks.get(sha256);
  if (known !== undefined) return success(known);
  const looked = await studio().images.inspectMask(source, signal);
  if (!looked.ok) return looked;
  looks.set(sha256, looked.value);
  const [oldest] = looks.keys();
  if (looks.size > MOST_LOOKS && oldest !== undefined) looks.delete(oldest);
  return looked;
}

async function find(
  session: MaskSession,
  path: string,
  signal: AbortSignal,
): Promise<Outcome<MaskInfo & { readonly mask: DrawnMask | null }>> {
  const source = resolve(session.dataFolder, path);
  try {
    const sha256 = await sha256File(source, signal);
    const { masks } = session.studio().ledger;
    const used = masks.ofFile(sha256);
    const mask = used === undefined ? undefined : masks.get(used.maskId);
    if (used !== undefined && mask !== undefined) {
      const { width, height } = mask;
      return success({ mask, width, height, kept: used.kept, isDrawn: true });
    }
    const looked = await look(session, { source }, sha256, signal);
    return looked.ok ? success({ mask: null, ...looked.value }) : looked;
  } catch (error) {
    if (signal.aborted) return failure('aborted');
    return failure(readProblem(error, source));
  }
}

/** Returns the folder of mask files that recipes name. */
function maskFolder({ dataFolder, studio }: Pick<Session, 'dataFolder' | 'studio'>): string {
  return join(studio().isDemo ? demoFolder(dataFolder) : dataFolder, 'masks');
}

/** Returns the text of a drawing's file and its SHA-256, which is also the file's name. */
export function drawingFile(document: MaskDocument): {
  readonly text: string;
  readonly sha256: string;
} {
  const text = drawingText(document);
  return { text, sha256: createHash('sha256').update(text).digest('hex') };
}

/**
 * Writes a drawing to a file named after its content, so that equal drawings share a file and different ones never
 * replace each other.
 */
async function writeDrawing(
  folder: string,
  document: MaskDocument,
): Promise<Outcome<{ readonly path: string; readonly sha256: string }>> {
  const { text, sha256 } = drawingFile(document);
  const path = join(folder, `${sha256}.json`);
  try {
    if ((await contentOf(path)) === sha256) return success({ path, sha256 });
    await mkdir(folder, { recursive: true });
    await syncFolder(resolve(folder, '..'));
  } catch (error) {
    return failure(diskProblem(error, path));
  }
  const written = await writeWhole(path, (handle) => handle.writeFile(text), Math.random);
  return written.ok ? success({ path, sha256 }) : written;
}

/** Returns the SHA-256 of a file; null if it is missing. */
async function contentOf(file: string): Promise<string | null> {
  try {
    return await sha256File(file);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null;
    throw error;
  }
}

function isAddress(path: string): Outcome<never> {
  return failure('mask-by-address', {}, { about: basename(path), parameter: 'customMask' });
}
