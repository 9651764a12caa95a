import { chromium, expect } from '@playwright/test';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { agents } from '#shared/agents/index.ts';
import { startProgram } from '../browser/program.ts';
import { browserLaunch } from '../fixtures/browser.ts';

/**
 * Makes the screenshots in README.md. Opens the demo in a new data folder, as the first `npm start` does,
 * waits until every sample photograph is done, and saves two views in docs/images.
 */

const images = fileURLToPath(new URL('../../docs/images/', import.meta.url));
const viewport = { width: 1280, height: 800 } as const;
/** The photograph that Retouch shows; its cut-out is easy to judge. */
const PHOTO = 'handbag-cognac.jpg';
/** Milliseconds that ten photographs may take on a busy computer. */
const PATIENCE = 600_000;
/** Maximum size of a screenshot in bytes, so that the README loads quickly. */
const MOST_BYTES = 250_000;

await using end = new AsyncDisposableStack();
const temporary = await mkdtemp(join(tmpdir(), 'darkslide-'));
end.defer(() => rm(temporary, { recursive: true, force: true, maxRetries: 5 }));
const dataFolder = join(temporary, 'Darkslide');
const program = startProgram(['--browser', '--data', dataFolder]);
end.defer(async () => void (await program.stop()));
const browser = await chromium.launch(await browserLaunch());
end.defer(() => browser.close());
const page = await browser.newPage({ viewport, reducedMotion: 'reduce' });

await page.goto(await program.ready());
await allDone(join(dataFolder, 'demo', 'ledger.sqlite'));

await show('folders');
await save('hot-folders.png');

await show('retouch');
await page.getByRole('option', { name: new RegExp(`^${PHOTO}`) }).click();
await page.getByRole('complementary').getByRole('combobox').first().click();
await page.getByRole('option', { name: agentTitle('removeBG') }).click();
await page.locator('main button:has(img)').first().click();
await save('retouch.png');

/** Returns the title of an agent on screen. */
function agentTitle(name: string): string {
  const agent = agents.find((one) => one.name === name);
  if (agent === undefined) throw new Error(`There is no agent ${name}.`);
  return agent.title;
}

/** Waits until the ledger has jobs and all of them are done. */
function allDone(ledger: string): Promise<void> {
  return expect.poll(() => unfinishedJobs(ledger), { timeout: PATIENCE, intervals: [500] }).toBe(0);
}

/** Returns the number of photographs that are not done; null before the first one has a job. */
function unfinishedJobs(ledger: string): number | null {
  const database = new DatabaseSync(ledger, { readOnly: true });
  try {
    const row = database
      .prepare(`SELECT count(*) AS jobs, total(state <> 'done') AS unfinished FROM jobs`)
      .get();
    return row?.['jobs'] === 0 ? null : Number(row?.['unfinished']);
  } finally {
    database.close();
  }
}

/** Opens a view by its address. */
async function show(view: string): Promise<void> {
  await page.evaluate(`location.hash = '#/${view}'`);
  await page.getByRole('main').waitFor();
}

/** Saves a picture of the window after its own pictures are drawn. */
async function save(name: string): Promise<void> {
  await picturesDrawn();
  const picture = await page.screenshot({ animations: 'disabled' });
  const compressed = await sharp(picture)
    .png({ palette: true, quality: 100, effort: 10 })
    .toBuffer();
  if (compressed.length > MOST_BYTES) {
    throw new Error(`${name} has ${compressed.length} bytes; at most ${MOST_BYTES} are allowed.`);
  }
  await writeFile(join(images, name), compressed);
}

/** Waits until the view has at least one picture and all its pictures have loaded. */
async function picturesDrawn(): Promise<void> {
  await page.waitForLoadState('networkidle');
  const drawn = `document.querySelector('main img') !== null && [...document.images].every((image) => image.complete)`;
  await expect.poll(() => page.evaluate(drawn), { timeout: PATIENCE }).toBe(true);
}
