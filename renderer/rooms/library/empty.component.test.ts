import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { success } from '#shared/problem.ts';
import App from '../../App.svelte';
import { expectAccessible } from '../../testing/looks.ts';
import { plainStudio } from '../../testing/plain-studio.ts';
import { show, type Answers } from '../../testing/stage.ts';

const nothing: Answers = {
  'library.shelves': () =>
    success({ images: 0, picked: 0, rejected: 0, agents: [], recipes: [], held: 0 }),
  'library.cells': () => success({ total: 0, results: 0, photos: 0, offset: 0, rows: [] }),
  'export.state': () => success(null),
};
const middle = (element: Element) => {
  const { top, height } = element.getBoundingClientRect();
  return top + height / 2;
};

it('B11 the empty library keeps heading, text and action together', async () => {
  show(App, { answers: { ...plainStudio(), ...nothing }, at: '#/library' });
  const heading = page.getByRole('heading', { name: 'Nothing is finished yet' });
  const action = page.getByRole('link', { name: 'Go to Retouch' });
  for (const [width, height] of [
    [2560, 1440],
    [1280, 800],
  ] as const) {
    await page.viewport(width, height);
    await expect.element(heading).toBeInViewport();
    const gap = middle(action.element()) - middle(heading.element());
    expect(gap).toBeGreaterThan(0);
    expect(gap).toBeLessThan(100);
  }
  await expectAccessible();
});

it('a library where nothing is like what is wanted leads back to all', async () => {
  show(App, { answers: { ...plainStudio(), ...nothing }, at: '#/library?text=wedding' });
  await expect.element(page.getByRole('heading', { name: 'No result is like that' })).toBeVisible();
  await page.getByRole('button', { name: 'Show all results' }).click();
  await expect.poll(() => location.hash).toBe('#/library');
});
