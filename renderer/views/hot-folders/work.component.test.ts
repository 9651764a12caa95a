import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { success } from '#shared/problem.ts';
import { button, cards, showFolders } from '../../testing/hot-folders-view.ts';
import { expectAccessible, expectNoOverflow, expectText } from '../../testing/looks.ts';
import { folderCard } from '../../testing/plain-folders.ts';
import { jobRow } from '../../testing/plain-jobs.ts';
import { countsOf, quietStatus } from '../../testing/plain-studio.ts';
import type { Stage } from '../../testing/stage.ts';

const strip = page.getByRole('contentinfo');
const banner = page.getByRole('status').filter({ hasText: 'Daily limit of 5 images reached.' });

describe('work in progress', () => {
  const counts = countsOf({ running: 8, waiting: 4 });

  it('B8 counts the photos at the service, and shows an empty bar until a photo is done', async () => {
    const status = { ...quietStatus, counts };
    showFolders({ cards: [folderCard(1, { counts })] }, { 'status.get': () => success(status) });
    await expect.element(cards.getByRole('link', { name: '8 running' })).toBeVisible();
    await expect.element(cards.getByRole('link', { name: '4 waiting' })).toBeVisible();
    await expectText(strip, '8 running', '4 waiting');
    const bar = cards.getByRole('img', { name: /0 of 12 done/ }).element();
    expect(bar.children).toHaveLength(1);
    expect(bar.firstElementChild?.className).not.toMatch(/done|person|failed/);
    await expectAccessible();
  });

  it('B6 can be paused and resumed as a whole, and the card and the status bar show this', async () => {
    let isPaused = false;
    const change = (next: boolean) => {
      isPaused = next;
      stage.tell('status');
      return success(null);
    };
    const stage: Stage = showFolders(
      { cards: [folderCard(1, { counts })] },
      {
        'status.get': () => success({ ...quietStatus, counts, isPaused }),
        'work.pause': () => change(true),
        'work.resume': () => change(false),
      },
    );
    await button('Pause all').click();
    await expect.element(cards.getByText('Paused', { exact: true })).toBeVisible();
    await expectText(strip, 'Paused');
    await expectText(page.getByRole('main'), 'All work is paused.');
    await expect.element(button('Resume all', page.getByRole('main')).last()).toHaveFocus();
    await expectAccessible();
    await button('Resume all', page.getByRole('main')).first().click();
    await expect.element(cards.getByText('Watching', { exact: true })).toBeVisible();
    await expect.element(strip).not.toMatchTextContent('Paused');
  });

  it('B5 has the same time left on the card, in the queue and in the status bar', async () => {
    const progress = { limited: 0, limit: null, estimate: { perHour: 97, timeLeft: 83 * 60_000 } };
    const status = { ...quietStatus, counts, progress };
    const folders = {
      cards: [folderCard(1, { counts }), folderCard(2)],
      jobs: [jobRow(1), jobRow(2)],
    };
    showFolders(folders, { 'status.get': () => success(status) });
    const left = 'about 83 min left';
    await expectText(cards.first(), left, '97 per hour');
    await expectText(strip, left);
    // a folder without waiting photos shows no time left
    await expect.element(cards.nth(1)).not.toMatchTextContent('left');
    await page.getByRole('link', { name: 'Queue', exact: true }).click();
    await expectText(page.getByRole('main'), left);
    await expectText(strip, left);
  });
});

describe('a limit', () => {
  const counts = countsOf({ done: 5, waiting: 7 });
  const limit = { name: 'imagesPerDay', per: 'day', unit: 'images', amount: 5 } as const;
  const today = { images: 5, money: 0 };
  const atLimit = {
    counts,
    atLimit: limit,
    imagesPerDay: 5,
    spent: { day: today, month: today },
  };

  it('B6 of the studio is shown once, with a link to raise it', async () => {
    const status = { ...quietStatus, counts, progress: { limited: 7, limit, estimate: null } };
    showFolders({ cards: [folderCard(1, { counts })] }, { 'status.get': () => success(status) });
    await expectText(banner, 'Daily limit of 5 images reached. 7 photos will wait until tomorrow.');
    await expect.element(cards).not.toMatchTextContent('Daily limit');
    await expect.element(strip).not.toMatchTextContent('left');
    expectNoOverflow();
    await banner.getByRole('link', { name: 'Raise limit' }).click();
    const field = page.getByRole('textbox', { name: 'Daily limit' });
    await expect.element(field).toHaveFocus();
  });

  it('B6 of a hot folder is shown on its card, with a button to raise it', async () => {
    const { asked } = showFolders({ cards: [folderCard(1, { ...atLimit, imagesPerMonth: 90 })] });
    // only the limit that was reached has a warning colour
    await expect.element(cards.getByText('5 of 5 images today')).toHaveClass('text-person');
    await expect
      .element(cards.getByText('5 of 90 images this month'))
      .not.toHaveClass('text-person');
    await expectText(cards, 'Daily limit of 5 images reached. 7 photos will wait until tomorrow.');
    await expectText(cards, '5 of 5 images today');
    await button('Raise limit', cards).click();
    const form = page.getByRole('form', { name: /^Edit/ });
    const field = form.getByRole('textbox', { name: 'Daily limit' });
    await expect.element(field).toHaveFocus();
    await field.fill('20');
    await button('Save changes', form).click();
    await expectText(cards, 'of 20 images today');
    expect(asked('folders.edit')).toMatchObject([{ id: 1, draft: { imagesPerDay: 20 } }]);
  });

  it('in money is shown on the card of its hot folder, in the currency of the prices', async () => {
    const amount = 5000;
    const spent = { day: { images: 5, money: 1000 }, month: { images: 40, money: 4990 } };
    const reached = { name: 'moneyPerMonth', per: 'month', unit: 'money', amount } as const;
    const shared = { counts, spent, currency: 'CHF' };
    showFolders({
      cards: [
        folderCard(1, { ...shared, atLimit: reached, moneyPerMonth: amount }),
        folderCard(2, shared),
      ],
    });
    const [limited, free] = [cards.first(), cards.nth(1)];
    await expect
      .element(limited.getByText('CHF 49.90 of CHF 50.00 this month'))
      .toHaveClass('text-person');
    await expectText(limited, 'Monthly limit of CHF 50.00 reached. 7 photos will wait until next');
    await expectText(free, '5 images, CHF 10.00 today');
    await button('Raise limit', limited).click();
    await expect.element(page.getByRole('textbox', { name: 'Monthly cost limit' })).toHaveFocus();
  });

  it('B6 of the administrator is shown without a button to raise it', async () => {
    const { asked } = showFolders({ cards: [folderCard(1, { ...atLimit, isLimitManaged: true })] });
    await expectText(cards, 'Your administrator sets this limit.');
    await expect.element(button('Raise limit')).not.toBeInTheDocument();
    expect(asked('folders.edit')).toEqual([]);
  });
});
