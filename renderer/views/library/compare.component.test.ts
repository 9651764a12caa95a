import { expect, it, onTestFinished } from 'vitest';
import { page } from 'vitest/browser';
import { press } from '../../testing/keys.ts';
import { cell, expectSaid, loupe, showLibrary } from '../../testing/library-view.ts';
import { expectAccessible } from '../../testing/looks.ts';
import { result } from '../../testing/plain-library.ts';
import { speak } from '../../texts/texts.svelte.ts';

/** Two results of one photo, from two runs, and one of another photo. */
const results = [
  result(1, { photoId: 1, recipe: 'Grey' }),
  result(2, { photoId: 1 }),
  result(3, { photoId: 2 }),
];
const compare = loupe.getByRole('button', { name: 'Compare with' });
const pictures = (name: RegExp) => loupe.getByRole('group', { name });
const entry = (name: RegExp) => page.getByRole('menuitem', { name });

it('a result can be compared with an earlier result of its photo in every mode, then with the photo', async () => {
  await showLibrary(results);
  await press('{Enter}');
  await expect.element(pictures(/^Photo and result/)).toBeVisible();
  await compare.click();
  expect(page.getByRole('menuitem').elements()).toHaveLength(2);
  await expectAccessible();
  await entry(/^LOOK_0001_2\.png · White/).click();
  await expect.element(pictures(/^Two results/)).toBeVisible();
  for (const mode of ['Side by side', 'Difference', 'Split']) {
    await loupe.getByRole('radio', { name: mode }).click();
    await expect.element(loupe.getByRole('radio', { name: mode })).toBeChecked();
  }
  await expect.element(pictures(/^Two results/)).toBeVisible();
  await compare.click();
  await entry(/^Photo$/).click();
  await expect.element(pictures(/^Photo and result/)).toBeVisible();
});

it('the bar of a viewer stays in one row with all its controls, in each language, also as narrow as in Retouch', async () => {
  onTestFinished(() => page.viewport(1280, 800));
  await showLibrary([result(1)]);
  await press('{Enter}');
  await loupe.getByRole('radio', { name: 'Difference' }).click();
  await expect.element(loupe.getByRole('button', { name: 'Kept area only' })).toBeVisible();
  const bar = loupe.element().querySelector('[role="toolbar"]')!;
  // in the narrowest window, the bar is as wide as in Retouch at 1024 px
  const widths = [1280, 1024, 704];
  for (const language of ['en', 'de', 'zh-CN'] as const) {
    await speak(language);
    for (const width of widths) {
      await page.viewport(width, 640);
      const { height, right } = bar.getBoundingClientRect();
      const controls = [...bar.querySelectorAll('button, output')].filter((one) =>
        one.checkVisibility(),
      );
      const last = Math.max(...controls.map((one) => one.getBoundingClientRect().right));
      expect([language, width, height <= 44, last <= right]).toEqual([language, width, true, true]);
    }
  }
});

it('a result that another station has processed names the station', async () => {
  await showLibrary([result(1, { station: 'Worker-1' }), result(2)]);
  await expectSaid(0, /\.jpg, Worker-1$/);
  await expectSaid(1, /\.jpg$/);
  expect(cell(0).textContent).toContain('Worker-1');
  await expectAccessible();
  await press('{Enter}');
  await expect.element(loupe.getByText('Processed on Worker-1')).toBeVisible();
});

it('a result that is the only result of its photo can be compared only with the photo', async () => {
  await showLibrary(results.slice(2));
  await press('{Enter}');
  await expect.element(pictures(/^Photo and result/)).toBeVisible();
  await expect.element(compare).not.toBeInTheDocument();
});
