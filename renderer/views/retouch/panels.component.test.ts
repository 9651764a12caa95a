import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { agents } from '#shared/agents/index.ts';
import { failure } from '#shared/page-failure.ts';
import { success } from '#shared/problem.ts';
import { choose } from '../../testing/keys.ts';
import { expectAccessible, expectNothingCut, expectNothingRed } from '../../testing/looks.ts';
import { filmstripOf } from '../../testing/plain-pickers.ts';
import { plainStudio, settingsWith } from '../../testing/plain-studio.ts';
import { studioOfTemplates } from '../../testing/plain-templates.ts';
import { show } from '../../testing/stage.ts';
import { ofCatalogue } from '../../texts/catalogue.ts';
import Retouch from './Retouch.svelte';

it('if the saved panels have not loaded yet, no new panel replaces them', async () => {
  let isOpen = false;
  const params = { textDescription: 'on marble' };
  const left = { agent: 'aipose', version: 'v1.0', settings: { params } };
  const stage = show(Retouch, {
    at: '#/retouch',
    answers: {
      'export.state': () => success(null),
      ...plainStudio(),
      'retouch.panels': () =>
        Promise.resolve(
          isOpen ? success([left]) : failure({ code: 'studio-opening', message: 'Not yet.' }),
        ),
      'retouch.filmstrip': () => Promise.resolve(success({ total: 0, offset: 0, rows: [] })),
      'recipes.all': () => Promise.resolve(success([])),
      'retouch.texts': () => Promise.resolve(success([])),
    },
  });
  await expect.poll(() => stage.asked('retouch.panels')).toHaveLength(1);
  isOpen = true;
  stage.tell('status');
  const texts = () => [...document.querySelectorAll('textarea')].map(({ value }) => value);
  await expect.poll(texts).toContain('on marble');
});

it('the panels of another service replace those on screen, and nothing of them is saved there', async () => {
  let url = 'https://one.example';
  const panelOf = (textDescription: string) => ({
    agent: 'aipose',
    version: 'v1.0',
    settings: { params: { textDescription } },
  });
  const { asked, tell } = show(Retouch, {
    at: '#/retouch',
    answers: {
      'export.state': () => success(null),
      ...plainStudio(),
      'settings.get': () => {
        const settings = settingsWith({});
        return success({ ...settings, service: { ...settings.service, url } });
      },
      'retouch.panels': () => success([panelOf(url)]),
      'retouch.keep-panel': () => success(null),
      'retouch.filmstrip': () => Promise.resolve(success({ total: 0, offset: 0, rows: [] })),
      'recipes.all': () => Promise.resolve(success([])),
      'retouch.texts': () => Promise.resolve(success([])),
    },
  });
  const texts = () => [...document.querySelectorAll('textarea')].map(({ value }) => value);
  await expect.poll(texts).toContain('https://one.example');
  url = 'https://other.example';
  tell('settings');
  await expect.poll(texts).toContain('https://other.example');
  expect(asked('retouch.panels')).toHaveLength(2);
  expect(asked('retouch.keep-panel')).toEqual([]);
});

const none = { again: 0, underWay: 0, held: 0, unfit: 0, notAllowed: 0, noMask: 0, maskScaled: 0 };
const foreseen = { ...none, new: 1, ends: [] };

it('no field of any agent is red before the user has tried to run it', async () => {
  show(Retouch, {
    at: '#/retouch',
    answers: {
      'export.state': () => success(null),
      ...plainStudio(),
      ...filmstripOf(['shoe.jpg']),
      'media.geometry': () => success({ width: 720, height: 600, content: 'shoe' }),
      ...studioOfTemplates(() => []),
      'retouch.foresee': () => success(foreseen),
      'retouch.panels': () => success([]),
      'retouch.keep-panel': () => success(null),
      'retouch.texts': () => success([]),
    },
  });
  const panel = page.getByRole('complementary', { name: 'Agent', exact: true });
  await expect.element(panel.getByRole('combobox', { name: /^Agent:/ })).toBeVisible();
  const titles = new Set(agents.map(({ title }) => ofCatalogue(title)));
  for (const title of titles) {
    await choose(/^Agent:/, new RegExp(`^${title}`, 'u'), panel);
    expectNothingRed(panel.element());
  }
  // the button looks disabled, but a click shows what is missing
  await panel.getByRole('button', { name: /^Generate/ }).click({ force: true });
  await expect.poll(() => document.querySelectorAll('[aria-invalid="true"]')).not.toHaveLength(0);
  expect(() => expectNothingRed(panel.element())).toThrow('to deeply equal');
  await page.getByRole('button', { name: 'Layout' }).click();
  await expect.element(page.getByRole('menu')).toBeVisible();
  await expectAccessible();
  await expectNothingCut();
});
