import { describe, expect, it } from 'vitest';
import { failureProblem } from './failure-problem.ts';
import type { ServiceFailure } from './types.ts';

const code = (more: Partial<ServiceFailure>) =>
  failureProblem({
    kind: 'refused',
    mayHaveBeenProcessed: false,
    message: 'words',
    fromService: true,
    ...more,
  }).code;

describe('failureProblem', () => {
  it.each([
    ['network', 'service-unreachable'],
    ['timeout', 'service-timeout'],
    ['not-envelope', 'service-not-an-envelope'],
    ['refused', 'service-refused'],
    ['unauthorised', 'service-unauthorised'],
    ['rate-limited', 'service-rate-limited'],
    ['file', 'file-unreadable'],
    ['aborted', 'aborted'],
  ] as const)('gives a failure of kind %s the code %s', (kind, expected) => {
    expect(code({ kind })).toBe(expected);
  });

  it.each([
    'Balance exhausted',
    'insufficient balance, please recharge',
    'Your quota is used up',
    'Not enough credits',
    'insufficient points',
    '账户余额不足',
    '额度已用完',
    '账号欠费',
  ])('F19 recognises an empty account in “%s”', (serviceMessage) => {
    expect(code({ serviceMessage })).toBe('service-balance');
    expect(code({ kind: 'unauthorised', status: 403, serviceMessage })).toBe('service-balance');
  });

  it('F19 treats 402 as an empty account', () => {
    expect(code({ status: 402, serviceMessage: 'no' })).toBe('service-balance');
  });

  it.each([
    'locationId is not valid',
    'insufficient resolution',
    'the white balance cannot be read',
    'unbalanced parameters',
  ])('does not recognise an empty account in “%s”', (serviceMessage) => {
    expect(code({ serviceMessage })).toBe('service-refused');
  });

  it('treats a request quota as a rate limit', () => {
    expect(code({ kind: 'rate-limited', serviceMessage: 'quota exceeded' })).toBe(
      'service-rate-limited',
    );
  });

  it('keeps message and detail', () => {
    expect(
      failureProblem({
        kind: 'network',
        mayHaveBeenProcessed: true,
        message: 'm',
        detail: 'd',
        fromService: false,
      }),
    ).toEqual({ code: 'service-unreachable', message: 'm', detail: 'd' });
  });
});
