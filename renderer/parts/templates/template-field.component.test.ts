import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import type { PictureList, TemplateCard } from '#shared/views/templates.ts';
import { agentOf } from '../../../test/fixtures/agent.ts';
import { expectAccessible, expectText } from '../../testing/looks.ts';
import { plainStudio } from '../../testing/plain-studio.ts';
import { customTemplate, studioOfTemplates } from '../../testing/plain-templates.ts';
import { show, type Stage } from '../../testing/stage.ts';
import TemplateField from './TemplateField.svelte';

const picker = page.getByRole('dialog', { name: 'Choose: Model' });
const option = (name: string) => picker.getByRole('option', { name: new RegExp(`^${name}`) });

/** Shows the field of a parameter whose value is a model or a scene, with a chosen value. */
function showField(
  cards: () => readonly TemplateCard[],
  value?: number,
  list: PictureList = 'fashionModels',
): { readonly stage: Stage; readonly chosen: unknown[] } {
  const chosen: unknown[] = [];
  const stage = show(TemplateField, {
    answers: { ...plainStudio(), ...studioOfTemplates(cards) },
    props: {
      agent: agentOf('aimodel'),
      list,
      label: 'Model',
      help: '',
      problem: null,
      value,
      onchange: (id: unknown) => void chosen.push(id),
    },
  });
  // moves the field to the right, like a field in the panel, because the picker opens next to the field
  const app = document.querySelector<HTMLElement>('#app');
  if (app !== null) app.style.marginInlineStart = '880px';
  return { stage, chosen };
}

async function openYours(): Promise<void> {
  await page.getByRole('button', { name: /^Model: .*search$/ }).click();
  await picker.getByRole('radio', { name: 'Yours' }).click();
}

describe('an unusable custom model', () => {
  const release = { validity: 'over', expires: '2026-03-01' } as const;
  const wrong: [string, Partial<TemplateCard>, string][] = [
    ['failed', { status: 'failed' }, 'Preparation failed'],
    ['is being prepared', { status: 'prepare' }, 'Preparing'],
    ['has an expired release', { release }, 'Release expired'],
  ];
  it.each(wrong)('that %s cannot be chosen', async (_, some, said) => {
    const { chosen } = showField(() => [customTemplate(1, some), customTemplate(2)]);
    await page.getByRole('button', { name: /^Model: .*search$/ }).click();
    await expectText(option('Studio model 1'), said);
    await expect.element(option('Studio model 1')).toHaveAttribute('aria-disabled', 'true');
    await option('Studio model 1').click({ force: true });
    expect(chosen).toEqual([]);
    await option('Studio model 2').click();
    await expect.element(picker).not.toBeInTheDocument();
    expect(chosen).toEqual([2]);
  });

  it('with an expired release shows a warning in the field where it is chosen, and links to its card', async () => {
    showField(() => [customTemplate(1, { name: 'Anna "A" <b> ../ אנה', release })], 1);
    const over = page.getByText(/^The release expired on Mar 1, 2026/);
    await expect.element(over).toBeVisible();
    expect(over.elements()).toHaveLength(1);
    const models = page.getByRole('radiogroup', { name: 'Model' });
    await expect.element(models).toHaveAttribute('aria-invalid', 'true');
    const card = page.getByRole('link', { name: 'Details of Anna "A" <b> ../ אנה' });
    await expect.element(card).toHaveAttribute('href', '#/models?id=1');
    await expectAccessible();
  });
});

it('a release that ends soon is shown, and the model can still be used', async () => {
  const release = { validity: 'ends', expires: '2026-03-01' } as const;
  const { chosen } = showField(() => [customTemplate(1, { release })], 1);
  const told = page.getByRole('status').first();
  await expectText(told, 'The release expires on Mar 1, 2026.');
  await openYours();
  await expectText(option('Studio model 1'), 'Release expires soon');
  await option('Studio model 1').click();
  expect(chosen).toEqual([1]);
});

it('a model can be chosen in an open picker once it is ready', async () => {
  let status: TemplateCard['status'] = 'prepare';
  const yard = () => [customTemplate(3, { name: 'Our yard', status })];
  const { stage, chosen } = showField(yard, undefined, 'locations');
  await page.getByRole('button', { name: /^Model: .*search$/ }).click();
  await expect.element(option('Our yard')).toHaveAttribute('aria-disabled', 'true');
  status = 'complete';
  stage.tell('templates');
  await expect.element(option('Our yard')).toHaveAttribute('aria-disabled', 'false');
  await option('Our yard').click();
  expect(chosen).toEqual([3]);
});

it('without custom models, the picker links to creating one', async () => {
  showField(() => [customTemplate(5, { owner: 'AI' })]);
  await openYours();
  await expectText(picker, 'No custom models yet');
  await expect
    .element(picker.getByRole('link', { name: 'Create from your photos' }))
    .toHaveAttribute('href', '#/models?new=yes');
});

it('a model missing from the list is reported', async () => {
  showField(() => [customTemplate(5, { owner: 'AI' })], 7);
  await expect.element(page.getByText('No. 7', { exact: true })).toBeVisible();
  await expectText(page.getByRole('status').first(), 'aimodel v1.0');
});
