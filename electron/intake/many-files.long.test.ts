import { expect, it } from 'vitest';
import { admitAtOnce } from '../../test/intake/many-files.ts';

it('F84 10,000 files at once are admitted in order, in bounded memory, and nothing stands still', async () => {
  expect(await admitAtOnce(10_000)).toBe(10_000);
});
