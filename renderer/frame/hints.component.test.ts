import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { showFolders } from '../testing/hot-folders-view.ts';

it('the status bar shows how to open the commands and the shortcuts, and opens them on a click', async () => {
  await page.viewport(1280, 800);
  showFolders({});
  const bar = page.getByRole('contentinfo');
  const dialog = page.getByRole('dialog');
  await bar.getByRole('button', { name: 'Ctrl K' }).click();
  await expect.element(dialog.getByRole('combobox', { name: 'Commands' })).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  await bar.getByRole('button', { name: /^\? / }).click();
  await expect.element(dialog.getByRole('heading', { name: 'Keyboard shortcuts' })).toBeVisible();
});
