import { besideStudios } from '../fixtures/beside-studios.ts';

/**
 * Starts the demo service for a window, with quickly made pictures. Tests that need real pictures have a separate
 * host.
 */
export const startBeside = besideStudios({
  render: 'quick',
  speed: { executionMs: 200, jitterMs: 80, psdMs: 100, preparationMs: 200 },
});
