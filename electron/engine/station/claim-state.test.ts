import { expect, it } from 'vitest';
import type { JobState } from '#shared/job.ts';
import type { ExecutionState } from '../../adapters/ledger/executions.ts';
import { claimStateOf } from './claim-state.ts';

const runOf = (jobState: JobState, states: readonly ExecutionState[]) => {
  const executions = states.map((state) => ({ state, executionId: null }));
  return { jobState, isLast: true, executions };
};
/** Returns the state of the claim of a job's last run, whose executions are in these states. */
const stateOf = (jobState: JobState, ...states: readonly ExecutionState[]) =>
  claimStateOf(runOf(jobState, states)).state;
const haltedStateOf = (...states: readonly ExecutionState[]) =>
  claimStateOf(runOf('running', states), true).state;

it('a claim counts against the concurrency limit only while a request is about to be sent, was sent, or may have been', () => {
  expect(stateOf('waiting', 'intent')).toBe('open');
  expect(stateOf('running', 'doubt')).toBe('open');
  expect(stateOf('running', 'started')).toBe('started');
  // these wait for a slot
  expect(stateOf('waiting')).toBe('held');
  expect(stateOf('waiting', 'void')).toBe('held');
  expect(stateOf('waiting', 'rejected')).toBe('held');
  // this station sends nothing at the moment
  expect(haltedStateOf('intent')).toBe('held');
  expect(haltedStateOf('rejected', 'intent')).toBe('held');
  expect(haltedStateOf('doubt', 'intent')).toBe('open');
  expect(haltedStateOf('started')).toBe('started');
  // these wait for a user
  expect(stateOf('held')).toBe('held');
  expect(stateOf('held', 'doubt')).toBe('held');
});

it('the purchase of a cancelled or failed job stays with its station, and neither counts against the concurrency limit nor keeps the station from leaving', () => {
  for (const state of ['sending', 'doubt', 'started'] as const) {
    expect(stateOf('cancelled', state)).toBe('bought');
  }
  expect(stateOf('failed', 'finished', 'doubt')).toBe('bought');
  // nothing was sent
  expect(stateOf('cancelled', 'intent')).toBe('released');
  expect(stateOf('cancelled', 'void')).toBe('released');
});

it('stations that wait for a purchase learn whether a user must decide about it here', () => {
  const needsPerson = (jobState: JobState, ...states: readonly ExecutionState[]) =>
    claimStateOf(runOf(jobState, states)).needsPerson;
  expect(needsPerson('held')).toBe(true);
  expect(needsPerson('held', 'doubt')).toBe(true);
  expect(needsPerson('held', 'finished')).toBe(true);
  expect(needsPerson('waiting')).toBe(false);
  expect(needsPerson('running', 'finished')).toBe(false);
  // released
  expect(needsPerson('held', 'void')).toBe(false);
});
