import beforeAll from '../e2e/before-all.ts';

/**
 * Creates the files that all tests need, once, so that tests that run at the same time don't each create them.
 */
await beforeAll();
