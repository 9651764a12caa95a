import { join } from 'node:path';
import { expect, it } from 'vitest';
import { takeIn } from '../../../test/fixtures/fresh-ledger.ts';
import { sha256Of } from '../../../test/fixtures/jobs.ts';
import {
  eventually,
  hotFolderHarness,
  jpeg,
  pathOf,
} from '../../../test/intake/hot-folder-harness.ts';
import type { Ledger } from '../../adapters/ledger/open.ts';
import { dryRun } from './dry-run.ts';

/** Records that Darkslide placed a shop file. */
function placed(ledger: Ledger, file: string, content: Buffer): void {
  const job = takeIn(ledger);
  const intent = { jobId: job, run: 1, taskId: 't', agent: 'removeBG', images: 1 };
  const made = { status: 'Success', image: 'https://cdn/a', progress: null, error: null } as const;
  ledger.results.see(ledger.executions.intend(intent), [made]);
  const [result] = ledger.results.ofJob(job);
  ledger.results.shopFileTarget(result?.id ?? 0, 0, { file, sha256: sha256Of(content) });
}

it('A5 shop files in a hot folder that is an output folder are never bought, not even renamed', async () => {
  const { put, take, watch, folder, recipe, events, inbox, ledger, clock } =
    await hotFolderHarness();
  const shopFile = await jpeg(1);
  placed(ledger, join(inbox, 'web/a_web.jpg'), shopFile);
  await put('web/a_web.jpg', shopFile);
  await put('web/b.jpg', shopFile);
  const watched = folder();
  const foreseen = await dryRun({ ledger, clock }, { ...watched, settleMs: 0 }, recipe);
  expect(foreseen.entries.map(({ kind }) => kind)).toEqual(['seen', 'seen']);
  await watch(watched);
  await take('result.jpg', 2);
  await eventually(() => {
    const seen = ledger.sightings.seen(watched.id).map(({ path }) => path);
    expect(seen).toEqual(['web/a_web.jpg', 'web/b.jpg']);
  });
  expect(events.map(pathOf)).toEqual(['result.jpg']);
});

it('a copy of a shop file that the user puts into another hot folder is bought like any photo', async () => {
  const { put, until, watch, ledger, root } = await hotFolderHarness();
  const shopFile = await jpeg(1);
  placed(ledger, join(root, 'out/a_web.jpg'), shopFile);
  await watch();
  await put('a_web.jpg', shopFile);
  expect(await until('admitted', 'a_web.jpg')).toHaveLength(1);
});
