import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { executionAt, planExecution, preparationAt, psdAt } from './schedule.ts';
import type { RenderState } from './schedule.ts';

const none = { result: 0, execution: 0, psd: 0, customModel: 0 };
const order = ['Segmenting', 'Pending', 'Running', 'Success', 'Failed'];

function plan(
  over: Partial<Record<'images' | 'result' | 'execution' | 'ordinal', number>> & {
    readonly segments?: boolean;
  } = {},
) {
  const { images = 4, segments = true, ordinal = 1, ...failures } = over;
  return planExecution(
    { ordinal, acceptedAt: 1000, images, segments },
    { seed: 7, speed: { executionMs: 1000, jitterMs: 200 }, failures: { ...none, ...failures } },
  );
}

const made = (images: number): RenderState[] => Array.from({ length: images }, () => 'made');

describe('an execution over time', () => {
  it('goes through the documented states in order, and never back', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 16 }),
        fc.boolean(),
        fc.array(fc.integer({ min: 0, max: 2000 }), { minLength: 2, maxLength: 20 }),
        (images, segments, moments) => {
          const one = plan({ images, segments });
          const seen = moments
            .toSorted((a, b) => a - b)
            .map((moment) => executionAt(one, 1000 + moment, made(images)));
          const ranks = seen.map(({ status }) => order.indexOf(status));
          expect(ranks).toEqual(ranks.toSorted((a, b) => a - b));
          for (let index = 0; index < images; index += 1) {
            const progress = seen.map(({ results }) => results[index]?.progress ?? 0);
            expect(progress).toEqual(progress.toSorted((a, b) => a - b));
          }
        },
      ),
    );
  });

  it('has the state Segmenting only for agents that segment', () => {
    expect(executionAt(plan(), 1000, []).status).toBe('Segmenting');
    expect(executionAt(plan({ segments: false }), 1000, []).status).toBe('Pending');
  });

  it('stays in progress while an image is due but not rendered yet', () => {
    expect(executionAt(plan(), 99_000, ['made', 'made', 'open', 'made'])).toMatchObject({
      status: 'Running',
      results: [{}, {}, { status: 'Running', progress: 0.99 }, {}],
    });
  });

  it('succeeds if only some images failed, and fails if all failed', () => {
    const one = plan();
    expect(executionAt(one, 99_000, ['made', 'failed', 'made', 'failed'])).toMatchObject({
      status: 'Success',
      results: ['Success', 'Failed', 'Success', 'Failed'].map((status) => ({ status })),
    });
    expect(executionAt(plan({ execution: 1 }), 99_000, made(4)).status).toBe('Failed');
  });

  it('lets images fail at about the given rate, depending on the seed', () => {
    const plans = Array.from({ length: 500 }, (_, ordinal) => plan({ ordinal, result: 0.25 }));
    const failing = plans.reduce((sum, one) => sum + one.failing.length, 0);
    expect(failing / 2000).toBeGreaterThan(0.2);
    expect(failing / 2000).toBeLessThan(0.3);
    expect(plan({ ordinal: 42, result: 0.25 })).toEqual(plans[42]);
  });

  it('takes the configured time, give or take the jitter', () => {
    const ends = Array.from({ length: 200 }, (_, ordinal) => plan({ ordinal }).due[3] ?? 0);
    expect(Math.min(...ends)).toBeGreaterThanOrEqual(800);
    expect(Math.max(...ends)).toBeLessThanOrEqual(1200);
    expect(new Set(ends).size).toBeGreaterThan(100);
  });
});

describe('a PSD and a custom model over time', () => {
  const psd = { requestedAt: 0, fails: false, render: 'made' as const };

  it('goes Pending, Running, Success', () => {
    const seen = [0, 50, 100].map((now) => psdAt(psd, now, 100));
    expect(seen).toEqual(['Pending', 'Running', 'Success']);
    expect(psdAt({ ...psd, render: 'open' }, 1000, 100)).toBe('Running');
    expect(psdAt({ ...psd, fails: true }, 1000, 100)).toBe('Failed');
  });

  it('goes from prepare to complete or failed', () => {
    const model = { createdAt: 0, fails: false };
    expect(preparationAt(model, 99, 100)).toBe('prepare');
    expect(preparationAt(model, 100, 100)).toBe('complete');
    expect(preparationAt({ ...model, fails: true }, 100, 100)).toBe('failed');
  });
});
