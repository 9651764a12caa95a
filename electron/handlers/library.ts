import { failure, success, type Outcome } from '#shared/problem.ts';
import type { AskedPsds, LibraryForeseen } from '#shared/views/library.ts';
import { systemClock } from '../base/clock.ts';
import { imagesOf } from '../intake/images-of.ts';
import { askPsd, type PsdAsked } from '../queue/ask-psd.ts';
import { whyTaskStays } from '../queue/delete-task.ts';
import { act } from './act.ts';
import type { Desk } from './desk.ts';
import type { HandlersOf } from './handlers-of.ts';
import { mayRunAgain, runAgain } from './run-again.ts';

type LibraryDesk = Pick<Desk, 'studio' | 'preferences' | 'touch' | 'touchJob'>;

/** The room Library: delivered images of all jobs, what they can be filtered by, and what is done with many. */
export function libraryHandlers(desk: LibraryDesk): HandlersOf<'library'> {
  return {
    'library.page': ({ filter, sort, offset, limit }) => {
      const { library } = desk.studio().ledger;
      const { total, ids } = library.page(filter, sort, offset, limit);
      return success({ total, offset, rows: library.rows(ids) });
    },
    'library.shelves': () => success(desk.studio().ledger.library.shelves()),
    'library.path': ({ id }) => {
      const delivered = desk.studio().ledger.results.get(id)?.delivered ?? null;
      return delivered === null
        ? failure('file-missing', 'This result is not there yet, so it has no path.')
        : success(delivered.file);
    },
    'library.marks-in-files': () => success(desk.studio().ledger.writtenMarks.counts()),
    'library.write-marks': () => {
      const studio = desk.studio();
      studio.ledger.writtenMarks.wantAll();
      studio.writeMarks();
      desk.touch('marks');
      return success(null);
    },
    'library.foresee': ({ ids }) => success(foresee(desk, ids)),
    'library.ask-psds': ({ ids }, signal) => askPsds(desk, ids, signal),
    'library.run-again': async ({ jobIds }, signal) => {
      const begun = await runAgain(desk.studio(), [...new Set(jobIds)], desk.touchJob, signal);
      desk.touch('status');
      return success(begun);
    },
  };
}

function foresee(desk: LibraryDesk, resultIds: readonly number[]): LibraryForeseen {
  const { ledger } = desk.studio();
  const jobIds = [...new Set(ledger.library.executionsOf(resultIds).map(({ jobId }) => jobId))];
  const jobs = jobIds.flatMap((id) => {
    const loaded = ledger.jobs.load(id);
    return loaded.ok ? [loaded.value] : [];
  });
  const again = jobs.filter((job) => mayRunAgain(ledger, job));
  const images = again.map(({ recipe }) => imagesOf(recipe));
  const now = systemClock.wall();
  const deletable = jobs.filter((job) => {
    const executions = ledger.executions.ofJob(job.id);
    const results = ledger.results.ofJob(job.id);
    const file = { job, executions, results };
    return job.taskId !== null && whyTaskStays(ledger, file, now) === null;
  });
  return {
    jobIds,
    again: again.length,
    images: images.reduce((sum, each) => sum + each, 0),
    imagesEach: new Set(images).size === 1 ? (images[0] ?? null) : null,
    isMany: again.length > desk.preferences.read().askAbove,
    deletable: deletable.length,
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
  const onMade = ({ jobId, outcome }: PsdAsked) => {
    came[outcome] += 1;
    if (outcome === 'asked') desk.touchJob(jobId);
  };
  const acted = await act(
    studio,
    {
      ids: executions.map(({ resultId }) => resultId),
      jobIds: executions.map(({ jobId }) => jobId),
      change: askPsd,
      onMade,
    },
    signal,
  );
  if (!acted.ok) return acted;
  studio.wake();
  desk.touch('status');
  const { refused, problems } = acted.value;
  return success({ ...came, refused, problems });
}
