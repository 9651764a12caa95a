import type { StudioChange } from '#shared/ipc.ts';
import type { Commit, Table } from '../adapters/ledger/commits.ts';
import type { Clock } from '../base/clock.ts';

export type Part = StudioChange['parts'][number];

/**
 * For each table of the ledger, the parts of the screens that show its rows. Changed jobs are also announced by their
 * ids.
 */
const shownIn: Readonly<Record<Table, readonly Part[]>> = {
  hot_folders: ['folders', 'recipes', 'pauses', 'status'],
  saved_recipes: ['recipes', 'folders'],
  jobs: ['status', 'folders'],
  executions: ['status', 'folders'],
  results: ['folders'],
  sightings: ['folders', 'status'],
  drops: ['folders', 'status'],
  deletions: [],
  pauses: ['pauses', 'folders', 'status'],
  filmstrip: ['retouch'],
  marks: ['retouch', 'marks'],
  masks: ['masks'],
  mask_operations: ['masks'],
  used_masks: ['masks'],
  own: ['custom-models', 'templates', 'folders'],
  own_creations: ['custom-models'],
  history: [],
  written_marks: ['marks'],
  shared_work: ['status'],
  shared_conflicts: ['settings'],
  shared_held: ['status'],
  moved_photos: [],
};

/** Collects changes for the screens. */
export interface Changes {
  committed(commit: Commit): void;
  /** Reports changes in all parts; must be called after another ledger has been opened. */
  reopened(): void;
  /** Announces a change of a part whose data is not in the ledger. */
  touch(part: Part): void;
  /** Announces a change of one job whose data is not in the ledger, such as its progress. */
  touchJob(jobId: number): void;
  /** Calls `listener` with the collected changes until the returned function is called. */
  onChange(listener: (changed: StudioChange) => void): () => void;
  close(): void;
}

/** Minimum interval in ms between two announcements. */
const EVERY = 50;
/** Maximum number of jobs that are named individually; if more jobs changed, a screen reloads its content. */
const MOST_JOBS = 200;

/** Announces the first change after a quiet time immediately, and later changes in groups. */
export function gatherChanges(clock: Clock): Changes {
  const listeners = new Set<(changed: StudioChange) => void>();
  const closing = new AbortController();
  let parts = new Set<Part>();
  let jobs = new Set<number>();
  let isTelling = false;
  let toldAt = -Infinity;

  const tell = async () => {
    if (isTelling) return;
    isTelling = true;
    await clock.sleep(toldAt + EVERY - clock.mono(), closing.signal);
    isTelling = false;
    if (closing.signal.aborted) return;
    toldAt = clock.mono();
    const changed: StudioChange = {
      parts: [...parts],
      jobs: jobs.size > MOST_JOBS ? null : [...jobs],
    };
    parts = new Set();
    jobs = new Set();
    for (const listener of listeners) listener(changed);
  };
  const addJob = (jobId: number) => {
    if (jobs.size <= MOST_JOBS) jobs.add(jobId);
  };

  return {
    committed({ tables, grown, jobIds }) {
      for (const table of tables) for (const part of shownIn[table]) parts.add(part);
      // Tells screens to reload their photos, because a screen can't know the id of a photo's new job.
      if (grown.has('jobs')) parts.add('retouch');
      for (const jobId of jobIds) addJob(jobId);
      if (parts.size + jobs.size > 0) void tell();
    },
    reopened() {
      for (const part of Object.values(shownIn).flat()) parts.add(part);
      void tell();
    },
    touch(part) {
      parts.add(part);
      void tell();
    },
    touchJob(jobId) {
      addJob(jobId);
      void tell();
    },
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    close() {
      closing.abort();
      listeners.clear();
    },
  };
}
