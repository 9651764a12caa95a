import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Fix } from '#shared/fixes.ts';
import type { JobRow } from '#shared/job-row.ts';
import type { Region } from '#shared/mask/document.ts';
import { failure } from '#shared/page-failure.ts';
import { success, type Problem } from '#shared/problem.ts';
import type { JobDetail } from '#shared/views/queue.ts';
import { tabTo } from '../../testing/keys.ts';
import { expectAccessible, expectNothingCut, expectText } from '../../testing/looks.ts';
import { recipeCard } from '../../testing/plain-folders.ts';
import { jobRow, studioOfJobs } from '../../testing/plain-jobs.ts';
import { filmstripOf } from '../../testing/plain-pickers.ts';
import { studioOfTemplates } from '../../testing/plain-templates.ts';
import type { Answers, Stage } from '../../testing/stage.ts';
import { showWindow } from '../../testing/window.ts';

const details = page.getByRole('complementary', { name: 'Job details' });
const help = details.getByRole('region', { name: 'Suggested fixes' });
const dialog = page.getByRole('dialog');
const messages = page.getByRole('region', { name: 'Messages' });
const fix = (name: string) => help.getByRole('button', { name });
const inDialog = (name: string) => dialog.getByRole('button', { name });

const tooLong: Problem = { code: 'photo-too-long', message: 'It is too long.' };
/** The recipe of the failed job. The job's hot folder and two other hot folders use this recipe. */
const saved = recipeCard(7, 'White background', { hotFolders: [3, 4, 5] });

interface Failed {
  readonly detail?: Partial<JobDetail>;
  readonly answers?: Answers;
}

/** Opens the details of a job that failed with a problem and has these fixes. */
async function showFailed(
  problem: Problem,
  fixes: readonly Fix[],
  { detail = {}, answers = {} }: Failed = {},
): Promise<Stage> {
  const row = jobRow(1, { state: 'failed', hotFolderId: 3, problem });
  const failed = { fixes, savedRecipeId: 7, ...detail };
  const detailOf = ({ state }: JobRow) => (state === 'failed' ? failed : {});
  const stage = showWindow('#/queue?job=1', (told) => ({
    ...studioOfJobs({ rows: [row], detail: detailOf }, told),
    'queue.fix': () => success({ recipe: saved.recipe, saved }),
    'recipes.save': () => success({ ...saved, revision: 2 }),
    ...answers,
  }));
  await expect.element(help).toBeVisible();
  return stage;
}

it('B9 a recipe is changed in a dialog over the queue and saved, and the photo runs again', async () => {
  const { asked } = await showFailed(tooLong, ['pad-photo', 'pad-recipe']);
  (fix('Always pad with this recipe').element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  const padding = dialog.getByRole('switch');
  await expect.element(padding).toHaveFocus();
  await expect.element(padding).toBeChecked();
  await expectText(dialog, 'It is too long.', 'Also used by 2 other hot folders.');
  await expectAccessible();
  await expectNothingCut();
  const colour = dialog.getByPlaceholder('#rrggbb');
  await colour.fill('#202020');
  await userEvent.keyboard('{Enter}');
  await expectText(messages, 'Saved "White background". Running A1001.jpg again.');
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(details).toHaveFocus();
  await expectText(details, 'Waiting');
  expect(location.hash).toBe('#/queue?job=1');
  expect(asked('recipes.save')).toMatchObject([
    { id: 7, revision: 1, recipe: { name: 'White background', prepare: { pad: '#202020' } } },
  ]);
  expect(asked('queue.act')).toEqual([
    { jobs: { ids: [1] }, action: 'changed-recipe', mayReplace: true },
  ]);
});

it('B9 a mask is drawn and the photo runs again with the keyboard alone', async () => {
  const size = { width: 720, height: 600 };
  const card = {
    ...size,
    id: 7,
    name: null,
    number: 1,
    photoName: 'shoe.jpg',
    steps: 0,
    changedAt: 0,
  };
  const masked = recipeCard(7, 'White background').recipe;
  const params = { ...masked.params, maskType: 'custom' };
  const recipe = { ...masked, params, mask: '/masks/small.png' };
  const operation: Region = {
    kind: 'region',
    combine: 'add',
    columns: 2,
    rows: 1,
    runs: [0, 1, 1],
  };
  const misfit: Problem = { code: 'mask-shape', message: 'The mask does not fit.' };
  const { asked } = await showFailed(misfit, ['open-recipe'], {
    answers: {
      ...studioOfTemplates(() => []),
      ...filmstripOf(['shoe.jpg']),
      'queue.fix': () => success({ recipe, saved: null }),
      'queue.run-changed': () => success(null),
      'retouch.open-job': () => success({ photo: 1, recipe, problem: null }),
      // the test does not need a picture of the photo
      'media.geometry': () => failure({ code: 'picture-gone', message: '' }),
      'masks.at': ({ path }) =>
        success({ ...size, card: path === '/masks/new.png' ? card : null, kept: 0.5 }),
      'masks.list': () => success({ ofPhoto: [], ofOthers: [] }),
      'masks.begin': () =>
        success({ card, revision: 1, document: { ...size, operations: [], position: 0 } }),
      'masks.open': () =>
        success({ card, revision: 1, document: { ...size, operations: [], position: 0 } }),
      'masks.save': ({ revision }) => success({ revision: revision + 1 }),
      'masks.subject': () => success({ operation }),
      'masks.use': () => success({ path: '/masks/new.png', kept: 0.5 }),
    },
  });
  await tabTo(fix('Change mask'));
  await userEvent.keyboard('{Enter}');
  await expect.element(inDialog('Draw mask')).toHaveFocus();
  await expectAccessible();
  await expectNothingCut();
  await userEvent.keyboard('{Enter}');
  const editor = page.getByRole('dialog', { name: 'Mask editor' });
  await tabTo(editor.getByRole('button', { name: /subject/ }));
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('1 step', { exact: true })).toBeVisible();
  await tabTo(editor.getByRole('button', { name: 'Use mask' }));
  await userEvent.keyboard('{Enter}');
  await expectText(dialog, 'Mask 1');
  await tabTo(inDialog('Retry with these settings'));
  await userEvent.keyboard('{Enter}');
  await expect
    .poll(() => asked('queue.run-changed'))
    .toMatchObject([{ id: 1, recipe: { mask: '/masks/new.png' } }]);
});

