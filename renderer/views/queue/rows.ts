import type { Output } from '#shared/ipc.ts';
import type { JobRow } from '#shared/job-row.ts';
import { aboutJobs } from '../../data/live.svelte.ts';
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
    concerns: aboutJobs('pauses', 'folders'),
    onTurned,
  });
}
