import * as v from 'valibot';
import { failure } from '#shared/failure.ts';
import { success, type Outcome } from '#shared/problem.ts';
import type { SharedDocumentRepository } from '../../../adapters/ledger/shared-documents.ts';
import type { StudioRun } from '../../../adapters/ledger/record-run.ts';
import {
  localPlace,
  sharedPlace,
  sharedPlaceSchema,
  type Roots,
} from '../../../adapters/shared-studio/roots.ts';
import { fromSharedRecipe, toSharedRecipe } from './shared-recipe.ts';

const text = v.pipe(v.string(), v.maxLength(1000));
const sha256 = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/u));
const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
/** A relative path with forward slashes, or ''. */
const subFolder = v.pipe(
  text,
  v.check(
    (given) => given === '' || given.split('/').every((part) => !/^\.{0,2}$|[\\:\0]/u.test(part)),
  ),
);
const name = v.pipe(
  text,
  v.minLength(1),
  v.check((given) => !/[/\\\0]/u.test(given)),
);

const runSchema = v.strictObject({
  taskId: v.pipe(text, v.minLength(1)),
  executionId: v.pipe(text, v.minLength(1)),
  agent: text,
  client: text,
  finishedAt: count,
  photo: v.strictObject({ sha256, bytes: count }),
  name,
  source: sharedPlaceSchema,
  recipe: v.record(v.string(), v.unknown()),
  identity: text,
  /** Key of the hot folder's document; null for a photo of no shared hot folder. */
  hotFolder: v.nullable(v.pipe(v.string(), v.uuid())),
  images: v.pipe(count, v.maxValue(1000)),
  outFolder: sharedPlaceSchema,
  subFolder,
  results: v.pipe(
    v.array(
      v.strictObject({
        position: count,
        place: sharedPlaceSchema,
        sha256,
        bytes: count,
        width: count,
        height: count,
        deliveredAt: count,
      }),
    ),
    v.minLength(1),
    v.maxLength(100),
  ),
});

const documentSchema = v.pipe(v.string(), v.parseJson(), runSchema);

type Folders = Pick<SharedDocumentRepository, 'keyOf' | 'localIdOf'>;

/**
 * Returns a run as JSON that all stations can read; null if its photo, its output folder, one of its results or a
 * file of its recipe is outside the shared roots.
 */
export function toSharedRun(
  { hotFolderId, ...run }: StudioRun,
  roots: Roots,
  folders: Folders,
): string | null {
  const recipe = toSharedRecipe(run.recipe, roots);
  const source = sharedPlace(roots, run.source);
  const outFolder = sharedPlace(roots, run.outFolder);
  const results = run.results.flatMap(({ file, ...result }) => {
    const place = sharedPlace(roots, file);
    return place === null ? [] : [{ ...result, place }];
  });
  const isWhole = results.length === run.results.length;
  if (recipe === null || source === null || outFolder === null || !isWhole) return null;
  const hotFolder = folders.keyOf('hot-folder', hotFolderId ?? 0) ?? null;
  return JSON.stringify({ ...run, recipe, source, outFolder, hotFolder, results });
}

/**
 * Reads a run of another station. Problems: shared-document.unreadable; shared-root-missing if a file is below a root
 * that this station does not have; those of `fromSharedRecipe`.
 */
export function fromSharedRun(content: string, roots: Roots, folders: Folders): Outcome<StudioRun> {
  const parsed = v.safeParse(documentSchema, content);
  if (!parsed.success) return failure('shared-document.unreadable');
  const { source, outFolder, results, recipe, hotFolder, ...rest } = parsed.output;
  const read = fromSharedRecipe(recipe, roots);
  if (!read.ok) return read;
  const photo = localPlace(roots, source);
  const folder = localPlace(roots, outFolder);
  const files = results.flatMap(({ place, ...result }) => {
    const file = localPlace(roots, place);
    return file === null ? [] : [{ ...result, file }];
  });
  if (photo === null || folder === null || files.length < results.length) {
    const { root } = source;
    return failure('shared-root-missing', { name: rest.name, root }, { about: root });
  }
  const hotFolderId = folders.localIdOf('hot-folder', hotFolder ?? '') ?? null;
  const places = { source: photo, outFolder: folder, hotFolderId };
  return success({ ...rest, ...places, recipe: read.value, results: files });
}
