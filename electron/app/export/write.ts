import { mkdir, rm } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import type { FetchedFile } from '#shared/job.ts';
import { failure } from '#shared/failure.ts';
import { success, type Failure, type Outcome, type Problem } from '#shared/problem.ts';
import type { ExportOptions } from '#shared/views/export.ts';
import { diskProblem } from '../../base/files.ts';
import type { OutputFolder } from '../../base/permitted.ts';
import type { DeliveryContext } from '../../adapters/delivery/types.ts';
import type { Ledger } from '../../adapters/ledger/open.ts';
import { contextOf, indexOf } from '../../engine/queue/delivery-context.ts';
import type { Studio } from '../../studio.ts';

/** Number of results that are prepared while another is being written; small, because results may be large. */
const AHEAD = 2;

interface Parts extends Pick<Studio, 'ledger' | 'images' | 'place' | 'access'> {
  readonly dataFolder: string;
}

/** An export to a permitted folder. */
export interface PermittedExport extends ExportOptions {
  readonly folder: OutputFolder;
}

/** A delivered result, with the data that its exported file's name and metadata need. */
export interface Picture {
  /** Absolute path of the delivered file. */
  readonly file: string;
  /** File extension with the dot. */
  readonly extension: string;
  readonly context: DeliveryContext;
  /** Number of the image, counted from 1. */
  readonly index: number;
}

/**
 * Returns a delivered result for the export. Problems: result-not-ready for a result that was never
 * delivered, job-unreadable.
 */
export function pictureOf({ results, jobs, executions }: Ledger, id: number): Outcome<Picture> {
  const result = results.get(id);
  const jobId = results.jobOf(id) ?? 0;
  const delivered = result?.delivered ?? null;
  const execution = executions.ofJob(jobId).find((one) => one.id === result?.executionRow);
  if (result === undefined || delivered === null || execution === undefined) {
    return failure('result-not-ready.export');
  }
  const job = jobs.load(jobId);
  if (!job.ok) return job;
  const { recipe } = job.value;
  const metadata =
    recipe.delivery.metadata === 'keep' && recipe.prepare.gps === 'remove'
      ? 'without-place'
      : recipe.delivery.metadata;
  return success({
    file: delivered.file,
    extension: extname(delivered.file),
    context: {
      ...contextOf(job.value, execution),
      metadataFrom: delivered.file,
      metadata,
    },
    index: indexOf(results.ofJob(jobId), result),
  });
}

/**
 * Writes results one after another, so that results with the same name are numbered in order, and reports each outcome.
 * Ends early if the signal is aborted, or at a problem that affects all results: export-disk-full, export-folder-gone.
 */
export async function exportAll(
  parts: Parts,
  { ids, options }: { readonly ids: readonly number[]; readonly options: PermittedExport },
  signal: AbortSignal,
  onEach: (outcome: Outcome<unknown>) => void,
): Promise<Outcome<void>> {
  const folder = join(parts.dataFolder, 'export');
  const coming: Promise<Outcome<Ready>>[] = [];
  const makeReady = (at: number): void => {
    const id = ids[at];
    if (id === undefined || signal.aborted) return;
    const ready = convert(parts, { id, target: join(folder, String(at)), options }, signal);
    // Prevents an unhandled rejection while another result is being awaited.
    ready.catch(() => undefined);
    coming.push(ready);
  };
  try {
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { recursive: true });
    for (let at = 0; at < AHEAD; at += 1) makeReady(at);
    for (let at = AHEAD; coming.length > 0; at += 1) {
      const ready = await coming.shift();
      makeReady(at);
      if (ready === undefined || signal.aborted) return success();
      const outcome = ready.ok ? await put(parts, ready.value, options, signal) : ready;
      // A result that was aborted counts as neither done nor refused.
      if (signal.aborted && !outcome.ok) return success();
      const rest = outcome.ok ? outcome : await checkRest(parts, outcome.problem, options.folder);
      if (!rest.ok) return rest;
      onEach(outcome);
    }
    return success();
  } catch (error) {
    return stopFor(diskProblem(error, folder), parts.dataFolder);
  } finally {
    await Promise.allSettled(coming);
    await rm(folder, { recursive: true, force: true });
  }
}

interface Ready {
  readonly picture: Picture;
  readonly converted: FetchedFile;
}

async function convert(
  { ledger, images }: Parts,
  { id, target, options }: { id: number; target: string; options: PermittedExport },
  signal: AbortSignal,
): Promise<Outcome<Ready>> {
  const picture = pictureOf(ledger, id);
  if (!picture.ok) return picture;
  const { format, profile, longSide, quality } = options;
  const source = picture.value.file;
  const converted = await images.export(
    { source, target, format, profile, longSide, quality },
    signal,
  );
  return converted.ok ? success({ picture: picture.value, converted: converted.value }) : converted;
}

async function put(
  { place, ledger }: Parts,
  { picture, converted }: Ready,
  { folder, naming }: PermittedExport,
  signal: AbortSignal,
): Promise<Outcome<unknown>> {
  const { context, index, file } = picture;
  const placed = await place(
    {
      fetched: converted,
      context: { ...context, outFolder: folder, subFolder: '', template: naming },
      index,
      kind: 'image',
      onTarget: () => {},
      already: null,
      hotFolders: ledger.hotFolders.paths(),
    },
    signal,
  );
  await rm(converted.file, { force: true });
  if (placed.ok || concernsAll.has(placed.problem.code)) return placed;
  if (placed.problem.code === 'name-in-hot-folder') return placed;
  const { code, message, detail = '' } = placed.problem;
  const name = basename(file);
  return failure(
    'export-failed',
    { name },
    { about: name, detail: `${code}: ${message} ${detail}`.trim() },
  );
}

/** Problems that all remaining results would have as well. */
const concernsAll: ReadonlySet<string> = new Set([
  'disk-full',
  'disk-failing',
  'folder-missing',
  'folder-unreachable',
]);

/** Checks whether the remaining results can be written after a problem of one result. */
async function checkRest(
  { access }: Parts,
  problem: Problem,
  folder: string,
): Promise<Outcome<void>> {
  if (concernsAll.has(problem.code)) return stopFor(problem, folder);
  // Only after export-failed is it unclear whether the folder can be written, so the folder is checked.
  if (problem.code !== 'export-failed') return success();
  const writable = await access.output(folder, null);
  return writable.ok ? success() : stopFor(writable.problem, folder);
}

function stopFor({ code, message, detail = '' }: Problem, folder: string): Failure {
  const more = { about: folder, detail: `${code}: ${message} ${detail}`.trim() };
  return code === 'disk-full'
    ? failure('export-disk-full', { folder }, more)
    : failure('export-folder-gone', { folder }, more);
}
