import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { success } from '#shared/problem.ts';
import type { Run, RunImage } from '#shared/views/retouch.ts';
import { press, tabTo } from '../../testing/keys.ts';
import { expectAccessible } from '../../testing/looks.ts';
import { recipeCard } from '../../testing/plain-folders.ts';
import { filmstripOf } from '../../testing/plain-pickers.ts';
import { plainStudio } from '../../testing/plain-studio.ts';
import { studioOfTemplates } from '../../testing/plain-templates.ts';
import { show } from '../../testing/stage.ts';
import Retouch from './Retouch.svelte';

const size = { width: 720, height: 600 };

function image(resultId: number): RunImage {
  const there = { state: 'there', error: null, layersId: null, pick: 0, stars: 0 } as const;
  return { ...there, ...size, resultId, name: `${resultId}.png` };
}

const run: Run = {
  jobId: 1,
  run: 1,
  recipe: recipeCard(1, 'White background').recipe,
  isOfFolder: false,
  state: 'done',
  isPaid: 'yes',
  progress: null,
  images: [image(11), image(12)],
  psd: null,
  problem: null,
  askedAt: 0,
};

const none = { again: 0, underWay: 0, held: 0, unfit: 0, notAllowed: 0, noMask: 0, maskScaled: 0 };

it('two results are compared with the keyboard alone, then the result with the photo', async () => {
  const film = filmstripOf(['shoe.jpg']);
  show(Retouch, {
    at: '#/retouch',
    answers: {
      'export.state': () => success(null),
      ...plainStudio(),
      ...film,
      'retouch.photo': async (...asked) => {
        const photo = await film['retouch.photo']!(...asked);
        return photo.ok ? success({ ...photo.value, runs: [run] }) : photo;
      },
      'media.geometry': () => success({ ...size, content: 'shoe' }),
      ...studioOfTemplates(() => []),
      'retouch.foresee': () => success({ ...none, new: 1, ends: [] }),
      'retouch.panels': () => success([]),
      'retouch.keep-panel': () => success(null),
      'retouch.texts': () => success([]),
    },
  });
  const results = page.getByRole('region', { name: 'Results' });
  const shown = (name: RegExp) => page.getByRole('group', { name });
  const [first, second] = [1, 2].map((number) =>
    results.getByRole('button', { name: new RegExp(`^Image ${number}`) }),
  );
  await tabTo(first!);
  await press('{Enter}');
  await expect.element(first!).toHaveAttribute('aria-pressed', 'true');
  await expect.element(shown(/^Photo and result/)).toBeVisible();
  // the result on screen stays
  await press('{Control>}{ArrowDown}{/Control}');
  await expect.element(second!).toHaveFocus();
  await press('c');
  await expect.element(shown(/^Two results/)).toBeVisible();
  await expect.element(first!).toHaveAttribute('aria-pressed', 'true');
  await expect.element(second!).toHaveAccessibleName(/compared/);
  await expectAccessible();
  await press('c');
  await expect.element(shown(/^Photo and result/)).toBeVisible();
});
