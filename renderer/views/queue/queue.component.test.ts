import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { failure } from '#shared/page-failure.ts';
import { success } from '#shared/problem.ts';
import type { JobRow } from '#shared/job-row.ts';
import type { JobDetail } from '#shared/views/queue.ts';
import { expectAccessible, expectNoOverflow, expectText } from '../../testing/looks.ts';
import { expectShortcuts } from '../../testing/menus.ts';
import { jobRow, studioOfJobs } from '../../testing/plain-jobs.ts';
import type { Answers, Stage } from '../../testing/stage.ts';
import { showWindow } from '../../testing/window.ts';

const grid = page.getByRole('grid', { name: 'Jobs' });
const details = page.getByRole('complementary', { name: 'Job details' });
const messages = page.getByRole('region', { name: 'Messages' });
const button = (name: string) => page.getByRole('button', { name });
const chip = (name: string) =>
  page
    .getByRole('group', { name: 'Filter by status' })
    .getByRole('button', { name: new RegExp(`^${name}`) });
/** Returns the row of a job; jobs are counted from 1. */
const line = (job: number) => grid.getByRole('row', { name: new RegExp(`A${1000 + job}\\.jpg`) });
const mark = (job: number) => line(job).getByRole('gridcell').first();

const waiting = Array.from({ length: 30 }, (_, at) => jobRow(at + 1));
const inDoubt: Partial<JobRow> = {
  state: 'held',
  problem: { code: 'execution-unknown', message: 'The answer was lost.' },
};

/** Shows the queue with jobs. */
async function showQueue(
  jobs: Parameters<typeof studioOfJobs>[0],
  others: Answers = {},
): Promise<Stage> {
  const stage = showWindow('#/queue', (told) => ({ ...studioOfJobs(jobs, told), ...others }));
  await rowsAre(jobs.rows.length);
  return stage;
}

async function rowsAre(count: number): Promise<void> {
  await expect.element(grid).toHaveAttribute('aria-rowcount', String(count + 1));
}

describe('selected jobs', () => {
  it('can be changed with the mouse, and the change can be undone', async () => {
    const stage = await showQueue({ rows: [...waiting, jobRow(31, { state: 'done' })] });
    await chip('Waiting').click();
    await rowsAre(30);
    const room = grid.element().getBoundingClientRect();
    await mark(1).click();
    await mark(5).click({ modifiers: ['Shift'] });
    await mark(3).click({ modifiers: ['Control'] });
    await expect.element(page.getByText('4 jobs selected')).toBeVisible();
    // the actions appear in space that was already reserved, so the list does not move
    expect(grid.element().getBoundingClientRect()).toEqual(room);
    expectNoOverflow();

    await button('Cancel jobs').click();
    await expectText(messages, '4 jobs cancelled');
    await rowsAre(26);
    await messages.getByRole('button', { name: 'Undo' }).click();
    await expectText(messages, 'Retrying 4 jobs');
    await rowsAre(30);
    expect(stage.asked('queue.act').map(({ jobs, action }) => [jobs, action])).toEqual([
      [{ ids: [1, 2, 4, 5] }, 'cancel'],
      [{ ids: [1, 2, 4, 5] }, 'retry'],
    ]);
  });

  it('are sent as the filter of the list if all are selected', async () => {
    const stage = await showQueue({ rows: waiting });
    await chip('Waiting').click();
    await mark(1).click();
    await userEvent.keyboard('{Control>}a{/Control}');
    await expect.element(page.getByText('All 30 jobs selected')).toBeVisible();
    await button('Cancel jobs').click();
    await expect.element(page.getByText('No matching jobs')).toBeVisible();
    expect(stage.asked('queue.act')[0]?.jobs).toEqual({ filter: { states: ['waiting'] } });
    await button('Show all jobs').click();
    await expectText(chip('Cancelled'), '30');
  });

  it('disable actions that would have no effect, and show the reason', async () => {
    await showQueue({ rows: [jobRow(1, { state: 'done' })], effects: { cancel: 0 } });
    await mark(1).click();
    const cancel = button('Cancel jobs');
    await expect.element(cancel).toHaveAttribute('aria-disabled', 'true');
    const why = 'None of the selected jobs can be cancelled.';
    await expect.element(cancel).toHaveAccessibleDescription(why);
  });
});

