import { expect, it } from 'vitest';
import { problemOf } from '#shared/failure.ts';
import { hotFolderStudio } from '../../../test/fixtures/hot-folder-studio.ts';
import { takeIn } from '../../../test/fixtures/fresh-ledger.ts';
import { intend, sha256Of } from '../../../test/fixtures/jobs.ts';
import { folderCards } from './cards.ts';

const price = { agent: 'removeBG', version: null, amount: 20 };

it('a card says what its hot folder has spent, and which limit makes the next photo wait', async () => {
  const studio = await hotFolderStudio(undefined, [price]);
  const { ledger } = studio;
  // the next photo has 4 images for EUR 0.80
  const priced = studio.arm(await studio.draft('priced', { moneyPerDay: 159, moneyPerMonth: 159 }));
  const counted = studio.arm(await studio.draft('counted', { imagesPerMonth: 8 }));
  const bought = (photo: string, hotFolderId: number | null) =>
    intend(ledger, takeIn(ledger, { sha256: sha256Of(photo), name: photo, hotFolderId }), 4);
  for (const [photo, id] of [
    ['a', priced],
    ['b', counted],
    ['c', null],
  ] as const) {
    bought(photo, id);
  }
  const cards = () => folderCards({ ...studio, exchange: null, queue: { parked: () => [] } }, null);
  const period = { images: 4, money: 80 };
  expect(cards()).toMatchObject([
    {
      spent: { day: period, month: period },
      atLimit: { name: 'moneyPerDay', per: 'day', unit: 'money', amount: 159 },
      currency: 'EUR',
    },
    { spent: { day: period, month: period }, atLimit: null },
  ]);
  bought('d', counted);
  expect(cards()[1]).toMatchObject({
    spent: { month: { images: 8, money: 160 } },
    atLimit: { name: 'imagesPerMonth', amount: 8 },
  });
});

it('a card says why its photos wait while their output folder is away', async () => {
  const studio = await hotFolderStudio();
  const { ledger } = studio;
  const away = studio.arm(await studio.draft('away'));
  studio.arm(await studio.draft('there'));
  const id = takeIn(ledger, { sha256: sha256Of('a'), name: 'a', hotFolderId: away });
  ledger.jobs.park(id, 0, problemOf('folder-unreachable.waiting', { folder: 'out' }));
  const cards = folderCards({ ...studio, exchange: null, queue: { parked: () => [id] } }, null);
  const key = 'folder-unreachable.waiting';
  expect(cards.map(({ problem }) => problem?.key)).toEqual([key, undefined]);
});
