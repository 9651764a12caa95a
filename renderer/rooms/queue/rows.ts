import type { StudioChange, Output } from '#shared/ipc.ts';
import type { JobRow } from '#shared/job-row.ts';
import { rowsOf, type Rows } from '../../components/list/rows.svelte.ts';
import type { Studio } from '../../state/studio.svelte.ts';
import type { QueueView } from './address.ts';

export type JobRows = Rows<JobRow, Output<'queue.page'>>;

/** The jobs around what is on screen. Call it while a component is initialised. */
export function jobRowsOf(studio: Studio, asked: () => QueueView, onTurned: () => void): JobRows {
  return rowsOf(studio, {
    asked,
    page: ({ filter, sort }, offset, limit, signal) =>
      studio.ask('queue.page', { filter, sort, offset, limit }, signal),
    concerns: concernsJobs,
    onTurned,
  });
}

/** Whether rows or sums may differ: of jobs that changed, of all that stand still for a pause, of hot folders. */
function concernsJobs({ jobs, parts }: StudioChange): boolean {
  return jobs === null || jobs.length > 0 || parts.includes('pauses') || parts.includes('folders');
}
