/**
 * Takes photos through every state that matters to money, in the data folder that is named, and says
 * after each commit what it acknowledged: `["job 1", "sending"]`.
 */
import { writeSync } from 'node:fs';
import { systemClock } from '#electron/base/clock.ts';
import { openLedger } from '#electron/ledger/open.ts';
import { parseRecipe } from '#shared/recipe.ts';

const PHOTOS = 3;
const [folder = ''] = process.argv.slice(2);
const opened = openLedger(folder, systemClock);
const parsed = parseRecipe({ agent: 'removeBG', params: { maskType: 'autoSubjectSegment' } });
if (!opened.ok || !('recipe' in parsed)) throw new Error('The books cannot be opened.');
const { photos, jobs, executions } = opened.value;

function acknowledge(photo: number, state: string): void {
  writeSync(1, `${JSON.stringify([photo, state])}\n`);
}

for (let photo = 1; photo <= PHOTOS; photo += 1) {
  const { id: jobId } = jobs.admit({
    photoId: photos.know({ sha256: String(photo).repeat(64), bytes: photo }),
    recipeId: jobs.recipe(parsed.recipe, 'identity'),
    identity: 'identity',
    hotFolderId: null,
    source: `/photos/${photo}.jpg`,
    name: `${photo}.jpg`,
    outFolder: '/out',
    subFolder: '',
    priority: 0,
  });
  acknowledge(photo, 'waiting');
  const taskId = `task-${photo}`;
  jobs.created(jobId, taskId);
  acknowledge(photo, 'created');
  const row = executions.intend({ jobId, run: 1, taskId, agent: 'removeBG', images: 1 });
  acknowledge(photo, 'intent');
  executions.sending(row);
  acknowledge(photo, 'sending');
  executions.started(row, `execution-${photo}`);
  acknowledge(photo, 'started');
  executions.finished(row, 'Success');
  acknowledge(photo, 'finished');
  jobs.end(jobId, 'done', null);
  acknowledge(photo, 'done');
}
opened.value.close();
