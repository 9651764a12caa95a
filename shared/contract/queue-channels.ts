import * as v from 'valibot';
import { jobStates } from '../job.ts';
import { jobSorts } from '../job-row.ts';
import {
  jobActions,
  type Effects,
  type JobDetail,
  type JobFix,
  type JobPage,
  type JobsChanged,
} from '../views/queue.ts';
import { command, query } from './channel.ts';
import { between, count, id, ids, one, PAGE, text } from './schemas.ts';

/** A filter for jobs; a job must meet all given conditions. */
export const jobFilter = v.strictObject({
  states: v.optional(
    v.pipe(v.array(v.picklist(jobStates)), v.maxLength(jobStates.length), v.readonly()),
  ),
  hotFolderId: v.optional(id),
  /** Name of a recipe. */
  recipe: v.optional(text),
  /** Part of one of the searched fields, ignoring case; see `jobFields`. */
  text: v.optional(text),
});
export type JobFilter = Readonly<v.InferOutput<typeof jobFilter>>;

/** The listed jobs, or all that match the filter. */
const jobs = v.union([v.strictObject({ ids }), v.strictObject({ filter: jobFilter })]);

/** Channels of the Queue view. */
export const queueChannels = {
  'queue.page': query(
    v.strictObject({
      filter: jobFilter,
      sort: v.picklist(jobSorts),
      offset: count,
      limit: between(1, PAGE),
    }),
  ).returns<JobPage>(),
  'queue.job': query(one).returns<JobDetail>(),
  /** Returns how many of the jobs each action would change. */
  'queue.effects': query(v.strictObject({ jobs })).returns<Effects>(),
  'queue.act': command(
    v.strictObject({
      jobs,
      action: v.picklist(jobActions),
      /** Whether new jobs, which are charged too, may replace charged jobs; only after the user has agreed. */
      mayReplace: v.optional(v.boolean()),
    }),
  ).returns<JobsChanged>(),
  /** Returns the settings that a job can run again with. */
  'queue.fix': query(one).returns<JobFix>(),
  /** Runs a job again with another recipe, which only this job uses. */
  'queue.run-changed': command(v.strictObject({ id, recipe: v.unknown() })).returns<null>(),
  /** Links an execution that the user found in the service's console. */
  'queue.adopt': command(v.strictObject({ id, executionId: text })).returns<null>(),
} as const;
