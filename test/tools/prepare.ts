import beforeAll from '../e2e/before-all.ts';

/** Makes what all tests need before those that run side by side would all make it for themselves. */
await beforeAll();
