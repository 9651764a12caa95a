import { emptyMask } from '#shared/mask/document.ts';
import { afterAll, expect, it } from 'vitest';
import { hotFolderAt, takeIn } from '../../../test/fixtures/fresh-ledger.ts';
import { deliver } from '../../../test/fixtures/jobs.ts';
import { plainRecipe } from '../../../test/fixtures/plain-recipe.ts';
import { recipeOf } from '../../../test/fixtures/values.ts';
import { openWindow } from '../../../test/handlers/window.ts';
import type { Ledger } from '../../adapters/ledger/open.ts';
import type { Part } from '../../app/changes.ts';

const window = await openWindow({}, afterAll);
window.session.studio().pauseAll();
const { ledger } = window.session.studio();

const photo = { source: '/a.jpg', name: 'a.jpg', width: 60, height: 40 };
const file = { file: '/out/a.png', sha256: 'a', bytes: 1, width: 60, height: 40 };
const photoId = ledger.photos.know({ sha256: 'a'.repeat(64), bytes: 1 });
const jobId = takeIn(ledger);
deliver(ledger, jobId, [file]);
const [{ id: resultId } = { id: 0 }] = ledger.results.ofJob(jobId);

const writes: [Part, string, (ledger: Ledger) => unknown][] = [
  ['status', 'a job', () => ledger.jobs.running(jobId)],
  ['folders', 'a hot folder', () => hotFolderAt(ledger, '/hot')],
  ['recipes', 'a recipe', () => ledger.savedRecipes.add(recipeOf({ ...plainRecipe, name: 'New' }))],
  ['retouch', 'a photo', () => ledger.filmstrip.add({ photoId, ...photo })],
  ['marks', 'a mark', () => ledger.marks.set([resultId], { stars: 1 })],
  ['masks', 'a mask', () => ledger.masks.add({ photoId, ...photo }, emptyMask(photo))],
  ['pauses', 'the end of a pause', () => ledger.pauses.resumeAll()],
  [
    'custom-models',
    'a model',
    () =>
      ledger.customModels.told(
        'model',
        [{ id: 1, name: '', cover: '', images: null, status: 'complete' }],
        false,
      ),
  ],
];

it.each(writes)(
  'a window is notified that the part "%s" has changed when any host commits %s',
  async (part, _, write) => {
    const before = window.changes.length;
    write(ledger);
    const parts = () => window.changes.slice(before).flatMap((changed) => changed.parts);
    await expect.poll(parts).toContain(part);
  },
);

it('a window is notified of changed settings, and of the status that they change', async () => {
  const before = window.changes.length;
  await window.ask('settings.change', { preferences: { inFlight: 3 } });
  const parts = () => window.changes.slice(before).flatMap((changed) => changed.parts);
  await expect.poll(parts).toEqual(expect.arrayContaining(['settings', 'status']));
});

it('a window is notified of a job by its id, whatever changes in the job', async () => {
  const before = window.changes.length;
  ledger.history.note(jobId, 'noted');
  const jobs = () => window.changes.slice(before).flatMap((changed) => changed.jobs ?? []);
  await expect.poll(jobs).toContain(jobId);
});
