import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { success } from '#shared/problem.ts';
import { expectAccessible, expectNoOverflow, expectText } from '../../testing/looks.ts';
import { quietStatus, settingsWith } from '../../testing/plain-studio.ts';
import { showWindow } from '../../testing/window.ts';

const network = page.getByRole('region', { name: 'Network', exact: true });
const strip = page.getByRole('contentinfo');

it('the status bar shows that the user has set Darkslide offline; a click or a command goes online again', async () => {
  let settings = settingsWith({});
  showWindow('#/settings', (told) => ({
    'settings.get': () => success(settings),
    'status.get': () => success({ ...quietStatus, networkMode: settings.preferences.network.mode }),
    'settings.change': ({ preferences }) => {
      const { network = settings.preferences.network } = preferences;
      settings = settingsWith({ network });
      told().tell('settings', 'status');
      return success(settings);
    },
  }));
  const inPalette = async (name: string) => {
    await userEvent.keyboard('{Control>}k{/Control}');
    await page.getByPlaceholder('Search commands').fill(name);
    await userEvent.keyboard('{Enter}');
  };
  await network.getByRole('radio', { name: 'Offline' }).click();
  await expectText(strip, 'Working offline');
  await expectAccessible();
  expectNoOverflow();
  await strip.getByRole('button', { name: 'Go online' }).click();
  await expect.element(strip).not.toMatchTextContent('Offline');
  await inPalette('Work offline');
  await expectText(strip, 'Working offline');
  await inPalette('Go online');
  await expect.element(strip).not.toMatchTextContent('Offline');
  await expect.element(network.getByRole('radio', { name: 'Normal' })).toBeChecked();
  await network.getByRole('radio', { name: 'Metered' }).click();
  await expectText(strip, 'Metered network');
});
