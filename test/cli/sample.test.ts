import { cp, readFile, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { darkslide, folder } from './darkslide.ts';
import { lightPhotographs, photograph } from '../fixtures/photographs.ts';

it('sample processes the sample photographs with two recipes, and buys nothing at the second start', async () => {
  const shipped = JSON.parse(await readFile(photograph('photos.json'), 'utf8')) as unknown[];
  const data = await folder();
  // all photographs except one exist as small copies, which the command does not replace
  await cp(lightPhotographs, join(data, 'Drop'), { recursive: true });
  await rm(join(data, 'Drop', 'lipstick-rouge.jpg'));
  const began = performance.now();
  const first = await darkslide(['sample', '--data', data, '--json', '--metadata=none'], {
    // a configured service must not be used, because the sample is only for trying out Darkslide
    env: { DARKSLIDE_SERVICE_URL: 'http://127.0.0.1:9', DARKSLIDE_API_KEY: 'k' },
  });
  expect(first.stderr).toContain('Demo service: ');
  expect(first.status).toBe(0);
  const jobs = first.jobs();
  expect(jobs).toHaveLength(shipped.length * 2);
  expect(jobs.filter((line) => line.psd !== null)).toHaveLength(shipped.length);
  expect(first.summary().images).toBe(shipped.length * 3);
  const took = (performance.now() - began) / 1000;
  expect(first.summary().seconds).toBeGreaterThan(0);
  // seconds are rounded to a tenth
  expect(first.summary().seconds).toBeLessThan(took + 0.1);
  for (const { file, bytes } of jobs.flatMap((line) => [...line.results])) {
    expect((await readFile(file)).length).toBe(bytes);
  }
  expect(await readdir(join(data, 'Drop'))).toHaveLength(shipped.length);

  const second = await darkslide(['sample', '--data', data]);
  expect(second.status).toBe(0);
  expect(second.stdout.match(/^done .*from an earlier run$/gm)).toHaveLength(jobs.length);
  expect(second.stdout).toMatch(/0 new images[^]*PHOTO +RESULT +PIXELS +SIZE[^]*\.psd/);
  expect(second.stdout).toContain(`All files are in ${data}`);
});