it('B9 settings can be changed for this photo only', async () => {
  const { asked } = await showFailed(tooLong, ['pad-recipe'], {
    answers: { 'queue.run-changed': () => success(null) },
  });
  await fix('Always pad with this recipe').click();
  await inDialog('Retry this photo only').click();
  await expectText(messages, 'Running A1001.jpg again');
  await expect.element(dialog).not.toBeInTheDocument();
  expect(asked('queue.run-changed')).toMatchObject([
    { id: 1, recipe: { prepare: { pad: '#ffffff' } } },
  ]);
  expect(asked('recipes.save')).toEqual([]);
});

it('B9 a job without a saved recipe is retried with its own settings', async () => {
  const { asked } = await showFailed(tooLong, ['choose-agent'], {
    detail: { savedRecipeId: null },
    answers: {
      ...studioOfTemplates(() => []),
      'queue.fix': () => success({ recipe: saved.recipe, saved: null }),
      'queue.run-changed': () => success(null),
    },
  });
  await fix('Choose another agent').click();
  await expect.element(dialog.getByRole('combobox', { name: /^Agent/ })).toHaveFocus();
  await expectAccessible();
  await expectNothingCut();
  await expectText(dialog, 'Only this photo uses these settings.');
  await expect.element(inDialog('Save and retry')).not.toBeInTheDocument();
  await inDialog('Retry with these settings').click();
  await expect.poll(() => asked('queue.run-changed')).toHaveLength(1);
});

it('B9 only the value that the problem names is shown, with the reason if a new value is rejected', async () => {
  const gone: Problem = {
    code: 'template-gone',
    message: 'It is gone.',
    parameter: 'backgroundHex',
  };
  const refusal = failure({ code: 'job-sent', message: 'It was sent.' });
  await showFailed(gone, ['open-recipe'], {
    answers: { ...studioOfTemplates(() => []), 'queue.run-changed': () => refusal },
  });
  await fix('Change settings').click();
  const colour = dialog.getByRole('textbox', { name: 'Background colour', exact: true });
  await expect.element(colour).toBeVisible();
  await expect.element(dialog.getByRole('combobox', { name: /^Keep/ })).not.toBeInTheDocument();
  await expectAccessible();
  await expectNothingCut();

  // an invalid value is not sent
  await colour.fill('red');
  await inDialog('Retry this photo only').click();
  await expect.element(colour).toHaveAttribute('aria-invalid', 'true');
  await expect.element(colour).toHaveFocus();
  await colour.fill('#ff0000');
  await inDialog('Retry this photo only').click();
  await expectText(dialog, 'It was sent.');

  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(fix('Change settings')).toHaveFocus();
  await expect.element(details).toBeVisible();
});

it('a fix for a photo that was charged says that the new run is charged, too', async () => {
  const failed: Problem = { code: 'execution-failed', message: 'No image.' };
  const { asked } = await showFailed(failed, ['open-recipe'], {
    answers: { ...studioOfTemplates(() => []), 'queue.run-changed': () => success(null) },
  });
  await fix('Change settings').click();
  await expectText(dialog, 'This photo was already charged.');
  await inDialog('Retry this photo only').click();
  await expect.poll(() => asked('queue.run-changed')).toHaveLength(1);
});

it('B9 for a job that was sent already, the fix opens the recipe for later photos', async () => {
  await showFailed(tooLong, ['pad-recipe'], { detail: { mayChange: false } });
  const link = help.getByRole('link', { name: 'Always pad with this recipe' });
  await expect.element(link).toHaveAttribute('href', '#/folders?recipe=7&fix=pad-recipe');
});
