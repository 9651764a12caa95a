import { searchedFields, type SearchedJob } from '#shared/job-row.ts';
import type { Problem } from '#shared/problem.ts';
import type { Clock } from '../../base/clock.ts';
import type { HistoryRepository } from './history.ts';
import type { Inputs, Uploads } from './jobs.ts';
import { nameOrder } from './name-order.ts';
import type { Relearning } from './relearn.ts';
import { columnOf, expression, problemColumns, type Fields, type Tables } from './rows.ts';
import { searchTextOf } from './search.ts';

export interface Admission {
  readonly photoId: number;
  readonly recipeId: number;
  /** SHA-256 of what is bought: the recipe's identity with the content of its files. */
  readonly identity: string;
  readonly hotFolderId: number | null;
  readonly source: string;
  readonly name: string;
  readonly outFolder: string;
  readonly subFolder: string;
  /** Higher goes first. */
  readonly priority: number;
}

/** Where a job of a photo comes from. */
interface AdmissionChanges {
  /** One photo with one recipe is one job: an earlier one is returned instead of a second. */
  admit(admission: Admission): { readonly id: number; readonly fresh: boolean };
  /** The photo was moved. */
  moved(id: number, source: string): void;
}

/** What a step of the queue changes in its job. */
interface StepChanges {
  /** Its run was sent to the service, see also `sending` of the executions. */
  running(id: number): void;
  /** Nothing of its run is at the service: it waits with the others. */
  waiting(id: number): void;
  prepared(id: number, inputs: Inputs): void;
  /** The copies are gone or no longer fit the photo: they are made anew. */
  unprepared(id: number): void;
  uploaded(id: number, uploads: Uploads): void;
  created(id: number, taskId: string): void;
  /** Begins the task anew: the next step creates another one. */
  forgetTask(id: number): void;
  /** Nothing of it is at the service any more: copies, uploads and task are made anew. */
  beginAnew(id: number): void;
}

/** When a job is tried again. */
interface TryChanges {
  /** A step that can be tried again: counts the try and waits until `notBefore`. */
  postpone(id: number, notBefore: number, problem: Problem): void;
  /** Waits for what is no failure of its own, until `notBefore`. Counts no try. */
  park(id: number, notBefore: number, problem: Problem): void;
  /** Asked, and it is not there yet: looks again at `notBefore`. Counts as a try. */
  wait(id: number, notBefore: number): void;
  /** A step went through: tries begin anew. */
  advanced(id: number): void;
  /** After a start: no wait of an earlier run of the program counts any more. */
  recover(): void;
}

/** How a job ends, and what a person decides about it. */
interface DecisionChanges {
  end(id: number, state: 'done' | 'failed' | 'held' | 'cancelled', problem: Problem | null): void;
  /** Something to know about a job that has ended or is held; its state stays. */
  warn(id: number, problem: Problem): void;
  /** A person lets it go on, which begins every wait of it anew, or asks for one more run of it. */
  resume(id: number, change?: { readonly again?: boolean; readonly outFolder?: string }): void;
  /** Higher goes first. */
  prioritise(id: number, priority: number): void;
  /**
   * Runs with another recipe from now on; what was made ready with the former one is made anew. Nothing
   * of it may have been bought, and no other job may be of its photo and this identity. `what`: for its
   * history.
   */
  changeRecipe(
    id: number,
    recipe: { readonly id: number; readonly identity: string },
    what: string,
  ): void;
}

/** Each call is one commit unless the caller holds a transaction. */
export interface JobChanges extends AdmissionChanges, StepChanges, TryChanges, DecisionChanges {}

export function jobChanges(
  db: Tables,
  clock: Clock,
  history: HistoryRepository,
  relearning: Relearning,
): JobChanges {
  const set = (id: number, fields: Fields) => {
    const stamped = { ...fields, updatedAt: clock.wall() };
    if (db.update('jobs', stamped, 'id = ?', id) !== 1) throw noJob(id);
  };
  return {
    ...admissionChanges({ db, clock, history, relearning, set }),
    ...stepChanges(set),
    ...tryChanges({ db, set }),
    ...decisionChanges({ db, clock, history, relearning, set }),
  };
}

interface Parts {
  readonly db: Tables;
  readonly clock: Clock;
  readonly history: HistoryRepository;
  readonly relearning: Relearning;
  readonly set: (id: number, fields: Fields) => void;
}

