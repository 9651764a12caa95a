import { besideStudios } from '../fixtures/beside-studios.ts';

/**
 * Starts what stands beside a window. The demo service is as quick as a test needs it, also about its
 * pictures: what the real ones look like is seen with a host of its own.
 */
export const startBeside = besideStudios({
  render: 'quick',
  speed: { executionMs: 200, jitterMs: 80, psdMs: 100, preparationMs: 200 },
});
