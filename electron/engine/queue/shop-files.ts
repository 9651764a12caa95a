import { basename, join } from 'node:path';
import { problemOf } from '#shared/failure.ts';
import { finishExtensions, type FinishOutput, type FinishPreset } from '#shared/finish/preset.ts';
import { success, type Outcome, type Problem } from '#shared/problem.ts';
import type { FinishedFile, FinishedPhoto } from '../../adapters/images/types.ts';
import type { Job } from '../../adapters/ledger/jobs.ts';
import type { ResultRow } from '../../adapters/ledger/results.ts';
import type { Finish, ShopFile } from '../../adapters/ledger/shop-files.ts';
import type { NamedPreset } from '../../adapters/settings/finish-presets.ts';
import { contextOf, indexOf, mayDeliver, notSure } from './delivery-context.ts';
import { isWorthAnotherTry, workFolderOf } from './inputs.ts';
import type { Parts } from './parts.ts';
import type { JobFile, Step } from './plan.ts';
import { advanced, trouble, type Report } from './report.ts';

/** Entry in the history for a shop file that is no longer complete in the data folder. */
const lostNote = 'a shop file was lost before its delivery';

/** Lost shop files of a job after which it is held, because another program seems to remove all of them. */
const LOSSES = 8;

/** A file to make from a result. */
interface Wanted {
  readonly preset: FinishPreset;
  /** Position of the output in the preset, from 0. */
  readonly at: number;
  readonly output: FinishOutput;
  /** Path in the data folder. */
  readonly target: string;
}

/**
 * Makes the shop files of one delivered image in the data folder, and records them and the reasons why others are
 * missing. Waits while a preset cannot be read. Files that exist from an earlier attempt are kept. After a crash
 * before that commit, all are made again; after the commit, they are placed like any download (F68). The image
 * itself is not changed.
 */
export async function finishResult(
  parts: Parts,
  job: Job,
  result: ResultRow,
  signal: AbortSignal,
): Promise<Report> {
  const { results } = parts.ledger;
  const named = await parts.finishPresets(job.recipe.delivery.finish);
  const [unreadable] = named.flatMap((one) => (one.state === 'unreadable' ? one.problem : []));
  if (unreadable !== undefined) return trouble(unreadable, 'later');
  const presets = named.flatMap((one) => (one.state === 'found' ? one.preset : []));
  const lacking = lacksOf(job, named);
  // a file that is being replaced now may be there, and valid, at the second attempt
  if (lacking[0] !== undefined && job.attempts === 0) return trouble(lacking[0], 'later');
  const folder = join(workFolderOf(parts, job), `shop-${result.id}`);
  await parts.disk.removeFolder(folder);
  await parts.disk.makeFolder(folder);
  const kept = (result.finish?.files ?? []).filter(({ delivered }) => delivered !== null);
  const wanted = wantedOf(presets, folder).filter(
    ({ preset, at }) => !kept.some((file) => file.preset === preset.name && file.output === at),
  );
  const made = await makeFiles(parts, result, wanted, signal);
  if (!made.ok) {
    const { problem } = made;
    if (problem.code === 'aborted' || problem.code === 'disk-full')
      return trouble(problem, 'later');
    if (isWorthAnotherTry(problem) && job.attempts === 0) return trouble(problem, 'later');
    results.finished(result.id, { files: kept, problems: [...lacking, problem] });
    return advanced;
  }
  const full = made.value.files.find((file) => !file.ok && file.problem.code === 'disk-full');
  if (full?.ok === false) return trouble(full.problem, 'later');
  const { files, problems } = finishOf(job.name, wanted, made.value);
  results.finished(result.id, { files: [...kept, ...files], problems: [...lacking, ...problems] });
  return advanced;
}

/** Returns the problems of a job whose presets are missing or invalid. */
function lacksOf({ name }: Job, named: readonly NamedPreset[]): Problem[] {
  return named.flatMap(({ name: preset, state }) => {
    if (state !== 'missing' && state !== 'invalid') return [];
    const key = state === 'missing' ? 'finish-preset-unknown.job' : 'finish-preset-invalid.job';
    return problemOf(key, { name, preset }, { about: preset });
  });
}

