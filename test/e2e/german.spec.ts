import { expectNoOverflow } from './drop-folders.ts';
import { filledDemo, removeFilled } from './filled.ts';
import { expect, ownHost, takePictures, test as base } from './window.ts';

const test = base.extend({
  startWith: { args: [], env: { LC_ALL: 'de_AT.UTF-8' } },
  prepare: async ({ host: _host }, use) => {
    await use((dataFolder) => filledDemo(dataFolder, { jobs: 400, waiting: 40 }));
  },
});
test.afterAll(removeFilled);

test(
  'a job that is held and an address that is wrong are told in German',
  { tag: ownHost },
  async ({ window }) => {
    await window.getByRole('link', { name: 'Warteschlange' }).first().click();
    const states = window.getByRole('group', { name: 'Nach Stand zeigen' });
    await states.getByRole('button', { name: 'Antwort nötig' }).click();
    await window.getByRole('row').filter({ hasText: 'ist unbekannt' }).first().click();
    const details = window.getByRole('complementary', { name: 'Einzelheiten zum Auftrag' });
    await expect(details.getByRole('heading', { name: 'Verlauf' })).toBeVisible();
    await expectNoOverflow(window);
    await takePictures(window, 'german-held');

    await window.getByRole('link', { name: 'Einstellungen' }).click();
    const room = window.getByRole('main');
    await room.getByRole('textbox', { name: 'Adresse des Dienstes' }).fill('kein Dienst');
    await room.getByRole('button', { name: 'Verbindung testen' }).click();
    await expect(room.getByText('Die Adresse des Dienstes ist nicht gültig.')).toBeVisible();
    await expectNoOverflow(window);
    await takePictures(window, 'german-connection');
  },
);
