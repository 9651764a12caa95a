import { besideStudios } from '../fixtures/beside-studios.ts';

/**
 * Starts the demo service for a window, with pictures that are generated quickly. Tests that need real
 * pictures have their own host.
 */
export const startBeside = besideStudios({
  render: 'quick',
  speed: { executionMs: 200, jitterMs: 80, psdMs: 100, preparationMs: 200 },
});
