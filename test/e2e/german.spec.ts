import { expectNoOverflow } from './drop-folders.ts';
import { filledDemo, removeFilled } from './filled.ts';
import { expect, takePictures, test as base } from './window.ts';

const test = base.extend({
  startWith: { args: [], env: { LC_ALL: 'de_AT.UTF-8' } },
  prepare: async ({ host: _host }, use) => {
    await use((dataFolder) => filledDemo(dataFolder, { jobs: 400, waiting: 40 }));
  },
  page: async ({ page }, use) => {
    await page.addInitScript({ content: keepRail });
    await use(page);
  },
});
test.afterAll(removeFilled);

/** Keeps every text that the rail has had since the page was opened. */
const keepRail = `
  globalThis.railTexts = new Set();
  new MutationObserver(() => {
    const rail = document.querySelector('nav');
    if (rail !== null) railTexts.add(rail.textContent);
  }).observe(document, { childList: true, subtree: true, characterData: true });
`;

const rooms = [
  ['Überwachte Ordner', 'Neuer überwachter Ordner'],
  ['Retusche', 'Fotos hinzufügen'],
  ['Warteschlange', 'Nach Stand zeigen'],
  ['Bibliothek', 'Nach Sternen zeigen'],
  ['Modelle und Szenen', 'Neues Modell'],
  ['Einstellungen', 'Verbindung testen'],
] as const;

test('a German system has every room in German from the first picture on', async ({ window }) => {
  await expect(window.locator('html')).toHaveAttribute('lang', 'de');
  for (const [room, holds] of rooms) {
    await window.getByRole('link', { name: room }).first().click();
    const there = window.getByRole('button', { name: holds });
    await expect(there.or(window.getByRole('group', { name: holds })).first()).toBeVisible();
    await expectNoOverflow(window);
    await takePictures(window, `german-${room.replaceAll(' ', '-')}`);
  }
  const texts = await window.evaluate<string[]>('[...railTexts]');
  expect(texts.length).toBeGreaterThan(0);
  expect(texts.filter((text) => !text.includes('Einstellungen'))).toEqual([]);
});

test('the job, the key and the plural are German, and the language is changed live', async ({
  window,
}) => {
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
  for (const [label, language, heading] of [
    ['Sprache', 'English', 'Settings'],
    ['Language', 'Deutsch', 'Einstellungen'],
  ]) {
    await room.getByRole('combobox', { name: new RegExp(`^${label}`) }).click();
    await window.getByRole('option', { name: language ?? '' }).click();
    await expect(room.getByRole('heading', { name: heading ?? '', level: 1 })).toBeVisible();
  }
});
