import { expect, type Page } from '@playwright/test';
import { agents } from '#shared/agents/index.ts';
import { templatesOf } from '#electron/demo/templates.ts';

/** Three or more consecutive words in Latin letters, which count as a sentence and not as a name. */
const SENTENCE =
  /\p{Script=Latin}[\p{Script=Latin}'’-]*(?:,? \p{Script=Latin}[\p{Script=Latin}'’-]*){2,}/gu;

/** Names of formats, and lists of such names, which are not translated. */
const NAMES = [/JPEG, PNG, TIFF/gu, /Adobe RGB/gu];

/** The log and the diagnostics, which are for support and not translated, and the names of keys. */
const ENGLISH = '[role="log"], pre, details[open] code, kbd';

/** The demo service's names of scenes, models and tags, which are not translated. */
export const templateNames: readonly string[] = agents
  .map(({ name, version }) => templatesOf(name, version))
  .flatMap(({ locations = [], fashionModels = [], backgrounds = [], tags = [] }) => [
    ...[...locations, ...fashionModels, ...backgrounds, ...tags].map(({ name }) => name),
    ...fashionModels.flatMap(({ profile }) => profile.priceDescription ?? []),
  ]);

/**
 * Fails for every English sentence on the page that is visible or read by screen readers. `data` contains
 * names that the test itself has chosen, such as names of photos, folders and recipes.
 */
export async function expectNoEnglish(window: Page, data: readonly string[]): Promise<void> {
  const texts = await window.locator('body, body *').evaluateAll((elements, left) => {
    const spoken = ['aria-label', 'aria-description', 'title', 'placeholder', 'alt'];
    const ownText = 3;
    return elements.flatMap((element) => {
      if (element.matches('script, style') || element.closest(left) !== null) return [];
      const read = spoken.map((name) => element.getAttribute(name) ?? '');
      if (!element.checkVisibility({ visibilityProperty: true })) return read;
      const own = [...element.childNodes].filter(({ nodeType }) => nodeType === ownText);
      return [...read, own.map((node) => node.textContent ?? '').join(' ')];
    });
  }, ENGLISH);
  const english = texts.flatMap((text) => {
    const bare = data.reduce((rest, name) => rest.replaceAll(name, '·'), text);
    const spoken = NAMES.reduce((rest, name) => rest.replaceAll(name, '·'), bare);
    return spoken.replaceAll(/\s+/gu, ' ').match(SENTENCE) ?? [];
  });
  expect([...new Set(english)]).toEqual([]);
}
