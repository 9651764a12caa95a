import { expect, it, onTestFinished, vi } from 'vitest';
import { localDay } from '#shared/day.ts';
import { beginOfDay } from './spending.ts';

it.each([
  ['UTC', '2026-03-01', '2026-03-01T00:00:00Z', 24],
  ['Asia/Shanghai', '2026-01-01', '2025-12-31T16:00:00Z', 24],
  ['Europe/Berlin', '2026-03-29', '2026-03-28T23:00:00Z', 23],
  ['Europe/Berlin', '2026-10-25', '2026-10-24T22:00:00Z', 25],
  // where clocks are put forward at midnight, the day begins at 1:00
  ['America/Santiago', '2026-09-06', '2026-09-06T04:00:00Z', 23],
])('in %s the local day %s begins at %s and has %i hours', (zone, day, begin, hours) => {
  vi.stubEnv('TZ', zone);
  onTestFinished(() => void vi.unstubAllEnvs());
  expect(new Date(beginOfDay(day)).toISOString()).toBe(begin.replace('Z', '.000Z'));
  expect(beginOfDay(day, 1) - beginOfDay(day)).toBe(hours * 3_600_000);
  expect(localDay(beginOfDay(day))).toBe(day);
  expect(localDay(beginOfDay(day, 1) - 1)).toBe(day);
  expect(localDay(beginOfDay(day) - 1)).not.toBe(day);
  expect(localDay(beginOfDay(day, 1))).not.toBe(day);
});
