import { expect, it } from 'vitest';
import { failure } from '#shared/page-failure.ts';
import { success } from '#shared/problem.ts';
import { plainStudio } from '../../testing/plain-studio.ts';
import { show } from '../../testing/stage.ts';
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
