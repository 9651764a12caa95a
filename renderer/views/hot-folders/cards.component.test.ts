import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { failure } from '#shared/page-failure.ts';
import { success } from '#shared/problem.ts';
import { button, cards, messages, question, showFolders } from '../../testing/hot-folders-view.ts';
import { expectAccessible, expectNoOverflow, expectText } from '../../testing/looks.ts';
import { expectShortcuts } from '../../testing/menus.ts';
import { folderCard } from '../../testing/plain-folders.ts';
import { result } from '../../testing/plain-library.ts';
import { jobRow } from '../../testing/plain-jobs.ts';
import { countsOf } from '../../testing/plain-studio.ts';

const more = 'More actions for White background';

describe('the list of hot folders', () => {
  it('reserves space for its cards while they load', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    showFolders({}, { 'folders.all': () => promise.then(() => success([folderCard(1)])) });
    await expect.element(page.getByRole('status', { name: 'Loading' }).first()).toBeInTheDocument();
    await expect.element(page.getByText('No hot folders yet')).not.toBeInTheDocument();
    resolve();
    await expect.element(cards).toBeVisible();
  });

  it('shows why loading failed, and loads again after Try again', async () => {
    let isBroken = true;
    const full = failure({ code: 'disk-full', message: 'The disk is full.' });
    showFolders({}, { 'folders.all': () => (isBroken ? full : success([folderCard(1)])) });
    const retry = page.getByRole('alert').getByRole('button', { name: 'Try again' });
    await expect.element(retry).toBeVisible();
    isBroken = false;
    await retry.click();
    await expect.element(cards).toBeVisible();
  });

  it('B16 offers to add a hot folder when there are none, and opens the form only on request', async () => {
    showFolders({});
    const form = page.getByRole('form', { name: 'New hot folder' });
    await expect.element(page.getByText('No hot folders yet')).toBeVisible();
    await expect.element(form).not.toBeInTheDocument();
    await expectAccessible();
    await button('Choose a folder').click();
    await expect.element(form.getByRole('textbox').first()).toHaveFocus();
    await button('Cancel', form).click();
    await expect.element(page.getByText('No hot folders yet')).toBeVisible();
  });

  it('can be searched when it is long', async () => {
    showFolders({ cards: Array.from({ length: 9 }, (_, at) => folderCard(at + 1)) });
    const find = page.getByRole('searchbox', { name: 'Find a hot folder' });
    await find.fill('SHOOT 4');
    await expectText(cards, 'Shoot 4');
    await find.fill('wedding');
    await expect.element(page.getByText('No matching hot folders')).toBeVisible();
  });

  it('tells hot folders with the same recipe apart by their folders', async () => {
    showFolders({ cards: [folderCard(1), folderCard(2)] });
    await button(/^Pause White background · .*2$/).click();
    await expectText(cards.nth(1), 'Paused');
    await expectText(cards.first(), 'Watching');
  });

  it('copies photos that are dropped on a card into the folder, and says how many', async () => {
    const asked: unknown[] = [];
    const copied = ['/shoot/a.jpg', '/shoot/b.jpg'];
    showFolders(
      { cards: [folderCard(1)] },
      {
        'retouch.find': ({ paths }) =>
          success({
            photos: paths.map((path) => ({ path, from: null })),
            refused: [],
            refusals: 0,
          }),
        'folders.copy-in': (input) => {
          asked.push(input);
          return success({ copied, refused: [] });
        },
      },
    );
    await expect.element(cards).toBeVisible();
    onTestFinished(() => void (globalThis.darkslide = undefined));
    globalThis.darkslide = { pathOf: ({ name }: File) => `/shoot/${name}` } as typeof darkslide;
    const dataTransfer = new DataTransfer();
    for (const name of ['a.jpg', 'b.jpg']) dataTransfer.items.add(new File(['x'], name));
    const card = cards.element();
    const drag = (type: string) =>
      card.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer }));
    drag('dragover');
    await expect.element(page.getByText('Drop to copy into White background')).toBeVisible();
    drag('drop');
    await expectText(messages, '2 photos copied into White background');
    expect(asked).toEqual([{ id: 1, paths: copied, from: null }]);
    await expect.element(page.getByRole('form')).not.toBeInTheDocument();
  });

  it('keeps its layout with long and right-to-left names', async () => {
    const long = `${'صباح '.repeat(12)}${'x'.repeat(90)}`;
    const name = 'y'.repeat(100);
    const recipe = { ...folderCard(1).recipe, name };
    showFolders({ cards: [folderCard(1, { path: `/photos/${long}`, recipe })] });
    await expectText(cards, 'xxxx');
    for (const width of [1280, 900, 640]) {
      await page.viewport(width, 800);
      expectNoOverflow();
    }
    await page.viewport(1280, 800);
  });
});

