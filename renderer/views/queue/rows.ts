import type { StudioChange, Output } from '#shared/ipc.ts';
import type { JobRow } from '#shared/job-row.ts';
import { Rows } from '../../data/rows.svelte.ts';
import type { Studio } from '../../data/studio.svelte.ts';
import type { QueueView } from './address.ts';

export type JobRows = Rows<JobRow, Output<'queue.page'>>;

/**
 * Returns the jobs of the queue as a list that loads the visible rows and the rows next to them. Must be
 * called while a component is initialised.
 */
export function jobRowsOf(studio: Studio, asked: () => QueueView, onTurned: () => void): JobRows {
  return new Rows(studio, {
    asked,
    page: ({ filter, sort }, offset, limit, signal) =>
      studio.ask('queue.page', { filter, sort, offset, limit }, signal),
    concerns: concernsJobs,
    onTurned,
  });
}

/** Checks whether a change can affect rows or counts, because jobs, pauses or hot folders have changed. */
function concernsJobs({ jobs, parts }: StudioChange): boolean {
  return jobs === null || jobs.length > 0 || parts.includes('pauses') || parts.includes('folders');
}
