import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { success } from '#shared/problem.ts';
import type { ForeseenRun } from '#shared/views/retouch.ts';
import { press } from '../../testing/keys.ts';
import { filmstripOf } from '../../testing/plain-pickers.ts';
import { plainStudio } from '../../testing/plain-studio.ts';
import { studioOfTemplates } from '../../testing/plain-templates.ts';
import { show } from '../../testing/stage.ts';
import Retouch from './Retouch.svelte';

const none = { again: 0, underWay: 0, held: 0, unfit: 0, notAllowed: 0, noMask: 0, maskScaled: 0 };
const ofNew = (count: number): ForeseenRun => ({ ...none, new: count, ends: [] });

/** Shows Retouch with three photos, a valid recipe, and these answers to what a run would do. */
function retouch(foresee: (ids: readonly number[]) => Promise<ForeseenRun> | ForeseenRun) {
  const params = { textDescription: 'on marble', batchCount: 1 };
  const stage = show(Retouch, {
    at: '#/retouch',
    answers: {
      'export.state': () => success(null),
      ...plainStudio(),
      ...filmstripOf(['a.jpg', 'b.jpg', 'c.jpg']),
      'media.geometry': () => success({ width: 720, height: 600, content: 'shoe' }),
      ...studioOfTemplates(() => []),
      'retouch.foresee': async ({ ids }) => success(await foresee(ids)),
      'retouch.panels': () => success([{ agent: 'aipose', version: 'v1.0', settings: { params } }]),
      'retouch.keep-panel': () => success(null),
      'retouch.texts': () => success([]),
      'retouch.run': () => success({ jobs: [], refused: [] }),
    },
  });
  const button = page.getByRole('button', { name: /^Generate/ });
  return { stage, button };
}

it('a run of photos that were just selected waits until the button shows what it buys', async () => {
  const answer = Promise.withResolvers<ForeseenRun>();
  const { stage, button } = retouch((ids) => (ids.length === 1 ? ofNew(1) : answer.promise));
  await expect.poll(() => button.element().textContent).toMatch(/^Generate 1.image/u);
  await page.getByRole('option', { name: 'a.jpg' }).click();
  await press('{Control>}a{/Control}');
  await expect.poll(() => button.element().textContent).toMatch(/^Generate 3.images/u);
  await press('{Control>}{Enter}{/Control}');
  await expect.poll(() => stage.asked('retouch.foresee').length).toBeGreaterThan(1);
  expect(stage.asked('retouch.run')).toEqual([]);
  answer.resolve(ofNew(3));
  await expect.poll(() => stage.asked('retouch.run')).toMatchObject([{ ids: [1, 2, 3] }]);
});

it('a run that would buy more images than the button showed is not started', async () => {
  let isAtWork = true;
  const { stage, button } = retouch(() =>
    isAtWork ? { ...none, new: 0, underWay: 1, ends: [] } : ofNew(1),
  );
  await expect.element(button).toHaveAttribute('aria-disabled', 'true');
  isAtWork = false;
  await expect.element(page.getByRole('textbox').first()).toHaveValue('on marble');
  await page.getByRole('textbox').first().fill('on sand');
  await press('{Control>}{Enter}{/Control}');
  await expect.poll(() => button.element().textContent).toMatch(/^Generate 1.image/u);
  expect(stage.asked('retouch.run')).toEqual([]);
  await press('{Control>}{Enter}{/Control}');
  await expect.poll(() => stage.asked('retouch.run')).toHaveLength(1);
});