describe('the details of a job', () => {
  it('offer answers for a job that needs attention', async () => {
    const answers: JobDetail['answers'] = [
      { action: 'retry', means: 'asks-again' },
      { action: 'adopt', means: 'adopts' },
      { action: 'send-again', means: 'sends-again' },
    ];
    const unknown = failure({
      code: 'execution-not-found',
      message: 'The service knows no such execution.',
    });
    const held = { rows: [jobRow(1, inDoubt)], detail: () => ({ answers }) };
    const stage = await showQueue(held, { 'queue.adopt': () => unknown });
    await line(1).click();
    await expectText(details, 'Needs attention', 'The answer was lost');
    await expectAccessible();

    await details.getByRole('button', { name: 'Link an existing run' }).click();
    const field = details.getByRole('textbox', { name: 'Run ID' });
    await details.getByRole('button', { name: 'Link run' }).click();
    await expectText(details, 'Enter a run ID.');
    expect(stage.asked('queue.adopt')).toEqual([]);
    await field.fill('no-such-execution');
    await details.getByRole('button', { name: 'Link run' }).click();
    await expect.element(field).toHaveAttribute('aria-invalid', 'true');
    await expect.element(field).toHaveValue('no-such-execution');

    await details.getByRole('button', { name: 'Send again…' }).click();
    const question = page.getByRole('alertdialog');
    await expectText(question, 'charged twice');
    await question.getByRole('button', { name: 'Cancel' }).click();
    expect(stage.asked('queue.act')).toEqual([]);

    await details.getByRole('button', { name: 'Check with the service again' }).click();
    await expectText(messages, 'Retrying 1 job');
    expect(stage.asked('queue.act')).toEqual([{ jobs: { ids: [1] }, action: 'retry' }]);
  });

  it('offer to dismiss a failed job, which then no longer needs attention', async () => {
    const failed = [1, 2].map((id) => jobRow(id, { state: 'failed' }));
    await showQueue({
      rows: failed,
      detail: () => ({ answers: [{ action: 'cancel', means: 'puts-away' }] }),
    });
    await expectText(chip('Needs attention'), '2');
    await chip('Needs attention').click();
    await expect.element(chip('Needs attention')).toHaveAttribute('aria-pressed', 'true');
    await expect.element(chip('Failed')).toHaveAttribute('aria-pressed', 'false');
    await chip('Failed').click();
    await expect.element(chip('Needs attention')).toHaveAttribute('aria-pressed', 'false');
    await expect.element(chip('Failed')).toHaveAttribute('aria-pressed', 'true');
    await line(1).click();
    await details.getByRole('button', { name: 'Dismiss' }).click();
    await expectText(messages, '1 job cancelled');
    await expectText(chip('Needs attention'), '1');
    await expectText(page.getByRole('contentinfo'), '1 needs attention');
  });

  it('B9 offer a fix if a retry cannot help, and explain actions that would have no effect', async () => {
    const problem = { code: 'photo-too-small', message: 'It is too small.' } as const;
    await showQueue({
      rows: [jobRow(1, { state: 'failed', attempts: 1, problem })],
      detail: () => ({
        fixes: ['show-photo'],
        answers: [{ action: 'cancel', means: 'puts-away' }],
      }),
      effects: { retry: 0 },
    });
    await line(1).click();
    const retry = button('Retry');
    await expect.element(retry).toHaveAttribute('aria-disabled', 'true');
    const why = 'None of the selected jobs can be retried.';
    await expect.element(retry).toHaveAccessibleDescription(why);
    await expect.element(button('Cancel jobs')).toHaveAttribute('aria-disabled', 'false');
    const help = details.getByRole('region', { name: 'Suggested fixes' });
    await expect.element(help.getByRole('button')).toHaveTextContent('Show photo in folder');
    const again = details.getByRole('button', { name: 'Retry' });
    await expect.element(again).not.toBeInTheDocument();
    await expectAccessible();
    expectNoOverflow();
  });

  it('B9 offer to pad the photo or to run with the changed recipe, like the actions for selected jobs', async () => {
    const stage = await showQueue({
      rows: [jobRow(1, { state: 'failed' }), jobRow(2, { state: 'failed' })],
      detail: () => ({
        savedRecipeId: 7,
        fixes: ['pad-photo', 'pad-recipe'],
        answers: [{ action: 'changed-recipe', means: 'takes-recipe' }],
      }),
      effects: { pad: 1, 'changed-recipe': 1 },
    });
    const toolbar = page.getByRole('toolbar');
    const help = details.getByRole('region', { name: 'Suggested fixes' });
    await line(1).click();
    await help.getByRole('button', { name: 'Pad and run again' }).click();
    await expectText(messages, 'Padding 1 photo and running again');
    await details.getByRole('button', { name: 'Run again with changed recipe' }).click();
    await expectText(messages, 'again with the changed recipe');
    await expectAccessible();
    expectNoOverflow();
    await line(2).click();
    await toolbar.getByRole('button', { name: 'Pad and run again' }).click();
    await toolbar.getByRole('button', { name: 'Run with changed recipe' }).click();
    const actions = () => stage.asked('queue.act').map(({ jobs, action }) => [jobs, action]);
    await expect.poll(actions).toEqual([
      [{ ids: [1] }, 'pad'],
      [{ ids: [1] }, 'changed-recipe'],
      [{ ids: [2] }, 'pad'],
      [{ ids: [2] }, 'changed-recipe'],
    ]);
  });
});

