import { expect, it } from 'vitest';
import { answerHeldElsewhere, heldElsewhere } from '#electron/app/shared-studio/held-elsewhere.ts';
import { pause } from '#electron/engine/queue/change-jobs.ts';
import { usualPrices } from '#shared/prices.ts';
import type { HeldAction } from '#shared/views/stations.ts';
import { sharedPostgres } from '../fixtures/shared-postgres.ts';
import { valueOf } from '../fixtures/values.ts';
import { openStations, type StationsWorld, type TestStation } from './stations.ts';
import { shareFolder, type FolderStation } from './shared-folder.ts';

const server = await sharedPostgres();

const wait = { timeout: 60_000 };

const executes = ({ demo }: StationsWorld) => demo.records().requests['execute'] ?? 0;

const heldAt = ({ studio }: TestStation) => heldElsewhere(studio.ledger);

function answer({ studio }: TestStation, action: HeldAction): void {
  const [one] = heldElsewhere(studio.ledger);
  valueOf(answerHeldElsewhere(studio.ledger, { id: one?.id ?? 0, action }));
}

const untilWatched = async ({ studio, folderId }: FolderStation) => {
  await expect.poll(() => studio.hotFolders.status(folderId).state, wait).toBe('watching');
};

it('a large drop and a paused photo at one station are answered at another', async () => {
  const world = await openStations(server);
  const folder = await shareFolder(world);
  await folder.drop(14);
  const a = await folder.open('A', 'own');
  await untilWatched(a);
  const b = await folder.open('B', 'none');
  await expect
    .poll(() => heldAt(b), wait)
    .toMatchObject([{ station: 'A', name: 'drop', what: { kind: 'drop' } }]);
  await expect
    .poll(() => a.studio.ledger.largeDrops.waiting(a.folderId, 1).photos, wait)
    .toBeGreaterThan(0);
  // the question changes while photos are still being counted
  await expect.poll(() => a.studio.isIdle(), wait).toBe(true);
  const photos = a.studio.ledger.largeDrops.waiting(a.folderId, 1).photos;
  await expect.poll(() => heldAt(b), wait).toMatchObject([{ what: { photos } }]);
  answer(b, 'take');
  await expect.poll(() => folder.filesIn('drop', 'Processed'), wait).toHaveLength(14);
  await expect.poll(() => heldAt(b), wait).toEqual([]);
  expect(executes(world)).toBe(14);

  a.studio.pauseAll();
  await folder.drop(1);
  const { ledger } = a.studio;
  await expect.poll(() => ledger.jobs.list(['waiting'], 10), wait).toHaveLength(1);
  const [job = 0] = ledger.jobs.list(['waiting'], 10);
  await a.studio.change([job], () => valueOf(ledger.transaction(() => pause(ledger, job))));
  await expect
    .poll(() => heldAt(b), wait)
    .toMatchObject([
      { station: 'A', name: 'photo-015.png', what: { problem: { code: 'paused' } } },
    ]);
  answer(b, 'retry');
  await expect.poll(() => valueOf(ledger.jobs.load(job)).state, wait).toBe('waiting');
  a.studio.resumeAll();
  await a.until([job], 'done');
  expect(executes(world)).toBe(15);
  expect(await folder.filesIn('out')).toContain('photo-015_White_1.png');
});

it('a photo of a station that is cut off is answered where its folder is watched now, once', async () => {
  const world = await openStations(server, { leaseSeconds: 9, moneyPerDay: 5000 });
  const folder = await shareFolder(world);
  const a = await folder.open('A', 'own');
  await untilWatched(a);
  await folder.drop(1);
  // without a price, no station may buy the photo
  await expect.poll(() => a.studio.ledger.jobs.list(['held'], 10), wait).toHaveLength(1);
  const [job = 0] = a.studio.ledger.jobs.list(['held'], 10);
  const prices = () => ({
    ...usualPrices,
    perImage: [{ agent: 'removeBG', version: null, amount: 10 }],
  });
  const b = await folder.open('B', 'all', { prices });
  const c = await folder.open('C', 'none', { prices });
  await expect
    .poll(() => heldAt(c), wait)
    .toMatchObject([{ station: 'A', what: { problem: { code: 'price-missing' } } }]);
  await world.cutOff('A');
  answer(c, 'retry');
  await expect.poll(() => folder.filesIn('drop', 'Processed'), wait).toHaveLength(1);
  await expect.poll(() => [...heldAt(b), ...heldAt(c)], wait).toEqual([]);
  await world.reconnect('A');
  await expect.poll(() => valueOf(a.studio.ledger.jobs.load(job)).state, wait).toBe('done');
  expect(executes(world)).toBe(1);
  expect(await folder.filesIn('out')).toEqual(['photo-001_White_1.png']);
});
