import { setImmediate } from 'node:timers/promises';
import { failure, success, type Outcome } from '#shared/problem.ts';
import type { AskedPsds, LibraryForeseen } from '#shared/views/library.ts';
import { systemClock } from '../../base/clock.ts';
import { imagesOf } from '../../engine/intake/images-of.ts';
import { askPsd } from '../../engine/queue/ask-psd.ts';
import { whyTaskStays } from '../../engine/queue/delete-task.ts';
import { act } from './act.ts';
import type { Desk } from './desk.ts';
import type { HandlersOf } from './handlers-of.ts';
import { mayRunAgain, runAgain } from './run-again.ts';

/** Jobs that are looked at in one go. */
const LOOKED_AT = 100;

type LibraryDesk = Pick<Desk, 'studio' | 'preferences'>;

/** The room Library: delivered images of all jobs, what they can be filtered by, and what is done with many. */
export function libraryHandlers(desk: LibraryDesk): HandlersOf<'library'> {
  return {
    'library.page': ({ filter, sort, offset, limit }) => {
      const { library } = desk.studio().ledger;
      const { total, ids } = library.page(filter, sort, offset, limit);
      return success({ total, offset, rows: library.rows(ids) });
    },
    'library.cells': ({ filter, sort, expanded, offset, limit }) => {
      const { library } = desk.studio().ledger;
      const { cells, ...page } = library.stacked({ filter, sort, expanded }, offset, limit);
      const images = new Map(library.rows(cells.map(({ id }) => id)).map((row) => [row.id, row]));
      const rows = cells.flatMap(({ id, stack }) => {
        const image = images.get(id);
        return image === undefined ? [] : [{ ...image, stack }];
      });
      return success({ ...page, offset, rows });
    },
    'library.place': ({ id, ...list }) => success(desk.studio().ledger.library.place(list, id)),
    'library.shelves': () => success(desk.studio().ledger.library.shelves()),
    'library.path': ({ id }) => {
      const delivered = desk.studio().ledger.results.get(id)?.delivered ?? null;
      return delivered === null
        ? failure('result-not-ready', 'This result is not there yet, so it has no path.')
        : success(delivered.file);
    },
    'library.marks-in-files': () => success(desk.studio().ledger.writtenMarks.counts()),
    'library.write-marks': () => {
      const studio = desk.studio();
      studio.ledger.writtenMarks.wantAll();
      studio.writeMarks();
      return success(null);
    },
    'library.foresee': async ({ ids }, signal) => success(await foresee(desk, ids, signal)),
    'library.ask-psds': ({ ids }, signal) => askPsds(desk, ids, signal),
    'library.run-again': async ({ jobIds }, signal) =>
      success(await runAgain(desk.studio(), [...new Set(jobIds)], signal)),
  };
}

/** Looks at the jobs by and by: between two batches screens are answered. */
async function foresee(
  desk: LibraryDesk,
  resultIds: readonly number[],
  signal: AbortSignal,
): Promise<LibraryForeseen> {
  const { ledger } = desk.studio();
  const jobIds = [...new Set(ledger.library.executionsOf(resultIds).map(({ jobId }) => jobId))];
  const now = systemClock.wall();
  const images: number[] = [];
  let deletable = 0;
  for (const [at, id] of jobIds.entries()) {
    if (signal.aborted) break;
    if (at % LOOKED_AT === LOOKED_AT - 1) await setImmediate();
    const loaded = ledger.jobs.load(id);
    if (!loaded.ok) continue;
    const job = loaded.value;
    if (mayRunAgain(ledger, job)) images.push(imagesOf(job.recipe));
    const executions = ledger.executions.ofJob(id);
    const file = { job, executions, results: ledger.results.ofJob(id) };
    if (job.taskId !== null && whyTaskStays(ledger, file, now) === null) deletable += 1;
  }
  return {
    jobIds,
    again: images.length,
    images: images.reduce((sum, each) => sum + each, 0),
    imagesEach: new Set(images).size === 1 ? (images[0] ?? null) : null,
    isMany: images.length > desk.preferences.read().askAbove,
    deletable,
  };
}

async function askPsds(
  desk: LibraryDesk,
  resultIds: readonly number[],
  signal: AbortSignal,
): Promise<Outcome<AskedPsds>> {
  const studio = desk.studio();
  const executions = studio.ledger.library.executionsOf(resultIds);
  const came = { asked: 0, making: 0, there: 0 };
  const acted = await act(
    studio,
    {
      ids: executions.map(({ resultId }) => resultId),
      jobIds: executions.map(({ jobId }) => jobId),
      change(ledger, resultId) {
        const asked = askPsd(ledger, resultId);
        if (asked.ok) came[asked.value.outcome] += 1;
        return asked;
      },
    },
    signal,
  );
  if (!acted.ok) return acted;
  studio.wake();
  const { refused, problems } = acted.value;
  return success({ ...came, refused, problems });
}
