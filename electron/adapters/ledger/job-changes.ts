import { searchedFields, type SearchedJob } from '#shared/job-row.ts';
import type { Problem } from '#shared/problem.ts';
import type { Clock } from '../../base/clock.ts';
import { BY_HAND } from './job-columns.ts';
import type { HistoryRepository } from './history.ts';
import type { Inputs, Uploads } from './jobs.ts';
import { nameOrder } from './name-order.ts';
import type { Relearning } from './relearn.ts';
import { columnOf, expression, problemColumns, type Fields, type Tables } from './rows.ts';
import { searchTextOf } from './search.ts';

export interface Admission {
  readonly photoId: number;
  readonly recipeId: number;
  /** Identifies the purchase: SHA-256 of the recipe's identity with the content of its files. */
  readonly identity: string;
  readonly hotFolderId: number | null;
  readonly source: string;
  readonly name: string;
  readonly outFolder: string;
  readonly subFolder: string;
  /** Jobs with higher values are processed first. */
  readonly priority: number;
  /** The client who is charged for the job's runs; no client if absent. */
  readonly client?: string;
}

type Readmission = Pick<Admission, 'source' | 'name' | 'subFolder' | 'hotFolderId' | 'priority'>;

/** How the job of a photo is created. */
interface AdmissionChanges {
  /**
   * Admits a photo. One photo with one recipe is one job, so an existing job is returned instead of a
   * second one.
   */
  admit(admission: Admission): { readonly id: number; readonly fresh: boolean };
  /** Records that the photo was moved. */
  moved(id: number, source: string): void;
  /**
   * Records that the photo of a job that has bought nothing was admitted again: the names of its results, its folders
   * and its limits are those of the new admission.
   */
  readmitted(id: number, admission: Readmission): void;
}

/** Changes that a step of the queue makes to its job. */
interface StepChanges {
  /**
   * Records that the request to execute the job's run was sent; see also `sending` of the
   * executions.
   */
  running(id: number): void;
  /** Records that the service has no trace of the job's run, so that the job waits again. */
  waiting(id: number): void;
  prepared(id: number, inputs: Inputs): void;
  /**
   * Removes prepared copies that are missing or no longer match the photo, so that they are created
   * again.
   */
  unprepared(id: number): void;
  uploaded(id: number, uploads: Uploads): void;
  created(id: number, taskId: string): void;
  /** Removes the task from the job, so that the next step creates another one. */
  forgetTask(id: number): void;
  /**
   * Removes copies, uploads and task from the job, because they no longer exist at the service. All
   * are created again.
   */
  beginAnew(id: number): void;
}

/** Changes that decide when a job is retried. */
interface TryChanges {
  /** Postpones a step that can be retried: counts the attempt and waits until `notBefore`. */
  postpone(id: number, notBefore: number, problem: Problem): void;
  /** Waits until `notBefore` for a reason other than a failure. Does not count as an attempt. */
  park(id: number, notBefore: number, problem: Problem): void;
  /** Records a query without a result: the next query is at `notBefore`. Counts as an attempt. */
  wait(id: number, notBefore: number): void;
  /** Records that a step succeeded: resets the attempts. */
  advanced(id: number): void;
  /** Recovers after startup: clears all waits that earlier runs of the program set. */
  recover(): void;
}

