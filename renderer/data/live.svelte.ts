import { untrack } from 'svelte';
import type { StudioChange, ChannelName, Input, Output } from '#shared/ipc.ts';
import type { Problem } from '#shared/problem.ts';
import { keepCurrent } from './keep-current.ts';
import type { Studio } from './studio.svelte.ts';

type Part = StudioChange['parts'][number];

/** Returns a function that checks whether a change concerns any of these parts of the studio. */
export function about(...parts: readonly Part[]): (changed: StudioChange) => boolean {
  return (changed) => parts.some((part) => changed.parts.includes(part));
}

/** Returns a function that checks whether a change concerns any job, or any of these parts of the studio. */
export function aboutJobs(...parts: readonly Part[]): (changed: StudioChange) => boolean {
  const isAbout = about(...parts);
  return (changed) => changed.jobs === null || changed.jobs.length > 0 || isAbout(changed);
}

const never = () => false;

/** The answer to a query, kept current as long as its component lives. */
export interface Live<T> {
  /** The last successful answer; undefined before the first answer. */
  readonly value: T | undefined;
  /** Why the last request failed; the previous value stays. */
  readonly problem: Problem | null;
  /** Whether the first answer, or the answer to a new input, is loading. */
  readonly isLoading: boolean;
  /** Sends the request again now. */
  refresh(): void;
}

/**
 * Sends the query now, each time a value that `input` reads changes, and after each change that concerns the
 * query; by default, no change does. Must be called while a component is initialised. If `input` returns null, no
 * query is sent. `pace` is the minimum number of milliseconds between two requests after changes.
 */
export function live<C extends ChannelName>(
  studio: Studio,
  channel: C,
  input: () => Input<C> | null,
  concerns: (changed: StudioChange) => boolean = never,
  pace = 0,
): Live<Output<C>> {
  let value = $state.raw<Output<C>>();
  let problem = $state.raw<Problem | null>(null);
  let isLoading = $state(true);
  let again = $state(0);

  async function load(asked: Input<C>, signal: AbortSignal): Promise<void> {
    const answer = await studio.ask(channel, asked, signal);
    if (signal.aborted) return;
    isLoading = false;
    if (answer.ok) value = answer.value;
    problem = answer.ok ? null : answer.problem;
  }

  $effect(() => {
    const asked = input();
    void again;
    if (asked === null) return;
    return untrack(() => {
      isLoading = true;
      return keepCurrent(studio, asked, { concerns, load, pace }).stop;
    });
  });

  return {
    get value() {
      return value;
    },
    get problem() {
      return problem;
    },
    get isLoading() {
      return isLoading;
    },
    refresh() {
      again += 1;
    },
  };
}
