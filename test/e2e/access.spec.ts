import type { Page } from '@playwright/test';
import { violationsIn } from './axe.ts';
import { expectNoOverflow } from './hot-folders.ts';
import { filledDemo, removeFilled } from './filled.ts';
import { goTo, pick, withPreferences } from './views.ts';
import { expect, ownHost, takePictures, test } from './window.ts';

test.describe('the first paint', () => {
  test.use({
    startWith: { args: [], env: { LC_ALL: 'de_AT.UTF-8' } },
    prepare: ({ host: _host }, use) => use(withPreferences({ appearance: 'light' })),
  });

  test(
    'shows the rail and the status bar in the right language and appearance before the studio answers',
    { tag: ownHost },
    async ({ studio, page }) => {
      // the studio never answers
      await page.routeWebSocket(/\/studio$/u, () => {});
      await page.goto(studio.address());
      const rail = page.getByRole('navigation');
      await expect(rail.getByRole('link', { name: 'Warteschlange' })).toBeVisible();
      await expect(page.locator('html')).toHaveAttribute('lang', 'de');
      await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(180, 180, 180)');
    },
  );
});

/** The names of the views in each language, in the order of their keys. */
const spoken = [
  {
    language: 'Deutsch',
    label: 'Language',
    views: [
      'Überwachte Ordner',
      'Retusche',
      'Warteschlange',
      'Bibliothek',
      'Modelle und Szenen',
      'Kosten',
      'Einstellungen',
    ],
  },
  {
    language: '简体中文',
    label: 'Sprache',
    views: ['监视文件夹', '修图', '队列', '图库', '模特与场景', '费用', '设置'],
  },
  {
    language: 'English',
    label: '语言',
    views: ['Hot folders', 'Retouch', 'Queue', 'Library', 'Models and scenes', 'Costs', 'Settings'],
  },
] as const;

/** A window of 1280 × 800 px at 200 % zoom. */
const TWICE = { width: 640, height: 400 };
const USUAL = { width: 1280, height: 800 };

/** Returns the texts that are cut off or extend beyond the window. */
function cutTexts(window: Page): Promise<string[]> {
  return window.locator('body *').evaluateAll((elements, width) => {
    const isCut = (element: (typeof elements)[number]): boolean => {
      const style = element.ownerDocument.defaultView?.getComputedStyle(element);
      if (style === undefined || style.clip !== 'auto' || style.clipPath !== 'none') return false;
      // texts of any length, such as file names, may be shortened with an ellipsis
      const isWide =
        element.scrollWidth > element.clientWidth + 1 &&
        style.textOverflow !== 'ellipsis' &&
        ['hidden', 'clip'].includes(style.overflowX);
      const isHigh =
        element.scrollHeight > element.clientHeight + 3 &&
        ['hidden', 'clip'].includes(style.overflowY);
      // a table of numbers may be wider than the window, because it scrolls horizontally
      const isOutside = element.getBoundingClientRect().right > width + 1;
      return isWide || isHigh || (isOutside && element.closest('table') === null);
    };
    return elements
      .filter((element) => [...element.childNodes].some((node) => node.nodeType === 3))
      .filter((element) => (element.textContent ?? '').trim() !== '')
      .filter((element) => element.checkVisibility({ visibilityProperty: true }) && isCut(element))
      .map((element) => (element.textContent ?? '').trim().slice(0, 80));
  }, window.viewportSize()?.width ?? 0);
}

/** Visits a held job and an invalid address, then returns to the settings. */
async function german(window: Page): Promise<void> {
  const view = window.getByRole('main');
  await view.getByRole('textbox', { name: 'Dienstadresse' }).fill('kein Dienst');
  await view.getByRole('button', { name: 'Verbindung testen' }).click();
  await expect(
    view.getByText('Die Dienstadresse ist keine vollständige Webadresse.'),
  ).toBeVisible();
  await expectNoOverflow(window);
  await takePictures(window, 'german-connection');
  await goTo(window, 'Warteschlange');
  const states = window.getByRole('group', { name: 'Nach Status filtern' });
  await states.getByRole('button', { name: 'Zu prüfen' }).click();
  await window.getByRole('row').filter({ hasText: 'ist unklar' }).first().click();
  const details = window.getByRole('complementary', { name: 'Auftragsdetails' });
  await expect(details.getByRole('heading', { name: 'Verlauf' })).toBeVisible();
  await expectNoOverflow(window);
  await takePictures(window, 'german-held');
  await details.getByRole('button', { name: 'Schließen' }).click();
  await states.getByRole('button', { name: 'Alle' }).click();
}

test.describe('every view', () => {
  test.use({
    prepare: ({ host: _host }, use) =>
      use((dataFolder) => filledDemo(dataFolder, { jobs: 400, waiting: 40 })),
  });
  test.afterAll(removeFilled);

  test('shows all text uncut at 200 % in each language, without a reload after a language change', async ({
    window,
  }) => {
    test.slow();
    for (const { language, label, views } of spoken) {
      await window.keyboard.press('ControlOrMeta+7');
      await pick(window, new RegExp(`^${label}`, 'u'), language);
      if (language === 'Deutsch')
        await test.step('problems are shown in German', () => german(window));
      await window.setViewportSize(TWICE);
      for (const [place, view] of views.entries()) {
        await window.keyboard.press(`ControlOrMeta+${place + 1}`);
        const there = window.getByRole('navigation').first().getByRole('link', { name: view });
        await expect(there).toHaveAttribute('aria-current', 'page');
        const held = window.getByRole('main').getByRole('button');
        await expect(held.first()).toBeVisible();
        expect([view, await cutTexts(window)]).toEqual([view, []]);
        await expectNoOverflow(window);
      }
      await window.setViewportSize(USUAL);
    }
  });

  test('has enough contrast in every appearance, and restores the focus', async ({ window }) => {
    test.slow();
    for (const place of [1, 2, 3, 4, 5, 6, 7]) {
      await window.keyboard.press(`ControlOrMeta+${place}`);
      await expect(window.getByRole('main').getByRole('button').first()).toBeVisible();
      for (const appearance of ['mid', 'light']) {
        await window.evaluate(`document.documentElement.dataset.appearance = '${appearance}'`);
        const violations = await violationsIn(window, ['color-contrast']);
        const dim = violations.flatMap(({ elements }) => elements);
        expect([place, appearance, dim]).toEqual([place, appearance, []]);
      }
    }
    const queue = window.getByRole('navigation').first().getByRole('link', { name: 'Queue' });
    await expect(queue).toHaveAccessibleName('Queue');
    await expect(queue).toHaveAccessibleDescription('7 need attention');
    await queue.focus();
    for (const keys of ['ControlOrMeta+k', '?']) {
      await window.keyboard.press(keys);
      await expect(window.getByRole('dialog')).toBeVisible();
      await expect(queue).not.toBeFocused();
      await window.keyboard.press('Escape');
      await expect(queue).toBeFocused();
    }
    await window.emulateMedia({ forcedColors: 'active' });
    await window.keyboard.press('ControlOrMeta+7');
    await takePictures(window, 'forced-colours');
  });
});
