import { extname, join, parse } from 'node:path';
import { findAgent, wireInit } from '#shared/agents/index.ts';
import type { PreparedCopy } from '#shared/job.ts';
import { maskName } from '#shared/mask/name.ts';
import { shareText } from '#shared/mask/share.ts';
import { success, type Outcome, type Problem } from '#shared/problem.ts';
import { checkFit, checkFrame, placedBy } from '#shared/recipe-fit.ts';
import { uploadSize } from '#shared/upload-size.ts';
import type { FurtherPhoto, Inputs, Job, Uploads } from '../../adapters/ledger/jobs.ts';
import { isAway, withOwnCopies, type OwnCopies } from './own-copies.ts';
import type { Parts } from './parts.ts';
import { advanced, trouble, type Report } from './report.ts';

const furtherPhotos: readonly FurtherPhoto[] = ['fashionModelImage', 'locationImage'];

/** Returns the folder of one job's copies and downloads. */
export function workFolderOf(parts: Parts, job: Job): string {
  return join(parts.workFolder, String(job.id));
}

/** Makes copies, which the service accepts, of the photo, the mask and the agent's further photos. */
export async function prepareInputs(parts: Parts, job: Job, signal: AbortSignal): Promise<Report> {
  const folder = workFolderOf(parts, job);
  await parts.disk.makeFolder(folder);
  const made = await withOwnCopies(
    parts,
    job,
    folder,
    (given) => inputsOf(parts, job, given, signal),
    signal,
  );
  if (!made.ok) return failed(made.problem);
  const { original } = made.value;
  parts.ledger.jobs.prepared(job.id, made.value);
  if (original !== null && original.changes.length > 0) {
    parts.ledger.history.note(job.id, 'prepared', original.changes.join(', '));
  }
  return advanced;
}

async function inputsOf(
  parts: Parts,
  job: Job,
  given: OwnCopies,
  signal: AbortSignal,
): Promise<Outcome<Inputs>> {
  const original =
    given.photo === null
      ? success(null)
      : await copyOf(parts, job, given.photo, 'original', signal);
  if (!original.ok) return original;
  const fit = await checkCopy(parts, job, given.photo, original.value, signal);
  if (!fit.ok) return fit;
  const further: Partial<Record<FurtherPhoto, PreparedCopy>> = {};
  for (const role of furtherPhotos) {
    const source = given.files[role];
    if (source === undefined) continue;
    const copy = await copyOf(parts, job, source, role, signal);
    if (!copy.ok) return copy;
    further[role] = copy.value;
  }
  const mask = await maskOf(parts, job, given, original.value, signal);
  return mask.ok ? success({ original: original.value, mask: mask.value, further }) : mask;
}

/** Uploads the copies that the service does not have yet, with one commit for each address. */
export async function uploadInputs(parts: Parts, job: Job, signal: AbortSignal): Promise<Report> {
  const inputs = job.inputs;
  if (inputs === null) return advanced;
  const roles = [...furtherPhotos, 'originalImage'] as const;
  let uploads: Uploads = job.uploads;
  for (const role of roles) {
    const copy = role === 'originalImage' ? inputs.original : (inputs.further[role] ?? null);
    const given = role === 'originalImage' ? job.source : job.recipe.init[role];
    if (uploads[role] !== undefined || given === undefined) continue;
    if (copy === null) {
      uploads = { ...uploads, [role]: given };
    } else {
      if (!(await isThere(parts, copy))) {
        parts.ledger.jobs.unprepared(job.id);
        return advanced;
      }
      const answer = await parts.service.uploadImage(
        { path: copy.file, name: `photo${extname(copy.file)}`, type: copy.type },
        { signal },
      );
      if (!answer.ok) return { kind: 'service', failure: answer.failure };
      uploads = { ...uploads, [role]: answer.value.image };
    }
    parts.ledger.jobs.uploaded(job.id, uploads);
  }
  return advanced;
}

/**
 * Creates the job's own task. May be repeated after a lost answer: an orphaned task costs nothing.
 */
