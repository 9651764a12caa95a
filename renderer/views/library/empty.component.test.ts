import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../testing/looks.ts';
import { studioOfLibrary } from '../../testing/plain-library.ts';
import { showWindow } from '../../testing/window.ts';

const middle = (element: Element) => {
  const { top, height } = element.getBoundingClientRect();
  return top + height / 2;
};

it('B11 the empty library shows its heading, text and action together', async () => {
  showWindow('#/library', (told) => studioOfLibrary([], told));
  const heading = page.getByRole('heading', { name: 'No results yet' });
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
