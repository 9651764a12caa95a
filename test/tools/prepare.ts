import beforeAll from '../e2e/before-all.ts';

/** Prepares what all tests need, so that parallel tests don't each prepare it. */
await beforeAll();
