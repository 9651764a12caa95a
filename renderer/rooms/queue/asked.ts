import type { Input } from '#shared/ipc.ts';
import { jobStates } from '#shared/job.ts';
import type { JobFilter, JobSort } from '#shared/views/queue.ts';

/** What the queue shows: which jobs, in which order. */
export interface Asked {
  readonly filter: JobFilter;
  readonly sort: JobSort;
}

export const sorts = ['order', 'newest', 'oldest', 'name', 'changed'] as const;

/**
 * Reads the address of the queue: `states` with commas, `hotFolderId`, `recipe`, `text`, `sort`. What
 * makes no sense is left out, because addresses are pasted and old.
 */
export function readAsked(query: URLSearchParams): Asked {
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
    sort: sorts.find((sort) => sort === query.get('sort')) ?? 'order',
  };
}

/** The job whose details are open; null for none. */
export function readJob(query: URLSearchParams): number | null {
  const id = Number(query.get('job'));
  return Number.isSafeInteger(id) && id > 0 ? id : null;
}

/** The address's conditions for what is asked and the job that is open. */
export function queryOf(
  { filter, sort }: Asked,
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

/** The filter as the contract takes it: a key that is there has a value. */
export function wireFilter({
  states,
  hotFolderId,
  recipe,
  text,
}: JobFilter): Input<'queue.page'>['filter'] {
  return {
    ...(states === undefined ? {} : { states: [...states] }),
    ...(hotFolderId === undefined ? {} : { hotFolderId }),
    ...(recipe === undefined ? {} : { recipe }),
    ...(text === undefined ? {} : { text }),
  };
}

function given<K extends string>(name: K, query: URLSearchParams): Partial<Record<K, string>> {
  const value = query.get(name);
  return value === null || value.trim() === '' ? {} : ({ [name]: value } as Record<K, string>);
}
