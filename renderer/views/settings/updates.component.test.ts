import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { failure } from '#shared/page-failure.ts';
import { success } from '#shared/problem.ts';
import type { UpdatesView } from '#shared/views/updates.ts';
import { expectAccessible, expectNoOverflow, expectText } from '../../testing/looks.ts';
import { showWindow } from '../../testing/window.ts';

const view = page.getByRole('region', { name: 'Updates', exact: true });
const button = (name: string) => view.getByRole('button', { name });

it('a new version is shown in the status bar and the settings, and a restart during a run needs a confirmation', async () => {
  let updates: UpdatesView = {
    source: 'here',
    version: '0.1.0',
    step: { kind: 'up-to-date' },
    release: null,
    lookedAt: null,
  };
  let isBusy = false;
  const busy = failure({ code: 'update-jobs-running', message: 'Photos are worked on.' });
  const stage = showWindow('#/settings', () => ({
    'updates.state': () => success(updates),
    'updates.download': () => success(updates),
    'updates.install': ({ evenWhileBusy }) => (isBusy && !evenWhileBusy ? busy : success(null)),
  }));
  const turnTo = (next: Partial<UpdatesView>) => {
    updates = { ...updates, ...next };
    stage.tell('updates');
  };
  const release = {
    version: '0.2.0',
    notes: `Masks are drawn <b>faster</b>.\n\n${'A long line that says what else is new. '.repeat(40)}`,
    at: Date.UTC(2026, 10, 20),
  };

  await expectText(view, 'Darkslide is up to date.');
  turnTo({ step: { kind: 'available' }, release, lookedAt: Date.now() });
  await button('Download').click();
  expect(stage.asked('updates.download')).toHaveLength(1);
  turnTo({ step: { kind: 'downloading', share: 0.42 } });
  await expectText(view, 'Downloading version 0.2.0: 42%');
  await expect.element(button('Check now')).toBeDisabled();

  turnTo({ step: { kind: 'ready' } });
  await page.getByRole('link', { name: 'Version 0.2.0 is ready' }).click();
  await expect.element(view).toHaveFocus();
  // release notes are shown as plain text, not as HTML
  await expectText(view, 'Masks are drawn <b>faster</b>.');
  await expectAccessible();
  expectNoOverflow();

  isBusy = true;
  await button('Restart now').click();
  const question = page.getByRole('alertdialog');
  await expectText(question, 'Runs already paid for finish safely first');
  await question.getByRole('button', { name: 'Cancel' }).click();
  expect(stage.asked('updates.install')).toHaveLength(1);
  await button('Restart now').click();
  await question.getByRole('button', { name: 'Restart now' }).click();
  await expect
    .poll(() => stage.asked('updates.install').map(({ evenWhileBusy }) => evenWhileBusy))
    .toEqual([false, false, true]);

  const problem = { code: 'update-foreign', message: 'It is not signed.' } as const;
  turnTo({ step: { kind: 'failed', problem }, release: null });
  await expectText(view, 'It is not signed.');
  await view.getByRole('radio', { name: 'Never' }).click();
  await expectText(view, 'Darkslide does not check for updates.');
  await expect.element(button('Check now')).toBeDisabled();
});
