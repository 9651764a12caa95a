import { jobStates } from '#shared/job.ts';
import type { JobFilter } from '#shared/contract/queue-channels.ts';
import { jobSorts, type JobSort } from '#shared/job-row.ts';

/** The jobs that the queue shows, and their order. */
export interface QueueView {
  readonly filter: JobFilter;
  readonly sort: JobSort;
}

/**
 * Reads the address of the queue: `states` separated by commas, `hotFolderId`, `recipe`, `text`, `sort`.
 * Ignores invalid values, because users paste addresses and keep old ones.
 */
export function readView(query: URLSearchParams): QueueView {
  const states = (query.get('states') ?? '').split(',');
  const known = jobStates.filter((state) => states.includes(state));
  const folder = Number(query.get('hotFolderId'));
  return {
    filter: {
      ...(known.length > 0 ? { states: known } : {}),
      ...(Number.isSafeInteger(folder) && folder > 0 ? { hotFolderId: folder } : {}),
      ...given('recipe', query),
      ...given('text', query),
    },
    sort: jobSorts.find((sort) => sort === query.get('sort')) ?? 'order',
  };
}

/** Returns the id of the job whose details are open; null if there is none. */
export function readJob(query: URLSearchParams): number | null {
  const id = Number(query.get('job'));
  return Number.isSafeInteger(id) && id > 0 ? id : null;
}

/** Returns the query parameters of a view and the open job. */
export function queryOf(
  { filter, sort }: QueueView,
  job: number | null,
): Readonly<Record<string, string | undefined>> {
  return {
    states: filter.states?.join(','),
    hotFolderId: filter.hotFolderId?.toString(),
    recipe: filter.recipe,
    text: filter.text,
    sort: sort === 'order' ? undefined : sort,
    job: job?.toString(),
  };
}

function given<K extends string>(name: K, query: URLSearchParams): Partial<Record<K, string>> {
  const value = query.get(name);
  return value === null || value.trim() === '' ? {} : ({ [name]: value } as Record<K, string>);
}
