import type { StudioChange } from '#shared/ipc.ts';
import type { Commit, Table } from '../adapters/ledger/commits.ts';
import type { Clock } from '../base/clock.ts';

export type Part = StudioChange['parts'][number];

/** Parts of the screens that show rows of a table. What shows a job is told by the id of the job as well. */
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
};

/** What changed, gathered for the screens. */
export interface Changes {
  committed(commit: Commit): void;
  /** Another ledger is open. */
  reopened(): void;
  /** A part has changed in a way that no commit tells. */
  touch(part: Part): void;
  /** The same of a job. */
  touchJob(jobId: number): void;
  /** Calls `listener` with what was gathered until the function it returns is called. */
  onChange(listener: (changed: StudioChange) => void): () => void;
  close(): void;
}

/** ms between two announcements. */
const EVERY = 50;
/** Jobs that are named one by one; of more a screen asks for what it shows. */
const MOST_JOBS = 200;

/** The first change after a pause is told at once, the others with what came in the meantime. */
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
      // whoever shows a photo does not know its new job by an id
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
