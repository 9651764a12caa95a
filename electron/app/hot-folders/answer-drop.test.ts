import { expect, it } from 'vitest';
import { hotFolderStudio, type HotFolderStudio } from '../../../test/fixtures/hot-folder-studio.ts';
import { sha256Of } from '../../../test/fixtures/jobs.ts';
import { codeOf, valueOf } from '../../../test/fixtures/values.ts';
import type { LargeDropAnswer } from '../../engine/intake/large-drops.ts';
import { answerDrop } from './answer-drop.ts';

const all = (answer: LargeDropAnswer) => ({ answer, last: null });

/** Adds a hot folder with an open question about two photos. */
async function asking({ ledger, arm, draft }: HotFolderStudio): Promise<number> {
  const id = arm(await draft('drop'));
  for (const path of ['1.jpg', '2.jpg']) askAbout(ledger, id, path);
  return id;
}

function askAbout(ledger: HotFolderStudio['ledger'], id: number, path: string): void {
  const look = { bytes: 1, mtimeMs: 1, inode: '1' };
  ledger.largeDrops.ask(id, { ...look, path, sha256: sha256Of(path), ticket: null, images: 4 });
}

it('records the answer and returns the photos that it applies to, with their images and cost', async () => {
  const price = { agent: 'removeBG', version: null, amount: 20 };
  const studio = await hotFolderStudio(undefined, [price]);
  const id = await asking(studio);
  // No watcher is running, so only the recorded answer is tested.
  expect(valueOf(answerDrop(studio, id, all('take')))).toEqual({
    photos: 2,
    images: 8,
    cost: { currency: 'EUR', minor: 160 },
    last: 2,
  });
  expect(studio.ledger.largeDrops.granted(id, 10)).toHaveLength(2);
  expect(valueOf(answerDrop(studio, id, all('take')))).toMatchObject({
    photos: 0,
    images: 0,
    cost: null,
  });
});

it('marks the photos as seen, or stops asking about the folder', async () => {
  const studio = await hotFolderStudio();
  const { ledger } = studio;
  const id = await asking(studio);
  valueOf(answerDrop({ ledger }, id, all('skip')));
  expect(ledger.sightings.find(id, '1.jpg')?.outcome).toBe('seen');
  valueOf(answerDrop({ ledger }, id, all('always')));
  expect(ledger.hotFolders.get(id)?.asksDrops).toBe(false);
});

it.each(['take', 'skip'] as const)(
  '"%s" leaves out photos that arrived after the question was shown',
  async (answer) => {
    const studio = await hotFolderStudio();
    const { ledger } = studio;
    const id = await asking(studio);
    const { last } = ledger.largeDrops.waiting(id, 4);
    askAbout(ledger, id, '3.jpg');
    valueOf(answerDrop({ ledger }, id, { answer, last }));
    expect(ledger.largeDrops.waiting(id, 4)).toMatchObject({ photos: 1, images: 4 });
    expect(ledger.sightings.find(id, '3.jpg')).toBeUndefined();
    expect(ledger.largeDrops.granted(id, 10)).toHaveLength(answer === 'take' ? 2 : 0);
  },
);

it('reports an unknown folder', async () => {
  const studio = await hotFolderStudio();
  const id = await asking(studio);
  studio.ledger.hotFolders.remove(id);
  expect(codeOf(answerDrop(studio, id, all('take')))).toBe('folder-unknown');
});
