import { expect, it } from 'vitest';
import { soak } from './soak.ts';

it.runIf(process.platform === 'linux')(
  'the queue leaves no files behind in 100 hours with a ledger of 20,000 jobs',
  async () => {
    await expect(soak(100, 20_000)).resolves.toBeUndefined();
  },
);
