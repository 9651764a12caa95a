import { expect, it } from 'vitest';
import { copyHarness } from '../../../../test/fixtures/copies.ts';
import { encodesFor, shareOfLimit } from '../../../../test/fixtures/heavy-copies.ts';

const harness = copyHarness();

it.each([
  ['a little over 10 MB', [3300, 2200, 30], 'upload'],
  ['far over 10 MB', [4000, 2700, 60], 'upload'],
  ['over 5 MB, for a custom model', [2400, 1800, 25], 'custom-model'],
  ['too long and too heavy', [5000, 1500, 60], 'upload'],
] as const)('F83 a photo that is %s is reduced to meet the limits', async (_, photo, purpose) => {
  const share = await shareOfLimit(harness, photo, purpose);
  expect(share).toBeLessThanOrEqual(1);
  expect(share).toBeGreaterThan(0.6);
});

it.each([4, 12, 30])(
  'F83 the limits are met with at most two encodes of a photo with noise of strength %i',
  async (grain) => {
    const encodes = await encodesFor([2400, 1600, grain], [4e6, 2e6, 1e6]);
    expect(Math.max(...encodes)).toBeLessThanOrEqual(2);
  },
);
