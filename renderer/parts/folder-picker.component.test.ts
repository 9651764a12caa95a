import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { failure } from '#shared/page-failure.ts';
import { success } from '#shared/problem.ts';
import { button, fresh, pathField, showFolders } from '../testing/hot-folders-view.ts';
import { press } from '../testing/keys.ts';
import { expectAccessible, expectNoOverflow, expectText } from '../testing/looks.ts';
import type { Answers } from '../testing/stage.ts';

const long = 'x'.repeat(120);
/** Folder names by parent folder. */
const disk: Readonly<Record<string, readonly string[]>> = {
  '/photos': ['/photos/Archive', '/photos/Selects', `/photos/${long}`],
  '/photos/Selects': ['/photos/Selects/Day 2'],
  '/photos/Selects/Day 2': [],
};
const listing: Answers = {
  'host.list-folders': ({ path }) => {
    const at = path ?? '/photos';
    const inside = disk[at];
    if (inside === undefined)
      return failure({ code: 'folder-missing', message: `${at} is not there.` });
    return success({
      path: at,
      parent: at.slice(0, at.lastIndexOf('/')) || null,
      folders: inside.map((one) => ({ name: one.slice(at.length + 1), path: one })),
      photos: inside.length === 1 ? 3 : 0,
      places: [{ name: 'Home', path: '/photos' }],
    });
  },
};
const picker = page.getByRole('dialog', { name: 'Folder to watch' });
const path = picker.getByRole('textbox', { name: 'Path' });
const watched = pathField(fresh, 'Folder to watch');

async function open(): Promise<void> {
  showFolders({}, listing);
  await button('New hot folder').click();
  await button('Choose: Folder to watch', fresh).click();
  await expect.element(button('Archive', picker)).toBeVisible();
}

it('a folder can be chosen on the page with the keyboard if the system has no dialog', async () => {
  await open();
  expectNoOverflow();
  await path.fill('/photos');
  await press('{Enter}', '{ArrowDown}', '{ArrowDown}');
  await expect.element(button('Selects', picker)).toHaveFocus();
  await press('{ArrowRight}');
  await expectText(picker, '3 photos in this folder');
  await expectAccessible();
  await press('{ArrowLeft}');
  await expect.element(button('Archive', picker)).toBeVisible();
  await button('Selects', picker).click();
  await button('Choose "Selects"', picker).click();
  await expect.element(picker).not.toBeInTheDocument();
  await expect.element(watched).toHaveValue('/photos/Selects');
  await expect.element(pathField(fresh, 'Output folder')).toHaveValue('/photos/Selects results');
});

it('a missing folder is reported and cannot be chosen', async () => {
  await open();
  await path.fill('/photos/gone');
  await userEvent.keyboard('{Enter}');
  await expectText(picker, '/photos/gone is not there.');
  await expect.element(button(/^Choose "/, picker)).toBeDisabled();
  await button('Cancel', picker).click();
  await expect.element(watched).toHaveValue('');
});
