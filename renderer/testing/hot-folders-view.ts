import { page, type Locator } from 'vitest/browser';
import type { JobRow } from '#shared/job-row.ts';
import { studioOfFolders } from './plain-folders.ts';
import { studioOfJobs } from './plain-jobs.ts';
import { studioOfTemplates } from './plain-templates.ts';
import type { Answers, Stage } from './stage.ts';
import { showWindow } from './window.ts';

export const cards = page.getByRole('article');
export const fresh = page.getByRole('form', { name: 'New hot folder' });
export const recipes = page.getByRole('complementary', { name: 'Recipes' });
export const question = page.getByRole('alertdialog');
export const messages = page.getByRole('region', { name: 'Messages' });
/** Returns the path field in the group with this label. */
export const pathField = (form: Locator, label: string) =>
  form.getByRole('group', { name: label, exact: true }).getByRole('textbox');
export const button = (
  name: string | RegExp,
  within: Locator = page.elementLocator(document.body),
) => within.getByRole('button', { name });

/** Shows the window with the Hot folders view. */
export function showFolders(
  { jobs = [], ...folders }: Parameters<typeof studioOfFolders>[0] & { jobs?: readonly JobRow[] },
  others: Answers = {},
): Stage {
  return showWindow('#/folders', (told) => ({
    ...studioOfJobs({ rows: jobs }, told),
    ...studioOfFolders(folders, told),
    ...studioOfTemplates(() => []),
    ...others,
  }));
}
