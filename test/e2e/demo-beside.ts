import { besideStudios } from '../fixtures/beside-studios.ts';

/** Starts what stands beside a window, with the demo service as quick as a test needs it. */
export const startBeside = besideStudios({
  speed: { executionMs: 200, jitterMs: 80, psdMs: 100, preparationMs: 200 },
});
