import { expect, it } from 'vitest';
import { summaryOf, type TestReport } from './test-report.ts';

const units: TestReport = {
  passed: 5,
  skipped: 2,
  failures: [
    {
      name: 'prices\nare whole',
      file: '/home/project/test/price.test.ts',
      messages: [
        '\u001B[31mAssertionError\u001B[39m: 1 is not 2\nat /home/project/test/price.test.ts:3\n\n- 2\n+ 1',
        Array.from({ length: 50 }, (_, at) => `line ${at}`).join('\n'),
      ],
    },
    { name: 'outside of every test', file: null, messages: [] },
  ],
};

const windows: TestReport = {
  passed: 3,
  skipped: 0,
  failures: [{ name: 'a › opens', file: '/home/project/test/a.spec.ts', messages: ['late'] }],
};

it('the summary ends with the failures and the counts of all runs', () => {
  expect(summaryOf([units, windows], '/home/project').split('\n')).toEqual([
    '',
    'Failed:',
    '  test/price.test.ts › prices are whole',
    '    AssertionError: 1 is not 2',
    '    at test/price.test.ts:3',
    '    - 2',
    '    + 1',
    ...[0, 1, 2, 3, 4, 5].map((at) => `    line ${at}`),
    '',
    '  outside of every test',
    '',
    '  test/a.spec.ts › a › opens',
    '    late',
    '',
    '8 passed, 3 failed, 2 skipped',
  ]);
});

it('the summary is one line if nothing failed', () => {
  const report = { ...units, skipped: 0, failures: [] };
  expect(summaryOf([report], '/home/project')).toBe('5 passed, 0 failed');
});
