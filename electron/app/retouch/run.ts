import { localDay } from '#shared/day.ts';
import type { Input } from '#shared/ipc.ts';
import { fitOf, maskMisfit, type MaskShape } from '#shared/mask/fit.ts';
import { failure } from '#shared/failure.ts';
import { success, type Outcome, type Problem } from '#shared/problem.ts';
import type { Recipe } from '#shared/recipe.ts';
import { checkFit } from '#shared/recipe-fit.ts';
import { uploadSize } from '#shared/upload-size.ts';
import type { ForeseenRun, StartedRun } from '#shared/views/retouch.ts';
import { systemClock } from '../../base/clock.ts';
import { outcomeIn, type Admission } from '../../engine/intake/admit.ts';
import type { StripPhoto } from '../../adapters/ledger/filmstrip.ts';
import type { Ledger } from '../../adapters/ledger/open.ts';
import { checkAllowed, customModelRulesOf } from '../../engine/queue/permit.ts';
import type { Studio } from '../../studio.ts';
import { runPhotos, type RunPhoto } from '../run-photos.ts';
import { notOnStrip } from './filmstrip.ts';
import { outFolderOf } from './out-folder.ts';
import { readRunRecipe, type PhotoRecipe, type RunRecipe, type RunSession } from './run-recipe.ts';
import { endingReleases } from '../custom-models/releases-ahead.ts';

type StartedJob = StartedRun['jobs'][number];

/** A run that the user has requested. */
interface RunRequest {
  /** Ids of photos on the filmstrip. */
  readonly ids: readonly number[];
  readonly recipe: RunRecipe;
  outFolderOf(photo: StripPhoto): Promise<string>;
}

/**
 * Runs a recipe on photos on the filmstrip, before photos in hot folders. If a photo has already been processed with
 * this recipe, runs it again on the same task. Problems: those of `readRunRecipe`; problems of single photos are part
 * of the result.
 */
export async function runInRetouch(
  session: RunSession,
  { ids, recipe: given }: Input<'retouch.run'>,
  signal: AbortSignal,
): Promise<Outcome<StartedRun>> {
  const recipe = await readRunRecipe(session, given, signal);
  if (!recipe.ok) return recipe;
  const request: RunRequest = {
    ids: [...new Set(ids)],
    recipe: recipe.value,
    outFolderOf: (photo) => outFolderOf(session, photo),
  };
  return success(await runOnPhotos(session.studio(), request, signal));
}

/**
 * Returns what `runInRetouch` would do now, judging by the ledger; does not read the photos. Problems: those of
 * `runInRetouch`.
 */
export async function foreseeRun(
  session: RunSession,
  { ids, recipe: given }: Input<'retouch.foresee'>,
  signal: AbortSignal,
): Promise<Outcome<ForeseenRun>> {
  const recipe = await readRunRecipe(session, given, signal);
  if (!recipe.ok) return recipe;
  const { ledger } = session.studio();
  const counts = {
    new: 0,
    again: 0,
    underWay: 0,
    held: 0,
    unfit: 0,
    notAllowed: 0,
    noMask: 0,
    maskScaled: 0,
  };
  const models = customModelRulesOf(ledger, recipe.value.given);
  for (const id of new Set(ids)) {
    const photo = ledger.filmstrip.get(id);
    if (photo === undefined) continue;
    const foreseen = recipe.value.foreseen(photo);
    const effect = foreseen === null ? 'noMask' : foreseenEffect(ledger, models, photo, foreseen);
    counts[effect] += 1;
    if (foreseen === null) continue;
    const isMade = effect === 'new' || effect === 'again';
    const { mask } = foreseen;
    if (isMade && mask !== null && fitOf(mask, photo, photo) === 'scaled') counts.maskScaled += 1;
  }
  return success({
    ...counts,
    ends: endingReleases(ledger, recipe.value.given, localDay(systemClock.wall())),
  });
}

