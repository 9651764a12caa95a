import { describe, expect, it } from 'vitest';
import { daysOf, queryOf, readCosts } from './address.ts';

describe('the address of costs', () => {
  it.each([
    ['', { by: 'day', period: 'month', from: '', to: '' }],
    ['by=client&period=last-month', { by: 'client', period: 'last-month', from: '', to: '' }],
    [
      'by=folder&period=range&from=2026-11-01',
      { by: 'folder', period: 'range', from: '2026-11-01', to: '' },
    ],
    // values that are unknown or invalid
    ['by=car&period=year&from=2026-02-30', { by: 'day', period: 'month', from: '', to: '' }],
  ])('%s is read', (text, asked) => {
    expect(readCosts(new URLSearchParams(text))).toEqual(asked);
  });

  it('is read as the costs that it was written for', () => {
    const asked = { by: 'client', period: 'range', from: '', to: '2026-11-15' } as const;
    const query = Object.entries(queryOf(asked)).filter(([, text]) => text !== undefined);
    expect(readCosts(new URLSearchParams(query as [string, string][]))).toEqual(asked);
    expect(queryOf({ ...asked, by: 'day', period: 'month' })).toEqual({});
  });
});

describe('the days of a period', () => {
  const january = new Date(2027, 0, 31, 23, 59).getTime();
  const whole = { by: 'day', from: '', to: '' } as const;

  it('are the days of the calendar month', () => {
    expect(daysOf({ ...whole, period: 'month' }, january)).toEqual({
      from: '2027-01-01',
      to: '2027-01-31',
    });
    expect(daysOf({ ...whole, period: 'last-month' }, january)).toEqual({
      from: '2026-12-01',
      to: '2026-12-31',
    });
  });

  it('have no limit at the open end of a range', () => {
    expect(daysOf({ ...whole, period: 'range', from: '2026-11-02' }, january)).toEqual({
      from: '2026-11-02',
      to: null,
    });
  });
});