describe('the card of a hot folder', () => {
  it('can pause, resume and stop watching the folder, and show the folder in the queue', async () => {
    const { asked } = showFolders({ cards: [folderCard(7)] });
    await button('Pause White background').click();
    await expect.element(cards.getByText('Paused')).toBeVisible();
    await button('Resume White background').click();
    await expect.element(cards.getByText('Watching')).toBeVisible();

    await button(more).click();
    const reveal = page.getByRole('menuitem', { name: /^Show latest result/ });
    await expect.element(reveal).toHaveAttribute('aria-disabled', 'true');
    await page.getByRole('menuitem', { name: 'Show in Queue' }).click();
    await expect.poll(() => location.hash).toBe('#/queue?hotFolderId=7');
    await page.getByRole('link', { name: 'Hot folders', exact: true }).click();
    await expect.element(cards).toBeVisible();

    await button(more).click();
    await page.getByRole('menuitem', { name: 'Stop watching…' }).click();
    await expectText(question, 'Photos and results stay where they are');
    await button('Stop watching', question).click();
    await expectText(messages, 'Stopped watching "White background"');
    await expect.element(page.getByText('No hot folders yet')).toBeVisible();
    expect(asked('folders.remove')).toEqual([{ id: 7 }]);
  });

  it('has a context menu with the actions of its buttons, and their keys', async () => {
    const { asked } = showFolders({ cards: [folderCard(1)] });
    await cards.click({ button: 'right', position: { x: 20, y: 10 } });
    const menu = page.getByRole('menu', { name: more });
    await expectText(menu.getByRole('menuitem', { name: 'Edit' }), 'E');
    await expectShortcuts(menu, 'folders');
    await menu.getByRole('menuitem', { name: 'Pause' }).click();
    await expect.poll(() => asked('folders.pause')).toEqual([{ id: 1 }]);
  });

  it('opens the results folder, and exports and copies the latest results', async () => {
    const lastEndedAt = new Date(2026, 10, 21, 15).getTime();
    const recent = [
      { jobId: 5, name: 'b.jpg', resultId: null },
      { jobId: 4, name: 'a.jpg', resultId: 9 },
    ];
    const rows = [result(9), result(8)];
    let copied = '';
    const write = (text: string) => {
      copied = text;
      return Promise.resolve();
    };
    vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(write);
    onTestFinished(() => void vi.restoreAllMocks());
    const { asked } = showFolders(
      { cards: [folderCard(7, { recent, lastEndedAt })] },
      {
        'host.open-results': () => failure({ code: 'folder-missing', message: 'It is not there.' }),
        'library.page': ({ offset }) => success({ total: 2, offset, rows: rows.slice(offset) }),
        'export.example': () => failure({ code: 'result-gone', message: 'It is gone.' }),
        'library.path': ({ id }) => success(`/results/${id}.png`),
      },
    );
    await expect.element(cards).toBeVisible();
    await userEvent.keyboard('jo');
    await expectText(messages, 'It is not there.');
    expect(asked('host.open-results')).toEqual([{ hotFolderId: 7 }]);
    await userEvent.keyboard('{Control>}{Shift>}c{/Shift}{/Control}');
    await expect.poll(() => copied).toBe('/results/9.png');
    await userEvent.keyboard('{Control>}{Shift>}e{/Shift}{/Control}');
    const dialog = page.getByRole('dialog');
    await expect.element(button('Export 2 results', dialog)).toBeVisible();
    const from = new Date(2026, 10, 21).getTime();
    expect(asked('library.page')[0]).toMatchObject({ filter: { hotFolderId: 7, from } });
  });

  it('reports that its photos are done, and offers to open, export and copy the results', async () => {
    let counts = countsOf({ running: 2, done: 1 });
    const recent = [{ jobId: 4, name: 'a.jpg', resultId: 9 }];
    const all = () => [7, 8].map((id) => folderCard(id, { counts, recent, lastEndedAt: 1 }));
    const stage = showFolders(
      { cards: all() },
      {
        'folders.all': () => success(all()),
        'host.open-results': () => success(null),
        'library.page': ({ offset }) => success({ total: 0, offset, rows: [] }),
      },
    );
    await expect.element(cards.nth(1)).toBeVisible();
    counts = countsOf({ done: 2, failed: 1 });
    stage.tell('folders');
    await expectText(messages, 'White background', '1 photo done');
    expect(button('Copy latest result', messages).elements()).toHaveLength(2);
    await button('Open results folder', messages).first().click();
    await expect.poll(() => stage.asked('host.open-results')).toEqual([{ hotFolderId: 7 }]);
    await button('Export…', messages).click();
    await expect
      .poll(() => stage.asked('library.page'))
      .toMatchObject([{ filter: { hotFolderId: 8 } }]);
    await expect.element(messages.getByText('1 photo done')).not.toBeInTheDocument();
  });

  it('can be reached and used with single keys', async () => {
    const { asked } = showFolders({ cards: [folderCard(1), folderCard(2)] });
    await expect.element(cards.nth(1)).toBeVisible();
    await userEvent.keyboard('jj');
    await expect.element(cards.nth(1)).toHaveFocus();
    await userEvent.keyboard('k');
    await expect.element(cards.first()).toHaveFocus();
    await userEvent.keyboard('p');
    await expect.element(cards.first().getByText('Paused')).toBeVisible();
    await userEvent.keyboard('p');
    await expect.element(cards.first().getByText('Watching')).toBeVisible();
    await userEvent.keyboard('{Delete}');
    await button('Cancel', question).click();
    expect(asked('folders.remove')).toEqual([]);
    await userEvent.keyboard('?');
    const sheet = page.getByRole('dialog');
    await expectText(sheet, 'Pause or resume hot folder');
    await userEvent.keyboard('{Escape}');
    await expect.element(sheet).not.toBeInTheDocument();
    (cards.nth(1).element() as HTMLElement).focus();
    await userEvent.keyboard('q');
    await expect.poll(() => location.hash).toBe('#/queue?hotFolderId=2');
  });

  it('shows what the folder is waiting for, which files were not processed, and what stopped the folder', async () => {
    const empty = { code: 'file-incomplete', message: '"b.jpg" is empty.' } as const;
    const card = folderCard(1, {
      settling: 2,
      refused: 3,
      refusals: [{ path: 'day 1/b.jpg', problem: empty }],
      unpaired: { photos: { count: 1, first: 'a.jpg' }, tickets: { count: 0, first: null } },
      state: 'stopped',
      problem: { code: 'folder-unreachable', message: 'It is not there.' },
    });
    showFolders({ cards: [card] });
    const troubles = cards.getByRole('list', { name: 'Waiting and unprocessed files' });
    await expectText(troubles, 'a.jpg is waiting for its ticket, a.jpg.json.');
    await expectText(troubles, 'day 1/b.jpg');
    await expectText(troubles, 'and 2 more files not processed');
    await expectText(cards, '2 files still arriving');
    await expect.element(cards.getByText('Stopped')).toBeVisible();
    await expect.element(cards.getByRole('alert')).toBeVisible();
    await expectAccessible();
  });

  it('asks about each photo with an unknown charge', async () => {
    const problem = { code: 'execution-unknown', message: 'Not known.' } as const;
    const jobs = [jobRow(1, { state: 'held', hotFolderId: 1, problem })];
    const counts = countsOf({ done: 2, held: 1 });
    const held = folderCard(1, { counts, needPerson: 1 });
    const { asked } = showFolders({ cards: [held, folderCard(2)], jobs });
    await expectText(cards.first(), "We don't know yet whether you were charged for A1001.jpg");
    expect(cards.nth(1).element().textContent).not.toContain("We don't know");
    const link = cards.first().getByRole('link', { name: '1 needs attention' });
    const address = '#/queue?hotFolderId=1&states=held%2Cfailed';
    await expect.element(link).toHaveAttribute('href', address);
    await button('Send again…').click();
    await expectText(question, 'charged twice');
    await button('Cancel', question).click();
    expect(asked('queue.act')).toEqual([]);
    await button('Check with the service again').click();
    await expectText(messages, 'Checking A1001.jpg again');
    expect(asked('queue.act')).toEqual([{ jobs: { ids: [1] }, action: 'retry' }]);
  });
});

