import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from './window.ts';

test.describe('the first paint', () => {
  test.use({
    prepare: async ({ host: _host }, use) => {
      const preferences = { language: 'de', appearance: 'light' };
      await use((dataFolder) =>
        writeFile(join(dataFolder, 'settings.json'), JSON.stringify({ preferences })),
      );
    },
  });

  test('is the frame in the right language and greys, before the studio has said anything', async ({
    studio,
    page,
  }) => {
    // a studio that is never reached
    await page.routeWebSocket(/\/studio$/u, () => {});
    await page.goto(studio.address());
    const rail = page.getByRole('navigation');
    await expect(rail.getByRole('link', { name: 'Warteschlange' })).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('lang', 'de');
    await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(180, 180, 180)');
  });
});
