import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { failure } from '#shared/page-failure.ts';
import { success } from '#shared/problem.ts';
import type { CallbackStatus } from '#shared/views/callback.ts';
import { expectAccessible, expectNoOverflow, expectText } from '../../testing/looks.ts';
import { plainStudio } from '../../testing/plain-studio.ts';
import { show, type Stage } from '../../testing/stage.ts';
import Settings from './Settings.svelte';

const view = page.getByRole('region', { name: 'Service notifications', exact: true }).first();
const field = (name: string) => view.getByRole('textbox', { name, exact: true });
const button = (name: string) => view.getByRole('button', { name });

const nothing: CallbackStatus = {
  state: 'listening',
  listensOn: '127.0.0.1:8455',
  problem: null,
  isOffered: true,
  lastAt: null,
  acknowledged: 0,
  refused: { origin: 0, address: 0, method: 0, size: 0, connections: 0, ledger: 0 },
  lastRefusal: null,
};

it('notifications can be switched on, missing values are reported, and the public address can be tested', async () => {
  const nothingElse = { hindrance: null, detail: null, problem: null };
  const answers = plainStudio();
  const keep = answers['settings.change'];
  let status = nothing;
  const stage: Stage = show(Settings, {
    at: '#/settings',
    answers: {
      ...answers,
      'settings.change': (input, signal) => {
        const { sources = [] } = input.preferences.callback ?? {};
        const said = '"nobody" is neither an address nor a network.';
        return sources.includes('nobody')
          ? failure({ code: 'callback-settings', message: said, parameter: 'callback.sources' })
          : (keep?.(input, signal) ?? failure({ code: 'internal', message: 'It is not kept.' }));
      },
      'callback.status': () => success(status),
      'callback.test': () =>
        success({ outcome: 'reached', ...nothingElse, from: '127.0.0.1', ms: 3 }),
    },
  });
  await view.getByRole('switch', { name: 'Receive notifications' }).click();
  await expectText(view, 'enter the public address');
  await expect.element(button('Test public address')).toBeDisabled();
  await field('Port').fill('70000');
  await button('Save').click();
  await expect.element(field('Port')).toHaveAttribute('aria-invalid', 'true');
  await field('Port').fill('8455');
  await field('Public address').fill('http://127.0.0.1:8455/told');
  const sources = field('Allowed senders');
  await sources.fill('192.0.2.7\nnobody');
  await button('Save').click();
  await expect.element(sources).toHaveAttribute('aria-invalid', 'true');
  await expectText(view, '"nobody" is neither an address nor a network');
  await expectAccessible();

  await sources.fill('192.0.2.7, 198.51.100.0/24');
  await button('Save').click();
  await expectText(view, 'Listening on 127.0.0.1:8455', 'No notifications since');
  await expect.element(button('Save')).toBeDisabled();
  await expect.element(sources).toHaveValue('192.0.2.7\n198.51.100.0/24');
  expect(stage.asked('settings.change').at(-1)?.preferences.callback).toMatchObject({
    isOn: true,
    port: 8455,
    sources: ['192.0.2.7', '198.51.100.0/24'],
  });
  await button('Test public address').click();
  await expectText(view, 'The public address works');

  const refused = { ...nothing.refused, origin: 1 };
  status = { ...nothing, refused, lastRefusal: { at: 0, why: 'origin', from: '127.0.0.1' } };
  stage.tell('callback');
  await expectText(view, '1 request refused: not an allowed sender');
  await expectText(view, 'Last refused request');
  await expectAccessible();
  expectNoOverflow();
});
