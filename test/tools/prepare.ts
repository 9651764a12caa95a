import beforeAll from '../e2e/before-all.ts';

/** Prepares what all tests need, so that parallel tests do not each do it. */
await beforeAll();
