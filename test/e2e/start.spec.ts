import { join } from 'node:path';
import { cardOf, expectAccessible, fill, newForm, photos, shootIn } from './hot-folders.ts';
import { imagesIn, keepRunning, test as bought } from './retouching.ts';
import { expect, ownHost, takePictures, test } from './window.ts';

/** Milliseconds that a photo may take on a busy machine. */
const SLOW = 200_000;

// the photos that the demo processes at the first start
test.use({ photographs: 'light' });

test(
  'Darkslide shows every view when it is started for the first time, and results of the demo appear',
  { tag: ownHost },
  async ({ window }) => {
    const rail = window.getByRole('navigation');
    for (const view of ['Queue', 'Settings', 'Retouch', 'Hot folders']) {
      await rail.getByRole('link', { name: view, exact: true }).click();
      await expect(window.getByRole('heading', { name: view, level: 1 })).toBeVisible();
      if (view !== 'Retouch') continue;
      const photos = window.getByRole('listbox', { name: 'Filmstrip' }).getByRole('option');
      await expect(photos).toHaveCount(10);
      await takePictures(window, 'first-start');
    }
    const card = window.getByRole('article').first();
    await expect(card.getByRole('heading')).toHaveText('White background');
    await expect(card.getByText('Watching')).toBeVisible();
    const last = card.getByRole('list', { name: 'Latest photos' });
    await expect(last.getByRole('img').first()).toBeVisible({ timeout: SLOW });
    await expectAccessible(window);
    await takePictures(window, 'folders-at-work');
  },
);

/** Returns a script that tries everything that a hostile page from another origin would try. */
const tries = (host: string) => `(async () => ({
  read: await fetch('http://${host}/', { credentials: 'include' }).then(
    (answer) => answer.text(),
    () => 'refused',
  ),
  picture: await new Promise((resolve) => {
    const image = new Image();
    image.onload = () => resolve('shown');
    image.onerror = () => resolve('refused');
    image.src = 'http://${host}/media/photo/1/160';
  }),
  socket: await new Promise((resolve) => {
    const way = new WebSocket('ws://${host}/studio');
    way.onopen = () => resolve('open');
    way.onerror = () => resolve('refused');
  }),
}))()`;

test('a page from another origin can neither read our page nor reach the studio', async ({
  studio,
  window,
}) => {
  const { host } = new URL(studio.address());
  // opens the hostile page in the same browser, which has the cookie of the signed-in page
  const foreign = await window.context().newPage();
  await foreign.route('http://evil.example/', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>evil</title>' }),
  );
  await foreign.goto('http://evil.example/');
  const got = await foreign.evaluate(tries(host));
  expect(got).toEqual({ read: 'refused', picture: 'refused', socket: 'refused' });
  await foreign.close();
});

bought(
  'a batch continues after Darkslide ends or is killed, and nothing is charged twice',
  async ({ studio, window, service, complaints }) => {
    const path = await shootIn(studio.dataFolder, 'Lookbook');
    const outFolder = join(studio.dataFolder, 'Delivered');
    const form = await newForm(window);
    await fill(form, { path, outFolder });
    await form.getByRole('button', { name: 'Preview' }).click();
    service.inject(keepRunning);
    await form.getByRole('button', { name: 'Process these 3 photos' }).click();
    await expect.poll(() => service.records().executions.length).toBeGreaterThan(0);
    for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
      await studio.stop(signal);
      await studio.start();
    }
    service.clearFaults();

    await window.goto(studio.address());
    // the page logged its aborted requests
    complaints.length = 0;
    const card = cardOf(window, 'Lookbook');
    await expect(card.getByText('3 of 3 done')).toBeVisible();
    await expect(card.getByText('3 images today')).toBeVisible();
    expect(await imagesIn(outFolder)).toEqual(
      photos.map((name) => name.replace('.jpg', '_White background_1.png')),
    );
    expect(Object.values(service.records().executionsByPhoto)).toEqual([1, 1, 1]);
  },
);
