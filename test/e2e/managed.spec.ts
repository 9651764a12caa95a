import { readFile, writeFile } from 'node:fs/promises';
import { expectAccessible, expectNoOverflow } from './drop-folders.ts';
import { expect, takePictures, test } from './window.ts';

test.use({
  startWith: {
    args: [],
    env: {},
    policy: {
      version: 1,
      enforced: {
        language: 'en',
        naming: '{name}',
        network: { proxy: 'none' },
        notifications: true,
      },
      limits: { imagesPerDay: 500 },
    },
  },
});

test('what the administrator has set is locked and says so, and a file of settings leaves it out', async ({
  window,
}, { outputDir }) => {
  await window.getByRole('link', { name: 'Settings' }).click();
  const section = (name: string) =>
    window.getByRole('region', { name, exact: true }).filter({ has: window.getByRole('heading') });
  const byAdministrator = /Set by your administrator \(.*policy\.json\)/;
  const locked = [
    section('Network').getByRole('combobox', { name: /^Proxy/ }),
    section('Naming').getByRole('textbox', { name: 'File names' }),
    section('Window').getByRole('combobox', { name: /^Language/ }),
    section('Window').getByRole('switch', { name: 'Notifications' }),
  ];
  for (const field of locked) {
    await expect(field).toBeDisabled();
    await expect(field).toHaveAccessibleDescription(byAdministrator);
  }
  const perDay = section('Money').getByRole('textbox', { name: /^Images a day/ });
  await expect(perDay).toHaveValue('500');
  await expect(perDay).toHaveAccessibleDescription(/Your administrator allows at most 500\./);
  await perDay.fill('501');
  await perDay.press('Enter');
  await expect(perDay).toHaveAccessibleDescription(/allows at most 500/);
  await perDay.fill('40');
  await perDay.press('Enter');
  await expect(section('Money').getByRole('status')).toContainText('Saved');

  const help = section('Help');
  const [download] = await Promise.all([
    window.waitForEvent('download'),
    help.getByRole('button', { name: 'Export…' }).click(),
  ]);
  const file = `${outputDir}/settings.json`;
  await download.saveAs(file);
  const written = JSON.parse(await readFile(file, 'utf8')) as { preferences: object };
  expect(written.preferences).toEqual({ imagesPerDay: 40 });
  const other = { ...written, preferences: { imagesPerDay: 30, naming: '{seq}' } };
  await writeFile(file, JSON.stringify(other));
  const [chooser] = await Promise.all([
    window.waitForEvent('filechooser'),
    help.getByRole('button', { name: 'Import…' }).click(),
  ]);
  await chooser.setFiles(file);
  const said = help.getByRole('status').filter({ hasText: 'One setting was taken' });
  await expect(said).toContainText('Daily limit: 30');
  await expect(said).toContainText('Names of results: The administrator of this computer has set');
  await expect(perDay).toHaveValue('30');
  await expectAccessible(window);
  await expectNoOverflow(window);
  await takePictures(window, 'settings-managed');
});
