import { expect, it } from 'vitest';
import { soak } from './soak.ts';

it.runIf(process.platform === 'linux')(
  'the queue leaves no files behind in several hours with a ledger that also has other jobs',
  async () => {
    await expect(soak(4, 200)).resolves.toBeUndefined();
  },
);
