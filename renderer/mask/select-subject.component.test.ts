import { createRawSnippet } from 'svelte';
import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Operation, Region } from '#shared/mask/document.ts';
import { failure } from '#shared/page-failure.ts';
import { success, type Outcome } from '#shared/problem.ts';
import type { MaskCard, SelectedSubject } from '#shared/views/masks.ts';
import { usualMaskTools } from '#shared/views/mask-tools.ts';
import { tabTo } from '../testing/keys.ts';
import { expectAccessible, expectNothingCut } from '../testing/looks.ts';
import { plainStudio } from '../testing/plain-studio.ts';
import { show, type Stage } from '../testing/stage.ts';
import MaskEditor from './MaskEditor.svelte';
import type { Surroundings } from './surroundings.ts';

const size = { width: 40, height: 20 };
const card: MaskCard = {
  ...size,
  id: 7,
  name: null,
  number: 1,
  photoName: 'a.jpg',
  steps: 0,
  changedAt: 0,
};
/** A region that covers the left half of the photo. */
const operation: Region = { kind: 'region', combine: 'add', columns: 2, rows: 1, runs: [0, 1, 1] };

type Find = (signal: AbortSignal) => Promise<Outcome<SelectedSubject>>;

/** Shows the editor with an empty mask; `find` answers the requests that find the subject. */
function showEditor(find: Find): Stage {
  const around: Surroundings = {
    detail: undefined,
    chosen: [],
    photos: [],
    views: new Map(),
    wish: { pad: null },
    tools: usualMaskTools,
    open: () => {},
    select: () => {},
    use: () => {},
    selectSubjects: async () => {},
    close: () => {},
  };
  const photo = { id: 1, name: 'a.jpg', ...size } as never;
  const film = createRawSnippet(() => ({ render: () => '<span></span>' }));
  const document = { ...size, operations: [], position: 0 };
  return show(MaskEditor, {
    props: { mask: 7, photo, around, film },
    answers: {
      ...plainStudio(),
      // the test does not need a picture of the photo
      'media.geometry': async () => failure({ code: 'picture-gone', message: '' }),
      'masks.open': async () => success({ card, revision: 1, document }),
      'masks.list': async () => success({ ofPhoto: [], ofOthers: [] }),
      'masks.save': async ({ revision }) => success({ revision: revision + 1 }),
      'masks.subject': (_, signal) => find(signal),
    },
  });
}

const button = page.getByRole('button', { name: /subject/ });
const saved = (stage: Stage): Operation[] =>
  stage.asked('masks.save').flatMap(({ operations }) => operations);

it('Select subject shows the subject while the pointer is over the button, and selects it in one step that Undo reverts', async () => {
  const stage = showEditor(async () => success({ operation }));
  await button.hover();
  await expect.poll(() => stage.asked('masks.subject')).toEqual([{ id: 7 }]);
  expect(saved(stage)).toEqual([]);
  await button.click();
  await expect.element(page.getByText('Subject selected')).toBeVisible();
  await expect.element(page.getByText('1 step', { exact: true })).toBeVisible();
  await button.click({ modifiers: ['Alt'] });
  await expect.poll(() => saved(stage)).toEqual([operation, { ...operation, combine: 'subtract' }]);
  await userEvent.keyboard('{Control>}zz{/Control}');
  await expect.element(page.getByText('0 steps')).toBeVisible();
  expect(stage.asked('masks.subject')).toHaveLength(1);
  await expectAccessible();
  await expectNothingCut();
});

it('Escape cancels the selection, and a notice says why there is no subject', async () => {
  let answer: Find = (signal) =>
    new Promise((resolve) => {
      signal.addEventListener('abort', () => resolve(failure({ code: 'aborted', message: '' })));
    });
  const stage = showEditor((signal) => answer(signal));
  await expect.element(button).toBeVisible();
  await userEvent.keyboard('a');
  await expect.element(page.getByText('Finding subject…')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByText('Cancelled. The mask is unchanged.')).toBeVisible();
  answer = async () => failure({ code: 'subject-none', message: 'No subject in a.jpg.' });
  await userEvent.keyboard('a');
  await expect.element(page.getByText('No subject in a.jpg.')).toBeVisible();
  expect(saved(stage)).toEqual([]);
});

it('Undo keeps the focus when there is nothing left to undo, and then only looks disabled', async () => {
  showEditor(async () => success({ operation }));
  await expect.element(button).toBeVisible();
  await userEvent.keyboard('a');
  await expect.element(page.getByText('1 step', { exact: true })).toBeVisible();
  const undo = page.getByRole('button', { name: /^Undo/ });
  await tabTo(undo);
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('0 steps')).toBeVisible();
  await expect.element(undo).toHaveFocus();
  await expect.element(undo).toHaveAttribute('aria-disabled', 'true');
  await userEvent.keyboard('{Enter}');
  await userEvent.tab();
  await expect.element(page.getByRole('button', { name: /^Redo/ })).toHaveFocus();
  await expect.element(undo).toHaveAttribute('disabled');
});