/** What a requested run would do with a photo. */
type RunEffect = Exclude<
  keyof ForeseenRun,
  'unfit' | 'notAllowed' | 'noMask' | 'maskScaled' | 'ends'
>;

/** Returns what a run does with a photo; used by the forecast and by the run itself. */
function runEffectOf(outcome: Admission['outcome'], isHeld: boolean): RunEffect {
  // A second run could buy the photo twice, because the held job may continue.
  if (outcome === 'under-way') return isHeld ? 'held' : 'underWay';
  return outcome === 'again' ? 'again' : 'new';
}

/** Checks that the recipe suits a photo of this size, as far as the size alone shows. */
function checkSize(
  recipe: Recipe,
  mask: MaskShape | null,
  photo: Pick<StripPhoto, 'name' | 'width' | 'height'>,
): Outcome<void> {
  const uploaded = uploadSize(photo, recipe.prepare);
  const fit = uploaded === null ? success() : checkFit(recipe, photo.name, uploaded);
  const isMaskUnfit = mask !== null && fitOf(mask, photo, uploaded ?? photo) === 'unfit';
  return fit.ok && isMaskUnfit ? failure(maskMisfit(mask, photo)) : fit;
}

/** Returns what a run would do with a photo, judging by the ledger. */
function foreseenEffect(
  ledger: Ledger,
  models: ReturnType<typeof customModelRulesOf>,
  photo: StripPhoto,
  { recipe: { recipe, identity }, mask }: PhotoRecipe,
): RunEffect | 'unfit' | 'notAllowed' {
  if (!checkSize(recipe, mask, photo).ok) return 'unfit';
  if (!checkAllowed(models, [photo.source], photo.name).ok) return 'notAllowed';
  const job = ledger.filmstrip.jobWith(photo.photoId, identity);
  const outcome = job === undefined ? 'admitted' : outcomeIn(ledger, job, true);
  return runEffectOf(outcome, job?.state === 'held');
}

/**
 * Runs the recipe on photos on the filmstrip, each separately: if a photo is missing or has changed, its refusal is
 * reported, and the others run. Skips the remaining photos after an abort.
 */
async function runOnPhotos(
  studio: Studio,
  request: RunRequest,
  signal: AbortSignal,
): Promise<StartedRun> {
  const run = runPhotos(studio, { again: true });
  const jobs: StartedJob[] = [];
  const refused: { photoId: number; problem: Problem }[] = [];
  for (const photoId of request.ids) {
    if (signal.aborted) break;
    const started = await runOnPhoto(studio, run, request, photoId, signal);
    if (started.ok) jobs.push(started.value);
    else refused.push({ photoId, problem: started.problem });
  }
  return { jobs, refused };
}

async function runOnPhoto(
  { ledger, access }: Studio,
  run: RunPhoto,
  request: RunRequest,
  photoId: number,
  signal: AbortSignal,
): Promise<Outcome<StartedJob>> {
  const photo = ledger.filmstrip.get(photoId);
  if (photo === undefined) return notOnStrip();
  const own = await request.recipe.ofPhoto(photo, signal);
  if (!own.ok) return own;
  const { recipe, mask } = own.value;
  const fit = checkSize(recipe.recipe, mask, photo);
  if (!fit.ok) return fit;
  const { source, sha256 } = photo;
  const outFolder = async () => access.output(await request.outFolderOf(photo), null);
  const admitted = await run({ source, seen: sha256, recipe, outFolder, subFolder: '' }, signal);
  if (!admitted.ok) return admitted;
  const { jobId, outcome } = admitted.value;
  const job = ledger.jobs.load(jobId);
  if (!job.ok) return job;
  const { state, problem } = job.value;
  const effect = runEffectOf(outcome, state === 'held');
  if (effect === 'held' && problem !== null) return failure(problem);
  const isAsked = effect === 'new' || effect === 'again';
  return success({ photoId, jobId, outcome: isAsked ? effect : 'under-way' });
}
