import axe from 'axe-core';
import { expect } from 'vitest';
import type { Locator } from 'vitest/browser';

/** Waits until the text of an element contains each of the given texts. */
export async function expectText(
  element: Locator,
  ...texts: readonly (string | RegExp)[]
): Promise<void> {
  for (const text of texts) await expect.element(element).toMatchTextContent(text);
}

/** Fails if the page has accessibility problems after everything has loaded. */
export async function expectAccessible(): Promise<void> {
  for (const animation of document.getAnimations()) {
    if (animation.effect?.getComputedTiming().endTime !== Infinity) animation.finish();
  }
  const { violations } = await axe.run(document.body);
  const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  expect(serious.map(({ id, nodes }) => [id, nodes.map((node) => node.html)])).toEqual([]);
}

/** Fails if a container is wider than the page or than its own container. */
export function expectNoOverflow(): void {
  const wide = [...document.querySelectorAll('article, form, section, aside')].filter(
    (element) =>
      element.getBoundingClientRect().right > innerWidth + 1 ||
      element.scrollWidth > element.clientWidth + 1,
  );
  expect(wide.map(({ tagName, className }) => `${tagName}.${className}`)).toEqual([]);
}