function wantedOf(presets: readonly FinishPreset[], folder: string): Wanted[] {
  return presets.flatMap((preset) =>
    preset.outputs.map((output, at) => {
      return { preset, at, output, target: join(folder, `${preset.name}-${at}`) };
    }),
  );
}

/** Makes the files from the delivered image, or from the download if the user has moved the image away. */
async function makeFiles(
  { images }: Parts,
  { delivered, composed, fetched }: ResultRow,
  files: readonly Wanted[],
  signal: AbortSignal,
): Promise<Outcome<FinishedPhoto>> {
  if (files.length === 0) return success({ hasSubject: true, files: [] });
  const sources = [delivered, composed?.image ?? fetched].flatMap((file) => file?.file ?? []);
  let made: Outcome<FinishedPhoto> = success({ hasSubject: true, files: [] });
  for (const source of sources) {
    made = await images.finish({ source, files: [...files] }, signal);
    if (made.ok || made.problem.code !== 'file-missing') break;
  }
  return made;
}

function finishOf(
  name: string,
  wanted: readonly Wanted[],
  { hasSubject, files: made }: FinishedPhoto,
): Finish {
  const about = { about: name };
  const problems: Problem[] = hasSubject ? [] : [problemOf('finish-no-subject', { name }, about)];
  const files: ShopFile[] = [];
  for (const [index, file] of made.entries()) {
    const of = wanted[index];
    if (of === undefined) continue;
    if (!file.ok) {
      problems.push(file.problem);
      continue;
    }
    const { width, height, isSmaller } = file.value;
    if (isSmaller) problems.push(problemOf('finish-smaller', { name, width, height }, about));
    files.push(shopFileOf(of, file.value));
  }
  return { files, problems };
}

function shopFileOf({ preset, at, output }: Wanted, made: FinishedFile): ShopFile {
  const { file, sha256, bytes, width, height, quality } = made;
  return {
    preset: preset.name,
    output: at,
    template: output.name,
    quality,
    made: { file, sha256, bytes, width, height, extension: finishExtensions[output.format] },
    target: null,
    delivered: null,
  };
}

/** Names and places one shop file in the output folder. */
export async function placeShopFile(
  parts: Parts,
  { job, results }: JobFile,
  { execution, result, at }: Extract<Step, { readonly do: 'place-shop-file' }>,
  signal: AbortSignal,
): Promise<Report> {
  const { ledger, delivery } = parts;
  const shopFile = result.finish?.files[at];
  if (shopFile === undefined || shopFile.made === null || result.delivered === null)
    return advanced;
  if (!mayDeliver(parts, job)) return notSure;
  const outcome = await delivery.place(
    {
      fetched: shopFile.made,
      context: {
        ...contextOf(job, execution),
        resultName: basename(result.delivered.file),
        template: shopFile.template,
        recipe: shopFile.preset,
      },
      index: indexOf(results, result),
      kind: 'shop-file',
      onTarget: (target) => ledger.results.shopFileTarget(result.id, at, target),
      already: shopFile.target,
      hotFolders: ledger.hotFolders.paths(),
      mayPlace: () => mayDeliver(parts, job),
      // the results of an adopted execution may have been delivered before the ledger was lost, or by another
      // station: an existing file with this name and content counts as delivered
      ...(parts.station !== undefined || execution.origin === 'adopted'
        ? { isKnown: () => false }
        : {}),
    },
    signal,
  );
  if (outcome.ok) {
    ledger.results.shopFileDelivered(result.id, at, outcome.value);
    return advanced;
  }
  if (outcome.then !== 'gone') return trouble(outcome.problem, outcome.then);
  ledger.results.shopFileLost(result.id, at);
  ledger.history.note(job.id, lostNote, shopFile.made.file);
  const losses = ledger.history.of(job.id).filter(({ what }) => what === lostNote).length;
  return trouble(outcome.problem, losses < LOSSES ? 'later' : 'never');
}
