import { besideStudios } from '../fixtures/beside-studios.ts';

/**
 * Starts the demo service next to a window. It is as fast as a test needs, also with pictures: tests of real pictures
 * have a separate host.
 */
export const startBeside = besideStudios({
  render: 'quick',
  speed: { executionMs: 200, jitterMs: 80, psdMs: 100, preparationMs: 200 },
});
