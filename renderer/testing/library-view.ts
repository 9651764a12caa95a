import { expect } from 'vitest';
import { page } from 'vitest/browser';
import { studioOfLibrary, type PlainResult } from './plain-library.ts';
import type { Answers, Stage } from './stage.ts';
import { showWindow } from './window.ts';

export const grid = page.getByRole('listbox', { name: 'Results' });
/** The bar that shows the number of selected results and the actions for them. */
export const bar = page.getByRole('toolbar', { name: 'Actions for selected results' });
export const listed = bar.getByRole('status');
export const survey = page.getByRole('dialog', { name: 'Survey' });
export const looks = survey.getByRole('button', { name: /^Open / });
export const loupe = page.getByRole('dialog', { name: /\.png/ });
export const cells = () => grid.getByRole('option').elements();

/** Returns the cell at an index (0 for the first). */
export function cell(index: number): HTMLElement {
  return (
    document.querySelector<HTMLElement>(`#result-cell-${index}`) ?? document.createElement('p')
  );
}

export async function expectStoodOn(index: number): Promise<void> {
  await expect.element(grid).toHaveAttribute('aria-activedescendant', `result-cell-${index}`);
}

/** Checks the accessible name of the cell at an index. */
export async function expectSaid(index: number, what: RegExp): Promise<void> {
  await expect.poll(() => cell(index).getAttribute('aria-label') ?? '').toMatch(what);
}

/** Shows the library with these results and focuses it. */
export async function showLibrary(
  results: readonly PlainResult[],
  others: Answers = {},
  at = '',
): Promise<Stage> {
  const stage = showWindow(`#/library${at}`, (told) => ({
    ...studioOfLibrary(results, told),
    ...others,
  }));
  await expectSaid(0, /LOOK_/);
  (grid.element() as HTMLElement).focus();
  await expectStoodOn(0);
  return stage;
}
