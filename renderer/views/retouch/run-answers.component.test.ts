import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import type { JobRow } from '#shared/job-row.ts';
import { success } from '#shared/problem.ts';
import type { JobDetail } from '#shared/views/queue.ts';
import { expectAccessible, expectText } from '../../testing/looks.ts';
import { recipeCard } from '../../testing/plain-folders.ts';
import { jobRow, studioOfJobs } from '../../testing/plain-jobs.ts';
import { plainStudio } from '../../testing/plain-studio.ts';
import { show, type Answers, type Stage } from '../../testing/stage.ts';
import RunAnswers from './RunAnswers.svelte';

const dialog = page.getByRole('dialog', { name: 'Options' });
/** Labels of the button that opens the answers, by the state of the job. */
const label = { failed: 'Fix or retry…', held: 'Choose next step…' } as const;
const button = (name: string) => dialog.getByRole('button', { name });

/** Opens the answers to a job next to its photo. */
async function showAnswers(
  row: Partial<JobRow> & { readonly state: 'failed' | 'held' },
  answers: JobDetail['answers'],
  others: Answers = {},
  fixes: JobDetail['fixes'] = [],
): Promise<Stage> {
  const stage: Stage = show(RunAnswers, {
    props: { jobId: 1, kind: row.state, beside: undefined },
    answers: {
      ...plainStudio(),
      ...studioOfJobs({ rows: [jobRow(1, row)], detail: () => ({ answers, fixes }) }, () => stage),
      ...others,
    },
  });
  await page.getByRole('button', { name: label[row.state] }).click();
  return stage;
}

it('a failed run is charged again only after a confirmation, and dismissed without one', async () => {
  const stage = await showAnswers({ state: 'failed' }, [
    { action: 'send-again', means: 'buys-again' },
    { action: 'changed-recipe', means: 'buys-with-recipe' },
    { action: 'cancel', means: 'puts-away' },
  ]);
  await expectText(dialog, 'You will be charged again if you send it again.');
  await expectAccessible();
  const question = page.getByRole('alertdialog');
  await button('Send again').click();
  await expectText(question, 'You will be charged again');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await button('Run again with changed recipe').click();
  await expectText(question, 'the new images are charged too');
  expect(stage.asked('queue.act')).toEqual([]);
  await question.getByRole('button', { name: 'Run again with changed recipe' }).click();
  await button('Send again').click();
  await question.getByRole('button', { name: 'Send again' }).click();
  await button('Dismiss').click();
  await expect
    .poll(() => stage.asked('queue.act'))
    .toEqual([
      { jobs: { ids: [1] }, action: 'changed-recipe', mayReplace: true },
      { jobs: { ids: [1] }, action: 'send-again' },
      { jobs: { ids: [1] }, action: 'cancel' },
    ]);
});

it('a run with an unknown charge is sent again only after a confirmation', async () => {
  const stage = await showAnswers({ state: 'held' }, [
    { action: 'retry', means: 'asks-again' },
    { action: 'send-again', means: 'sends-again' },
  ]);
  await button('Send again…').click();
  const question = page.getByRole('alertdialog');
  await expect.element(question.getByRole('button', { name: 'Cancel' })).toHaveFocus();
  await expectText(question, 'charged twice');
  expect(stage.asked('queue.act')).toEqual([]);
  await question.getByRole('button', { name: 'Send again' }).click();
  await expect
    .poll(() => stage.asked('queue.act'))
    .toEqual([{ jobs: { ids: [1] }, action: 'send-again' }]);
});

it('B9 a failed run is fixed in a dialog over its photo, and runs again', async () => {
  const { recipe } = recipeCard(1, 'White background');
  const problem = { code: 'photo-too-long', message: 'It is too long.' } as const;
  const stage = await showAnswers(
    { state: 'failed', problem },
    [],
    {
      'queue.fix': () => success({ recipe, saved: null }),
      'queue.run-changed': () => success(null),
    },
    ['pad-recipe'],
  );
  await button('Always pad with this recipe').click();
  const fix = page.getByRole('dialog', { name: 'Always pad with this recipe' });
  // the answers do not show through behind the dialog, and are there again after Cancel
  await expect.element(fix).toBeVisible();
  await expect.element(page.getByLabelText('Options')).not.toBeVisible();
  await fix.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(button('Always pad with this recipe')).toHaveFocus();
  await button('Always pad with this recipe').click();
  await fix.getByRole('button', { name: 'Retry with these settings' }).click();
  await expect
    .poll(() => stage.asked('queue.run-changed'))
    .toMatchObject([{ id: 1, recipe: { prepare: { pad: '#ffffff' } } }]);
  await expect.element(fix).not.toBeInTheDocument();
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(page.getByRole('button', { name: label.failed })).toHaveFocus();
});
