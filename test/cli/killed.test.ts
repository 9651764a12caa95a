import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import {
  cutOut,
  darkslide,
  demoService,
  folder,
  photograph,
  start,
  withService,
} from './darkslide.ts';

it('F01 killed before the intent: nothing was sent, and the photo goes on at the next start', async () => {
  const [demo, here] = [await demoService(), await folder()];
  const around = withService(demo, join(here, 'data'));
  const out = join(here, 'out');
  // the question before the execute is never answered
  demo.inject({ on: 'query', times: 1, kind: 'hang' });
  const args = [photograph('raccoon-face.jpg'), '--out', out, '--metadata=none', ...cutOut];
  const first = start(['run', ...args], around);
  await expect.poll(() => demo.books().requests['query'], { timeout: 30_000 }).toBe(1);
  first.kill('SIGKILL');
  expect((await first.ended).status).toBeNull();
  expect(demo.books().requests['execute'] ?? 0).toBe(0);

  const second = await darkslide(['resume', '--json', '--until-idle=1'], around);
  expect(second.status, second.stderr).toBe(0);
  expect(demo.books().requests['execute']).toBe(1);
  expect(await readdir(out)).toEqual(['raccoon-face_removeBG_1.png']);
}, 60_000);
