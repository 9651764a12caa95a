import { expect, it, onTestFinished } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../testing/looks.ts';
import { show } from '../testing/stage.ts';
import Kit from './Kit.svelte';
import { appearances, spoken } from './look.ts';

function showKit(): void {
  const before = location.search;
  onTestFinished(() => history.replaceState(null, '', `?${before}${location.hash}`));
  show(Kit, { answers: {} });
}

const choose = (name: string) => page.getByRole('radio', { name, exact: true }).click();

/** Returns the elements that are wider than the state or the page that contains them. */
function cutOff(): string[] {
  return [...document.querySelectorAll<HTMLElement>('.page, [data-story]')]
    .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1)
    .map((element) => `${element.closest('section')?.id ?? ''} ${element.dataset['story'] ?? ''}`);
}

it('controls are accessible in every appearance', async () => {
  showKit();
  for (const appearance of appearances) {
    await choose(appearance);
    expect(document.documentElement.dataset['appearance']).toBe(appearance);
    await expectAccessible();
  }
});

it('controls fit their text in every language, even at a text size of 200 %', async () => {
  showKit();
  for (const language of spoken) {
    await choose(language);
    await expect.poll(() => document.documentElement.lang).toBe(language);
    for (const size of ['100 %', '200 %']) {
      await choose(size);
      expect([language, size, cutOff()]).toEqual([language, size, []]);
    }
    await expectAccessible();
  }
});

it('the Tab key reaches every control in the order of the page', async () => {
  showKit();
  const stops = [
    ...document.querySelectorAll<HTMLElement>(
      'a[href], button, input, summary, textarea, [tabindex]',
    ),
  ].filter(
    (element) =>
      element.tabIndex >= 0 && !element.matches(':disabled') && element.checkVisibility(),
  );
  const reached: (Element | null)[] = [];
  for (const _ of stops) {
    await userEvent.tab();
    reached.push(document.activeElement);
  }
  expect(reached.map(nameOf)).toEqual(stops.map(nameOf));
});

function nameOf(element: Element | null): string {
  const section = element?.closest('section')?.id ?? 'page';
  const state = element?.closest<HTMLElement>('[data-story]')?.dataset['story'] ?? '';
  const name = element?.getAttribute('aria-label') ?? element?.textContent ?? '';
  return `${section}, ${state}: ${element?.tagName ?? ''} ${name.slice(0, 40)}`;
}