/** How a job ends, and the user's decisions about it. */
interface DecisionChanges {
  end(id: number, state: 'done' | 'failed' | 'held' | 'cancelled', problem: Problem | null): void;
  /** Adds a warning to a job that has ended or is held; the job's state stays the same. */
  warn(id: number, problem: Problem): void;
  /**
   * Resumes a job and clears all of its waits, or starts one more run. `recipeId`: a recipe with the job's identity,
   * which may name other files and another delivery.
   */
  resume(
    id: number,
    change?: {
      readonly again?: boolean;
      readonly recipeId?: number;
      readonly outFolder?: string;
      readonly client?: string;
    },
  ): void;
  /**
   * Records that the user asked for the job's run: it is processed before those of hot folders, and their pauses do not
   * hold it.
   */
  askedByHand(id: number): void;
  /** Sets the priority; higher values are processed first. */
  prioritise(id: number, priority: number): void;
  /**
   * Switches the job to another recipe; copies and uploads for the previous recipe are recreated. The job must not
   * have bought anything, and its photo must not have another job with this identity. `what`: text for the job's
   * history.
   */
  changeRecipe(
    id: number,
    recipe: { readonly id: number; readonly identity: string },
    what: string,
  ): void;
  /**
   * Admits a job for the photo of this job with another recipe, in the same place and for the same client. The files of
   * hot folders that led to this job then belong to the new one. The photo must not have a job with this identity.
   * `what`: text for the history of the new job. Returns the id of the new job; the former one does not end.
   */
  admitInstead(
    id: number,
    recipe: { readonly id: number; readonly identity: string },
    what: string,
  ): number;
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
  const searchOf = (id: number, change: Partial<SearchedJob>) => {
    const searched = searchedFields.map(columnOf).join(', ');
    const before = db.get<SearchedJob>(`SELECT ${searched} FROM jobs WHERE id = ?`, id);
    if (before === undefined) throw noJob(id);
    return searchTextOf({ ...before, ...change });
  };
  return {
    admit: (admission) =>
      db.transaction(() => {
        const { photoId, recipeId, identity, hotFolderId, source, name } = admission;
        const { outFolder, subFolder, priority, client = '' } = admission;
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
          client,
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
      set(id, { source, search: searchOf(id, { source }) });
    },
    readmitted(id, { source, name, subFolder, hotFolderId, priority }) {
      const search = searchOf(id, { source, name });
      const order = nameOrder(name);
      const place = { source, subFolder, hotFolderId, priority, byHand: 0 };
      set(id, { ...place, name, nameOrder: order, search });
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
    resume: (id, { again = false, recipeId, outFolder, client } = {}) =>
      db.transaction(() => {
        set(id, {
          state: 'waiting',
          attempts: 0,
          notBefore: 0,
          endedAt: null,
          ...problemColumns(null),
          runs: expression('runs + ?', Number(again)),
          ...(recipeId === undefined ? {} : { recipeId }),
          ...(outFolder === undefined ? {} : { outFolder }),
          ...(client === undefined ? {} : { client }),
        });
        const awaited = { awaitedMono: Math.round(clock.mono()) };
        db.update('executions', awaited, "job_id = ? AND state = 'started'", id);
        history.note(id, again ? 'asked for again' : 'let go on');
      }),
    askedByHand: (id) => set(id, { byHand: 1, priority: expression('max(priority, ?)', BY_HAND) }),
    prioritise: (id, priority) => set(id, { priority }),
    changeRecipe: (id, recipe, what) =>
      db.transaction(() => {
        const { id: recipeId, identity } = recipe;
        set(id, { recipeId, identity, taskId: null, uploads: null, inputs: null });
        history.note(id, what);
        relearning.remember(id);
      }),
    admitInstead: (id, { id: recipeId, identity }, what) =>
      db.transaction(() => {
        const kept = db.get<Kept>(`SELECT ${KEPT} FROM jobs WHERE id = ?`, id);
        if (kept === undefined) throw noJob(id);
        const now = clock.wall();
        const begun = { state: 'waiting', createdAt: now, updatedAt: now };
        const newId = db.insertRow('jobs', { ...kept, recipeId, identity, ...begun });
        db.update('sightings', { jobId: newId }, 'job_id = ?', id);
        history.note(newId, 'admitted', kept.source);
        history.note(newId, what, String(id));
        relearning.remember(newId);
        return newId;
      }),
  };
}

/** What a job keeps from the job that it replaces, see `admitInstead`. */
const KEPT = `photo_id, hot_folder_id, source, name, out_folder, sub_folder, priority, client, by_hand, search,
  name_order`;
type Kept = Fields & { readonly source: string };

function noJob(id: number): Error {
  return new Error(`There is no job ${id}.`);
}
