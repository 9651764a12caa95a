import { expect, takePictures, test } from './window.ts';

test('the first start shows the frame, with every room in reach', async ({ window }) => {
  for (const room of ['Drop folders', 'Queue', 'Settings']) {
    await expect(
      window
        .getByRole('navigation')
        .getByRole('link', { name: room, exact: true })
        .or(window.getByRole('navigation').getByRole('button', { name: room, exact: true })),
    ).toBeVisible();
  }
  await takePictures(window, 'first-start');
});

test('who has no token of this start is shown nothing', async ({ studio, page }) => {
  const { origin } = new URL(studio.address());
  for (const path of ['/', '/?token=wrong']) {
    const answer = await page.goto(`${origin}${path}`);
    expect(answer?.status()).toBe(403);
    await expect(page.getByRole('navigation')).toHaveCount(0);
  }
});
