import type { ParamValue } from '#shared/agents/index.ts';
import { checkNameApart } from '../../adapters/delivery/not-watched.ts';
import { outputName } from '../../adapters/delivery/place.ts';
import type { DeliveryContext } from '../../adapters/delivery/types.ts';
import type { ExecutionRow } from '../../adapters/ledger/executions.ts';
import type { Job } from '../../adapters/ledger/jobs.ts';
import type { ResultRow } from '../../adapters/ledger/results.ts';
import type { Parts } from './parts.ts';
import { isAddress } from './plan.ts';
import { trouble, type Report } from './report.ts';

/** Returns the data that the files of an execution are named and tagged with. */
export function contextOf(
  job: Job,
  execution: Pick<ExecutionRow, 'executionId' | 'taskId' | 'startedAt'>,
): DeliveryContext {
  const { recipe } = job;
  const id = (value: ParamValue | undefined) => (typeof value === 'number' ? String(value) : '');
  return {
    outFolder: job.outFolder,
    subFolder: job.subFolder,
    template: recipe.delivery.name,
    photoName: job.name,
    resultName: null,
    photoSha256: job.photoSha256,
    photoPath: isAddress(job.source) ? null : job.source,
    agent: recipe.agent,
    version: recipe.version,
    recipe: recipe.name,
    model: id(recipe.params['fashionModelId']),
    scene: id(recipe.params['locationId'] ?? recipe.params['backgroundId']),
    executionId: execution.executionId ?? '',
    taskId: execution.taskId,
    seq: job.id,
    at: execution.startedAt ?? job.createdAt,
    metadata: recipe.delivery.metadata,
  };
}

/**
 * Checks, before anything is bought, that neither the results of a job nor their shop files would get into a hot folder
 * through the folders in their names. Returns null if they would not. A preset that is missing or invalid makes no
 * files; while one cannot be read, its names are unknown. Problems: name-in-hot-folder, file-unreadable.
 */
export async function checkNames(
  { ledger, finishPresets }: Pick<Parts, 'ledger' | 'finishPresets'>,
  job: Job,
): Promise<Report | null> {
  const hotFolders = ledger.hotFolders.paths();
  const templates = [job.recipe.delivery.name];
  for (const one of await finishPresets(job.recipe.delivery.finish)) {
    if (one.state === 'unreadable') return trouble(one.problem, 'later');
    if (one.state === 'found') templates.push(...one.preset.outputs.map(({ name }) => name));
  }
  const context = contextOf(job, { executionId: null, taskId: '', startedAt: null });
  for (const template of templates) {
    const name = outputName({ context: { ...context, template }, index: 1, kind: 'image' }, null);
    const apart = await checkNameApart(name, job.outFolder, hotFolders);
    if (!apart.ok) return { kind: 'hold', problem: apart.problem };
  }
  return null;
}

/** The report of a step that waits until the shared studio has said whether another station delivers the results. */
export const notSure: Report = { kind: 'wait', ms: 500 };

/** Returns whether this station may place results of a job now. */
export function mayDeliver(parts: Pick<Parts, 'mayDeliver'>, { id }: Pick<Job, 'id'>): boolean {
  return parts.mayDeliver?.(id) ?? true;
}

type Place = Pick<ResultRow, 'kind' | 'executionRow' | 'position'>;

/**
 * Returns the number of a job's image, counted from 1 over all its runs, so that a second run does not reuse names.
 * `results`: all results of the job.
 */
export function indexOf(
  results: readonly Place[],
  { kind, executionRow, position }: Place,
): number {
  if (kind === 'psd') return 1;
  const images = results.filter((r) => r.kind === 'image');
  // a layered file that Darkslide made has the number of its image
  return images.findIndex((r) => r.executionRow === executionRow && r.position === position) + 1;
}
