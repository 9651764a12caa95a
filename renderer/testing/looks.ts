import axe from 'axe-core';
import { expect } from 'vitest';
import { page, type Locator } from 'vitest/browser';
import { speak } from '../texts/texts.svelte.ts';

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

/** Fails if a field is marked as invalid, or if a text or a frame in an element has the colour of errors. */
export function expectNothingRed(within: Element = document.body): void {
  const sample = document.createElement('span');
  sample.className = 'text-failed';
  document.body.append(sample);
  const red = getComputedStyle(sample).color;
  sample.remove();
  const isRed = (element: Element) => {
    if (!element.checkVisibility()) return false;
    const { color, borderTopColor, borderTopWidth } = getComputedStyle(element);
    return (
      element.getAttribute('aria-invalid') === 'true' ||
      (hasText(element) && color === red) ||
      (borderTopColor === red && borderTopWidth !== '0px')
    );
  };
  const found = [...within.querySelectorAll('*')].filter(isRed);
  const told = found.map(({ tagName, ariaInvalid, textContent }) =>
    [tagName, ariaInvalid === 'true' ? 'aria-invalid' : '', textContent.trim().slice(0, 80)].join(
      ' ',
    ),
  );
  expect(told).toEqual([]);
}

const windows = [
  [1024, 640],
  [1280, 800],
] as const;

/** Fails if a text is cut off or extends beyond the window, in any language and at both sizes of the window. */
export async function expectNothingCut(): Promise<void> {
  for (const language of ['de', 'zh-CN', 'en'] as const) {
    await speak(language);
    for (const [width, height] of windows) {
      await page.viewport(width, height);
      await expect.poll(() => [language, width, ...cutTexts()]).toEqual([language, width]);
    }
  }
}

function cutTexts(): string[] {
  const hides = (overflow: string) => ['hidden', 'clip'].includes(overflow);
  const isCut = (element: Element) => {
    const { clip, clipPath, textOverflow, overflowX, overflowY } = getComputedStyle(element);
    if (clip !== 'auto' || clipPath !== 'none') return false;
    // texts of any length, such as file names, may be shortened with an ellipsis
    const isWide =
      element.scrollWidth > element.clientWidth + 1 &&
      textOverflow !== 'ellipsis' &&
      hides(overflowX);
    const isHigh = element.scrollHeight > element.clientHeight + 3 && hides(overflowY);
    return isWide || isHigh || element.getBoundingClientRect().right > innerWidth + 1;
  };
  return [...document.body.querySelectorAll('*')]
    .filter((element) => hasText(element) && element.checkVisibility({ visibilityProperty: true }))
    .filter(isCut)
    .map(({ textContent }) => textContent.trim().slice(0, 80));
}

/** Returns whether an element contains a text that is not in another element. */
function hasText({ childNodes }: Element): boolean {
  return [...childNodes].some(
    (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim() !== '',
  );
}