export async function createTask(parts: Parts, job: Job, signal: AbortSignal): Promise<Report> {
  const agent = findAgent(job.recipe.agent, job.recipe.version);
  if (!agent.ok) return { kind: 'fail', problem: agent.problem };
  // file names are private, so a task has a name only if the recipe names it
  const { taskName } = job.recipe.init;
  const answer = await parts.service.createTask(
    {
      agentName: job.recipe.agent,
      agentVersion: job.recipe.version,
      initParams: wireInit(agent.value, {
        ...job.uploads,
        ...(taskName !== undefined && { taskName }),
      }),
    },
    { signal },
  );
  if (!answer.ok) return { kind: 'service', failure: answer.failure };
  parts.ledger.jobs.created(job.id, answer.value.taskId);
  return advanced;
}

function copyOf(
  parts: Parts,
  job: Job,
  source: string,
  name: string,
  signal: AbortSignal,
): Promise<Outcome<PreparedCopy>> {
  const { pad, gps, longSide } = job.recipe.prepare;
  const target = join(workFolderOf(parts, job), name);
  const request = { source, target, purpose: 'upload', pad, gps } as const;
  // the size setting of the photo does not apply to the further photos
  const wish = name === 'original' && longSide !== undefined ? { longSide } : {};
  return parts.images.prepare({ ...request, ...wish }, signal);
}

/** Checks that the recipe suits the copy before anything is sent and paid for. */
async function checkCopy(
  parts: Parts,
  { recipe, name }: Job,
  given: string | null,
  copy: PreparedCopy | null,
  signal: AbortSignal,
): Promise<Outcome<void>> {
  // the size of a photo added by URL is unknown here
  if (copy === null || given === null) return success();
  const fit = checkFit(recipe, name, copy);
  if (!fit.ok || placedBy(recipe) === undefined) return fit;
  const photo = await parts.images.probe(given, signal);
  const canvas = photo.ok ? uploadSize(photo.value, recipe.prepare) : null;
  return canvas === null ? success() : checkFrame(recipe, name, canvas, copy);
}

async function maskOf(
  parts: Parts,
  job: Job,
  given: OwnCopies,
  original: PreparedCopy | null,
  signal: AbortSignal,
): Promise<Outcome<string | null>> {
  const source = given.files.mask;
  if (source === undefined) return success(null);
  // the size of a photo added by URL is unknown here: the mask's own size is used
  const photo = await parts.images.probe(given.photo ?? source, signal);
  if (!photo.ok) return photo;
  const { width, height } = original ?? photo.value;
  const made = await parts.images.mask(
    {
      source,
      ...nameOfDrawn(parts, job.recipe.mask ?? ''),
      target: join(workFolderOf(parts, job), 'mask.png'),
      width,
      height,
      photoWidth: photo.value.width,
      photoHeight: photo.value.height,
    },
    signal,
  );
  if (!made.ok) return made;
  const { file, changes, kept } = made.value;
  const what = [...changes, `${shareText(kept)} of the photo stays`];
  parts.ledger.history.note(job.id, 'mask', what.join(', '));
  return success(file);
}

/** Returns the name of a drawn mask, because the name of its file is a hash that tells the user nothing. */
function nameOfDrawn({ ledger }: Parts, source: string): { readonly name?: string } {
  const used = ledger.masks.ofFile(parse(source).name);
  const mask = used === undefined ? undefined : ledger.masks.get(used.maskId);
  return mask === undefined ? {} : { name: maskName(mask) };
}

async function isThere({ disk }: Parts, copy: PreparedCopy): Promise<boolean> {
  try {
    return (await disk.look(copy.file)).bytes === copy.bytes;
  } catch {
    return false;
  }
}

const worthAnotherTry = new Set<Problem['code']>([
  'aborted',
  'photo-timeout',
  'image-process-crashed',
  'disk-full',
]);

/**
 * Returns whether another attempt may succeed: preparing was aborted, the disk was full, or the image process hung or
 * crashed. Any other problem is caused by the files themselves.
 */
export function isWorthAnotherTry({ code }: Problem): boolean {
  return worthAnotherTry.has(code);
}

function failed(problem: Problem): Report {
  if (isAway(problem)) return { kind: 'away', problem };
  return trouble(problem, isWorthAnotherTry(problem) ? 'later' : 'never');
}
