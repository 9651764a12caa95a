import { systemClock } from '#electron/base/clock.ts';
import { openLedger } from '#electron/ledger/open.ts';
import { newForm } from './drop-folders.ts';
import { chooseAgent, expect, generate, panel, parameter, test } from './retouching.ts';

test('B14 a real account begins with three recipes, and every default tells what it buys', async ({
  window,
  retouch: _retouch,
}) => {
  await chooseAgent(window, 'Remove background');
  await expect(generate(window)).toHaveAccessibleName(/Generate 1 image\b/);
  await expect(parameter(window, 'batchCount')).toContainText('Back to 4 images');
  await panel(window)
    .getByRole('button', { name: /^Recipe:/ })
    .click();
  for (const name of ['White background', 'Transparent cut-out', 'Product scene']) {
    await expect(window.getByRole('menuitem', { name })).toContainText('1 image');
  }
  await window.keyboard.press('Escape');
  await chooseAgent(window, 'AI pose');
  await expect(parameter(window, 'batchCount')).toContainText('default: 4 images');
  await panel(window)
    .getByRole('combobox', { name: /^Agent:/ })
    .click();
  await expect(window.getByRole('option', { name: 'Remove background' })).toContainText('1 image');
  await expect(window.getByRole('option', { name: 'AI product' })).toContainText('4 images');
});

test.describe('without any recipe', () => {
  test.use({
    prepare: async ({ host: _host }, use) => {
      await use((dataFolder) => {
        const opened = openLedger(dataFolder, systemClock);
        if (!opened.ok) throw new Error(opened.problem.message);
        opened.value.savedRecipes.addFirst([]);
        opened.value.close();
      });
    },
  });

  test('B14 an empty picker says that there is nothing to choose', async ({ window }) => {
    const form = await newForm(window);
    await form.getByRole('combobox', { name: /^Recipe:/ }).click();
    const list = window.getByRole('listbox').filter({ hasText: 'Nothing to choose yet.' });
    await expect(list).toBeVisible();
    expect((await list.boundingBox())?.height).toBeGreaterThan(30);
  });
});
