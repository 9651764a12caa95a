import { isAbsolute, join } from 'node:path';
import { isWebAddress } from '#shared/agents/index.ts';
import { failure, success, type Outcome, type Problem } from '#shared/problem.ts';
import {
  mostRuns,
  type Added,
  type FilmstripPhoto,
  type OpenedJob,
  type RetouchPhoto,
} from '#shared/views/retouch.ts';
import { isInside } from '../../base/paths.ts';
import { resolveRecipe } from '../../engine/intake/admit.ts';
import { readProblem } from '../../base/read-problem.ts';
import { lookAt } from '../../engine/intake/look.ts';
import type { StripCounts, StripPhoto } from '../../adapters/ledger/filmstrip.ts';
import { unmarked } from '../../adapters/ledger/marks.ts';
import { requestPsd } from '../jobs/request-psd.ts';
import { replacedPhoto } from '../run-photos.ts';
import { addFromAddress } from './address-photos.ts';
import type { Desk } from './desk.ts';
import { givenFolder } from './given-photos.ts';
import { lookAtFurther } from './further-photos.ts';
import type { HandlersOf } from './handlers-of.ts';
import { maskFiles, type MaskFiles } from './mask-files.ts';
import { readRecipe } from './recipes.ts';
import { checkTemplates } from './recipe-templates.ts';
import {
  foreseeRun,
  notOnStrip,
  runOnPhotos,
  usualOutFolder,
  type RunRequest,
} from './retouch-run.ts';
import { runsOf } from './runs.ts';
import { demoFolder } from '../../adapters/settings/choices.ts';
import { addPhotos, findPhotos } from './strip-photos.ts';

/** Former texts that are offered. */
const TEXTS = 30;

type RetouchDesk = Pick<Desk, 'studio' | 'ready' | 'preferences' | 'dataFolder' | 'further'>;

/** The room Retouch: the filmstrip, what was made of each photo, and runs of a person's own. */
export function retouchHandlers(desk: RetouchDesk): HandlersOf<'retouch'> {
  const masks = maskFiles(desk);
  return {
    'retouch.filmstrip': ({ offset, limit }) => {
      const { filmstrip } = desk.studio().ledger;
      const rows = filmstrip.page(offset, limit).map(photoOf);
      return success({ total: filmstrip.count(), offset, rows });
    },
    'retouch.find': async ({ paths }, signal) => {
      if (!paths.every((path) => isAbsolute(path))) return notWhole();
      return success(await findPhotos(paths, signal));
    },
    'retouch.add': async ({ paths }, signal) => {
      if (!paths.every((path) => isAbsolute(path))) return notWhole();
      return success(await add(desk, paths, signal));
    },
    'retouch.add-address': ({ url }, signal) => addFromAddress(desk, url, signal),
    'retouch.use-result': async ({ resultId }, signal) => {
      const delivered = desk.studio().ledger.results.get(resultId)?.delivered ?? null;
      if (delivered === null) {
        return failure(
          'result-not-ready',
          'This result is not there yet, so nothing starts from it.',
        );
      }
      const added = await add(desk, [delivered.file], signal);
      const [problem] = added.refused;
      return problem === undefined ? success(added) : { ok: false, problem };
    },
    'retouch.open-job': ({ id }, signal) => openJob(desk, id, signal),
    'retouch.remove': ({ ids }) => {
      const { filmstrip } = desk.studio().ledger;
      const sources = ids.flatMap((id) => filmstrip.get(id)?.source ?? []);
      filmstrip.remove(ids);
      return success(sources);
    },
    'retouch.photo': ({ id }) => detailOf(desk, id),
    'retouch.further': ({ path, mayPad }, signal) => {
      const request = { path, mayPad, baseFolder: desk.dataFolder };
      return lookAtFurther(desk.studio(), desk.further, request, signal);
    },
    'retouch.facts': ({ id }) => {
      const photo = desk.studio().ledger.filmstrip.get(id);
      return photo === undefined ? notOnStrip() : desk.studio().factsOf(photo.source);
    },
    'retouch.run': async ({ ids, recipe: given }, signal) => {
      const resolved = await resolve(desk, masks, given, signal);
      if (!resolved.ok) return resolved;
      const studio = desk.studio();
      const request = {
        ids: [...new Set(ids)],
        ...resolved.value,
        outFolderOf: (photo: StripPhoto) => outFolderOf(desk, photo),
      };
      return success(await runOnPhotos(studio, request, signal));
    },
    'retouch.foresee': async ({ ids, recipe: given }, signal) => {
      const resolved = await resolve(desk, masks, given, signal);
      if (!resolved.ok) return resolved;
      const { ledger } = desk.studio();
      const { recipe, mask } = resolved.value;
      return success(foreseeRun(ledger, [...new Set(ids)], recipe, mask));
    },
    'retouch.psd': ({ resultId }) => requestPsd(desk.studio(), resultId),
    'retouch.panels': () => success(desk.studio().ledger.panels.all()),
    'retouch.keep-panel': (panel) => {
      desk.studio().ledger.panels.keep(panel);
      return success(null);
    },
    'retouch.texts': ({ parameter }) =>
      success(desk.studio().ledger.panels.texts(parameter, TEXTS)),
    'retouch.mark': ({ resultIds, ...change }) => {
      const { ledger, writeMarks } = desk.studio();
      const isInFiles = desk.preferences.read().marksInFiles;
      const before = ledger.transaction(() => {
        const known = ledger.marks.of(resultIds);
        ledger.marks.set(resultIds, change);
        if (isInFiles) ledger.writtenMarks.want(resultIds);
        return known;
      });
      if (isInFiles) writeMarks();
      return success(
        resultIds.map((resultId) => ({ resultId, ...(before.get(resultId) ?? unmarked) })),
      );
    },
  };
}

