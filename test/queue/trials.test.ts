import { expect, it } from 'vitest';
import { openHarness } from './harness.ts';

const photo = (n: number) => `https://photos.example/${n}.jpg`;

it('a photo that waits for its limit lets the next photo test whether the service executes again', async () => {
  const harness = await openHarness();
  const hotFolderId = harness.hotFolder({ imagesPerDay: 1 });
  await harness.done({ photo: photo(0), hotFolderId });
  harness.demo.inject({ on: 'execute', times: 1, kind: 'server-error' });
  await harness.admit({ photo: photo(1) });
  await harness.poll(() => harness.closed().map(([gate]) => gate)).toEqual(['execute']);
  const limited = await harness.admit({ photo: photo(2), hotFolderId });
  await harness.poll(() => harness.job(limited).problem?.code).toBe('spending-limit');
  const began = harness.clock.mono();
  await harness.done({ photo: photo(3) });
  expect(harness.clock.mono() - began).toBeLessThan(50_000);
  expect(harness.closed()).toEqual([]);
});
