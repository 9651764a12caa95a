import { describe, expect, it } from 'vitest';
import { fixesOf, hopelessCodes } from '#shared/fixes.ts';
import { jobStates } from '#shared/job.ts';
import type { ProblemCode } from '#shared/problem.ts';
import { problemCodes } from '#shared/problem-codes.ts';
import { answersTo, type AnswerBasis } from './answers.ts';

const ofFolder = { isRecipeSaved: true };

const actions = (
  code: ProblemCode | undefined,
  states: readonly AnswerBasis['executions'][number]['state'][] = [],
  more: Partial<AnswerBasis> = {},
) =>
  answersTo({
    state: 'held',
    code,
    executions: states.map((state) => ({ state })),
    cameToNothing: false,
    isRecipeChanged: false,
    ...more,
  }).map(({ action, means }) => `${action}: ${means}`);

describe('the actions for a held job', () => {
  it('always include an action that helps, whatever the reason, and end with giving up', () => {
    const codes = Object.keys(problemCodes) as ProblemCode[];
    for (const code of [...codes, undefined]) {
      if (code === 'job-unreadable') continue;
      for (const state of ['intent', 'doubt', 'started', 'finished', 'void'] as const) {
        const given = actions(code, [state]);
        expect(given.length + fixesOf(code, ofFolder).length, code).toBeGreaterThan(1);
        expect(given.at(-1), code).toMatch(/^cancel/);
      }
    }
  });

  it('offer sending again only if the outcome is unknown, listed before giving up', () => {
    expect(actions('execution-unknown', ['doubt'])).toEqual([
      'retry: asks-again',
      'adopt: adopts',
      'send-again: sends-again',
      'cancel: gives-up',
    ]);
    // a job in doubt can also be held because the service refused the query
    expect(actions('service-refused', ['doubt'])).toContain('send-again: sends-again');
    expect(actions('download-failed', ['finished'])).toEqual([
      'retry: goes-on',
      'cancel: gives-up',
    ]);
  });

  it('distinguish paid jobs from those that bought nothing', () => {
    expect(actions('execution-deadline', ['started'])).toEqual([
      'retry: keeps-waiting',
      'cancel: gives-up',
    ]);
    expect(actions('paused', ['intent'])).toEqual(['retry: goes-on', 'cancel: cancels']);
  });

  it('don’t offer a retry for a full task, which would fail again', () => {
    expect(actions('execution-limit-of-task', ['intent'])).toEqual([
      'adopt: adopts',
      'cancel: cancels',
    ]);
    expect(actions('job-unreadable')).toEqual([]);
  });
});

describe('the actions for a job that is not held', () => {
  it('offer buying again only for a run without a result', () => {
    expect(
      actions('execution-failed', ['finished'], { state: 'failed', cameToNothing: true }),
    ).toEqual(['send-again: buys-again', 'cancel: puts-away']);
    expect(actions('delivery-failed', [], { state: 'failed' })).toEqual([
      'retry: goes-on',
      'cancel: puts-away',
    ]);
  });

  it('B9 don’t offer a retry if the same photo can’t succeed', () => {
    for (const code of hopelessCodes) {
      expect(actions(code, [], { state: 'failed' })).toEqual(['cancel: puts-away']);
      expect(fixesOf(code, ofFolder).length, code).toBeGreaterThan(0);
    }
    expect(fixesOf('photo-too-long', ofFolder)).toEqual(['pad-photo', 'pad-recipe']);
    expect(fixesOf('photo-too-long', { isRecipeSaved: false })).toEqual(['pad-photo']);
    expect(fixesOf('delivery-failed', ofFolder)).toEqual([]);
  });

  it('B9 offer the changed recipe if nothing was sent with the former one', () => {
    const isChanged = { state: 'failed', isRecipeChanged: true } as const;
    expect(actions('mask-shape', [], isChanged)).toEqual([
      'changed-recipe: takes-recipe',
      'cancel: puts-away',
    ]);
    expect(actions('service-refused', ['rejected'], isChanged)).toEqual([
      'retry: goes-on',
      'changed-recipe: takes-recipe',
      'cancel: puts-away',
    ]);
    expect(actions('execution-unknown', ['doubt'], isChanged)).not.toContain(
      'changed-recipe: takes-recipe',
    );
  });

  it('offer the changed recipe, with its cost, if the run with the former one was paid for', () => {
    const isChanged = { state: 'failed', isRecipeChanged: true } as const;
    expect(
      actions('execution-failed', ['finished'], { ...isChanged, cameToNothing: true }),
    ).toEqual(['send-again: buys-again', 'changed-recipe: buys-with-recipe', 'cancel: puts-away']);
    expect(actions('service-refused', ['finished', 'rejected'], isChanged)).toEqual([
      'retry: goes-on',
      'changed-recipe: buys-with-recipe',
      'cancel: puts-away',
    ]);
  });

  it('cancel only unpaid jobs', () => {
    expect(actions(undefined, ['intent'], { state: 'running' })).toEqual(['cancel: cancels']);
    expect(actions(undefined, ['started'], { state: 'running' })).toEqual([]);
    expect(actions(undefined, ['finished'], { state: 'done' })).toEqual([]);
  });

  it('are defined for every state, even if there are none', () => {
    for (const state of jobStates) expect(actions(undefined, [], { state })).toBeInstanceOf(Array);
  });
});