async function resolve(
  { dataFolder, studio }: RetouchDesk,
  masks: MaskFiles,
  given: unknown,
  signal: AbortSignal,
): Promise<Outcome<Pick<RunRequest, 'recipe' | 'mask'>>> {
  const recipe = readRecipe(given);
  if (!recipe.ok) return recipe;
  const problem = await checkTemplates(studio(), recipe.value);
  if (problem !== null) return { ok: false, problem };
  const resolved = await resolveRecipe(recipe.value, dataFolder, signal);
  if (!resolved.ok) return resolved;
  const mask = await masks.shapeOf(resolved.value.recipe, signal);
  return mask.ok ? success({ recipe: resolved.value, mask: mask.value }) : mask;
}

function photoOf(photo: StripPhoto & StripCounts): FilmstripPhoto {
  const { id, name, width, height, delivered, underWay, needPerson, failed } = photo;
  return { id, name, width, height, delivered, underWay, needPerson, failed };
}

function notWhole(): Outcome<never> {
  return failure('path-relative', 'A file is named by its whole path.');
}

function add(desk: RetouchDesk, paths: readonly string[], signal: AbortSignal): Promise<Added> {
  return addPhotos(desk.studio(), paths, signal);
}

/** Problems: job-not-found, job-unreadable. */
async function openJob(
  desk: RetouchDesk,
  id: number,
  signal: AbortSignal,
): Promise<Outcome<OpenedJob>> {
  const loaded = desk.studio().ledger.jobs.load(id);
  if (!loaded.ok) return loaded;
  const { source, recipe } = loaded.value;
  const added = isWebAddress(source)
    ? await addFromAddress(desk, source, signal)
    : success(await add(desk, [source], signal));
  if (!added.ok) return success({ photo: null, recipe, problem: added.problem });
  const [photo = null] = added.value.ids;
  return success({ photo, recipe, problem: added.value.refused[0] ?? null });
}

async function detailOf(desk: RetouchDesk, id: number): Promise<Outcome<RetouchPhoto>> {
  const { ledger } = desk.studio();
  const photo = ledger.filmstrip.get(id);
  if (photo === undefined) return notOnStrip();
  const { source, bytes, photoId } = photo;
  return success({
    photo: photoOf({ ...photo, ...ledger.filmstrip.counts(photoId) }),
    source,
    bytes,
    problem: await whyNotThere(photo),
    runs: runsOf(ledger, ledger.filmstrip.jobsOf(photoId), mostRuns),
    outFolder: await outFolderOf(desk, photo),
  });
}

/** A look from outside; its content is read when it is run. */
async function whyNotThere({ source, name, bytes }: StripPhoto): Promise<Problem | null> {
  try {
    const look = await lookAt(source);
    if (look.bytes === bytes) return null;
    return replacedPhoto(name).problem;
  } catch (error) {
    return readProblem(error, source);
  }
}

async function outFolderOf(desk: RetouchDesk, photo: StripPhoto): Promise<string> {
  const { outFolder } = desk.preferences.read();
  if (outFolder !== null) return outFolder;
  const { isDemo, ledger } = desk.studio();
  if (isDemo) return join(demoFolder(desk.dataFolder), 'Results');
  const isGiven = await isInside(photo.source, givenFolder(desk)).catch(() => false);
  if (isGiven) return join(desk.dataFolder, 'Results');
  return usualOutFolder(ledger, photo.source);
}