it('every action can be used with the keyboard alone', async () => {
  await showQueue({ rows: waiting });
  (chip('Waiting').element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => location.hash).toBe('#/queue?states=waiting');
  (grid.element() as HTMLElement).focus();
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(grid).toHaveAttribute('aria-activedescendant', 'job-line-1');
  await expect.element(line(2)).toHaveAttribute('aria-selected', 'true');
  await userEvent.keyboard('{Shift>}{ArrowDown}{ArrowDown}{/Shift}');
  await expect.element(page.getByText('3 jobs selected')).toBeVisible();
  await userEvent.keyboard('{Control>}{ArrowDown}{ArrowDown}{/Control} ');
  await expect.element(page.getByText('4 jobs selected')).toBeVisible();
  await userEvent.keyboard('{Enter}');
  await expect.element(details).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(details).not.toBeInTheDocument();
  await expect.element(grid).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByText('30 jobs', { exact: true })).toBeVisible();
  await userEvent.keyboard('?');
  await expectText(page.getByRole('dialog'), 'Select or deselect the row');
  await userEvent.keyboard('{Escape}');
});

describe('the context menu of a job', () => {
  const menu = page.getByRole('menu', { name: 'Actions for selected jobs' });
  const item = (name: string) => menu.getByRole('menuitem', { name });

  it('has the actions of the bar for the selected jobs, and opens by mouse and key', async () => {
    await page.viewport(1280, 800);
    const stage = await showQueue({ rows: waiting });
    await mark(1).click();
    await mark(3).click({ modifiers: ['Control'] });
    await line(3).click({ button: 'right' });
    await expect.element(page.getByText('2 jobs selected')).toBeVisible();
    await item('Cancel jobs').click();
    await expectText(messages, '2 jobs cancelled');
    expect(stage.asked('queue.act')).toEqual([{ jobs: { ids: [1, 3] }, action: 'cancel' }]);

    await line(6).click({ button: 'right' });
    await expect.element(page.getByText('1 job selected')).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(menu).not.toBeInTheDocument();
    await expect.element(page.getByText('1 job selected')).toBeVisible();
    await userEvent.keyboard('{ArrowDown}{Shift>}{F10}{/Shift}');
    await expectText(item('Show details'), 'Enter');
    await expectShortcuts(menu, 'queue');
    await expectAccessible();
    await item('Show details').click();
    await expect.element(details.getByText('A1007.jpg').first()).toBeVisible();
  });

  it('has shortcuts that work on the focused job, also if another job is selected', async () => {
    await page.viewport(1280, 800);
    const stage = await showQueue({ rows: waiting }, { 'host.reveal': () => success(null) });
    await mark(1).click();
    await userEvent.keyboard('{Control>}{ArrowDown}{/Control}{Shift>}r{/Shift}');
    await expect.poll(() => stage.asked('host.reveal')).toEqual([{ jobId: 2, what: 'photo' }]);
    await userEvent.keyboard('{Delete}');
    await expectText(messages, '1 job cancelled');
    expect(stage.asked('queue.act')).toEqual([{ jobs: { ids: [2] }, action: 'cancel' }]);

    // with the focus outside the list, they work on the selected jobs; without a selection, on none
    await userEvent.keyboard('{Escape}');
    await expect.element(page.getByText('30 jobs', { exact: true })).toBeVisible();
    (document.activeElement as HTMLElement).blur();
    await userEvent.keyboard('p');
    await mark(3).click();
    (document.activeElement as HTMLElement).blur();
    await userEvent.keyboard('p');
    await expect
      .poll(() => stage.asked('queue.act').slice(1))
      .toEqual([{ jobs: { ids: [3] }, action: 'pause' }]);
  });
});
