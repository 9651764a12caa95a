import { describe, expect, it } from 'vitest';
import { problemCodes, type ProblemCode } from '#shared/problem.ts';
import { answersTo } from './answers.ts';

const commands = (code: ProblemCode | undefined, states: Parameters<typeof answersTo>[2] = []) =>
  answersTo(code, 7, states).map(({ command }) => command);

describe('the answers to a held job', () => {
  it('lead somewhere whatever the reason, and can always be given up', () => {
    const codes = Object.keys(problemCodes) as ProblemCode[];
    for (const code of [...codes, undefined]) {
      for (const state of ['intent', 'doubt', 'started', 'finished', 'void'] as const) {
        const given = commands(code, [{ state }]);
        expect(given.length, code).toBeGreaterThan(0);
        expect(given.at(-1), code).toBe(code === 'job-unreadable' ? 'check' : 'cancel 7');
      }
    }
  });

  it('offer to send again only where nobody knows, last but giving up', () => {
    expect(commands('execution-unknown', [{ state: 'doubt' }])).toEqual([
      'retry 7',
      'adopt 7 <execution>',
      'retry 7 --send-again',
      'cancel 7',
    ]);
    // a doubt can also be held for what the service answered to the question
    expect(commands('service-refused', [{ state: 'doubt' }])).toContain('retry 7 --send-again');
    expect(commands('download-failed', [{ state: 'finished' }])).toEqual(['retry 7', 'cancel 7']);
  });

  it('say of what is paid for that it is', () => {
    const [retry, cancel] = answersTo('execution-deadline', 7, [{ state: 'started' }]);
    expect(retry?.means).toContain('paid for');
    expect(cancel?.means).toContain('stays charged');
  });

  it('do not send a full task round in a circle', () => {
    expect(commands('execution-limit-of-task', [{ state: 'intent' }])).toEqual([
      'adopt 7 <execution>',
      'cancel 7',
    ]);
    expect(commands('job-unreadable')).toEqual(['check']);
  });
});