describe('a large drop', () => {
  const asks = { photos: 3, images: 6, cost: { currency: 'EUR', minor: 120 }, last: 7 };

  it.each([
    ['take', 'Process 3 photos'],
    ['always', 'Always process large drops'],
  ] as const)('B7 is confirmed on the card: %s', async (answer, name) => {
    const { asked } = showFolders({ cards: [folderCard(1, { state: 'asks', asks })] });
    await expect.element(cards.getByText('Needs attention')).toBeVisible();
    await expect
      .element(cards.getByText(/^3 photos \(6 images, EUR.1\.20\) are waiting\. Process them\?$/))
      .toBeVisible();
    await button(name, cards).click();
    await expect.element(cards.getByText('Watching')).toBeVisible();
    await expect.element(cards).not.toMatchTextContent('Process them?');
    expect(asked('folders.answer')).toEqual([{ id: 1, answer, last: 7 }]);
  });
  it('B7 is skipped only after a confirmation', async () => {
    const { asked } = showFolders({ cards: [folderCard(1, { state: 'asks', asks })] });
    await button('Skip…', cards).click();
    await expectText(question, 'Nothing is charged.');
    expect(asked('folders.answer')).toEqual([]);
    await button('Skip', question).click();
    await expect.element(cards.getByText('Watching')).toBeVisible();
    expect(asked('folders.answer')).toEqual([{ id: 1, answer: 'skip', last: 7 }]);
  });
});
