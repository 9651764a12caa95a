import { expect, it } from 'vitest';
import { hotFolderStudio, type HotFolderStudio } from '../../../test/fixtures/hot-folder-studio.ts';
import { sha256Of } from '../../../test/fixtures/jobs.ts';
import { codeOf, valueOf } from '../../../test/fixtures/values.ts';
import { answerDrop } from './answer-drop.ts';

/** Adds a hot folder with an open question about two photos. */
async function asking({ ledger, arm, draft }: HotFolderStudio): Promise<number> {
  const id = arm(await draft('drop'));
  for (const path of ['1.jpg', '2.jpg']) {
    const look = { bytes: 1, mtimeMs: 1, inode: '1' };
    const photo = { ...look, path, sha256: sha256Of(path), ticket: null, images: 4 };
    ledger.largeDrops.ask(id, photo);
  }
  return id;
}

it('records the answer and returns the photos that it applies to, with their images and cost', async () => {
  const price = { agent: 'removeBG', version: null, amount: 20 };
  const studio = await hotFolderStudio(undefined, [price]);
  const id = await asking(studio);
  // No watcher is running, so only the recorded answer is tested.
  expect(valueOf(answerDrop(studio, id, 'take'))).toEqual({
    photos: 2,
    images: 8,
    cost: { currency: 'EUR', minor: 160 },
  });
  expect(studio.ledger.largeDrops.granted(id, 10)).toHaveLength(2);
  expect(valueOf(answerDrop(studio, id, 'take'))).toEqual({ photos: 0, images: 0, cost: null });
});

it('marks the photos as seen, or stops asking about the folder', async () => {
  const studio = await hotFolderStudio();
  const { ledger } = studio;
  const id = await asking(studio);
  valueOf(answerDrop({ ledger }, id, 'skip'));
  expect(ledger.sightings.find(id, '1.jpg')?.outcome).toBe('seen');
  valueOf(answerDrop({ ledger }, id, 'always'));
  expect(ledger.hotFolders.get(id)?.asksDrops).toBe(false);
});

it('reports an unknown folder', async () => {
  const studio = await hotFolderStudio();
  const id = await asking(studio);
  studio.ledger.hotFolders.remove(id);
  expect(codeOf(answerDrop(studio, id, 'take'))).toBe('folder-unknown');
});
