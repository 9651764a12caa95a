import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { success } from '#shared/problem.ts';
import { createFinishPreviews } from './previews.ts';

it('a preview folder that cannot be created is reported, and the next preview tries again', async () => {
  const parent = await mkdtemp(join(tmpdir(), 'darkslide-previews-'));
  onTestFinished(() => rm(parent, { recursive: true, force: true }));
  const inTheWay = join(parent, 'data');
  await writeFile(inTheWay, '');
  const previews = createFinishPreviews(join(inTheWay, 'finish-preview'));
  const write = async () => success({ width: 1 });
  expect(await previews.add(write)).toMatchObject({ ok: false });
  expect(await previews.discard(write)).toMatchObject({ ok: false });
  await rm(inTheWay);
  expect(await previews.add(write)).toMatchObject({ ok: true });
});