function admissionChanges({ db, clock, history, relearning, set }: Parts): AdmissionChanges {
  return {
    admit: (admission) =>
      db.transaction(() => {
        const { photoId, recipeId, identity, hotFolderId, source, name } = admission;
        const { outFolder, subFolder, priority } = admission;
        const known = db.value<number>(
          'SELECT id FROM jobs WHERE photo_id = ? AND identity = ?',
          photoId,
          identity,
        );
        if (known !== undefined) return { id: known, fresh: false };
        const now = clock.wall();
        const id = db.insertRow('jobs', {
          photoId,
          recipeId,
          identity,
          hotFolderId,
          source,
          name,
          outFolder,
          subFolder,
          priority,
          state: 'waiting',
          createdAt: now,
          updatedAt: now,
          search: searchTextOf(admission),
          nameOrder: nameOrder(name),
        });
        history.note(id, 'admitted', source);
        relearning.remember(id);
        return { id, fresh: true };
      }),
    moved(id, source) {
      const searched = searchedFields.map(columnOf).join(', ');
      const before = db.get<SearchedJob>(`SELECT ${searched} FROM jobs WHERE id = ?`, id);
      if (before === undefined) throw noJob(id);
      set(id, { source, search: searchTextOf({ ...before, source }) });
    },
  };
}

function stepChanges(set: Parts['set']): StepChanges {
  return {
    running: (id) => set(id, { state: 'running' }),
    waiting: (id) => set(id, { state: 'waiting' }),
    prepared: (id, inputs) => set(id, { inputs: JSON.stringify(inputs), attempts: 0 }),
    unprepared: (id) => set(id, { inputs: null }),
    uploaded: (id, uploads) => set(id, { uploads: JSON.stringify(uploads), attempts: 0 }),
    created: (id, taskId) => set(id, { taskId, attempts: 0 }),
    forgetTask: (id) => set(id, { taskId: null }),
    beginAnew: (id) => set(id, { taskId: null, uploads: null, inputs: null }),
  };
}

function tryChanges({ db, set }: Pick<Parts, 'db' | 'set'>): TryChanges {
  const oneMore = { attempts: expression('attempts + 1') };
  const until = (ms: number) => ({ notBefore: Math.round(ms) });
  return {
    postpone: (id, notBefore, problem) =>
      set(id, { ...oneMore, ...until(notBefore), ...problemColumns(problem) }),
    park: (id, notBefore, problem) => set(id, { ...until(notBefore), ...problemColumns(problem) }),
    wait: (id, notBefore) => set(id, { ...oneMore, ...until(notBefore) }),
    advanced: (id) => set(id, { attempts: 0, notBefore: 0, ...problemColumns(null) }),
    recover: () => void db.update('jobs', { notBefore: 0 }, 'not_before <> 0'),
  };
}

function decisionChanges({ db, clock, history, relearning, set }: Parts): DecisionChanges {
  return {
    end: (id, state, problem) =>
      db.transaction(() => {
        set(id, { state, ...problemColumns(problem), notBefore: 0, endedAt: clock.wall() });
        history.note(id, state, problem ?? undefined);
      }),
    warn: (id, problem) => set(id, { ...problemColumns(problem) }),
    resume: (id, { again = false, outFolder } = {}) =>
      db.transaction(() => {
        set(id, {
          state: 'waiting',
          attempts: 0,
          notBefore: 0,
          endedAt: null,
          ...problemColumns(null),
          runs: expression('runs + ?', Number(again)),
          ...(outFolder === undefined ? {} : { outFolder }),
        });
        const awaited = { awaitedMono: Math.round(clock.mono()) };
        db.update('executions', awaited, "job_id = ? AND state = 'started'", id);
        history.note(id, again ? 'asked for again' : 'let go on');
      }),
    prioritise: (id, priority) => set(id, { priority }),
    changeRecipe: (id, recipe, what) =>
      db.transaction(() => {
        const { id: recipeId, identity } = recipe;
        set(id, { recipeId, identity, taskId: null, uploads: null, inputs: null });
        history.note(id, what);
        relearning.remember(id);
      }),
  };
}

function noJob(id: number): Error {
  return new Error(`There is no job ${id}.`);
}
