/**
 * Moves photos through every state that affects money, in the given data folder. After each commit, prints
 * what it has acknowledged, such as `["job 1", "sending"]`.
 */
import { writeSync } from 'node:fs';
import { systemClock } from '#electron/base/clock.ts';
import { openLedger } from '#electron/adapters/ledger/open.ts';
import { admit } from '../fixtures/jobs.ts';
import { recipeOf, valueOf } from '../fixtures/values.ts';

const PHOTOS = 3;
const [folder = ''] = process.argv.slice(2);
const ledger = valueOf(openLedger(folder, systemClock));
const recipe = recipeOf({ agent: 'removeBG', params: { maskType: 'autoSubjectSegment' } });
const { jobs, executions } = ledger;

function acknowledge(photo: number, state: string): void {
  writeSync(1, `${JSON.stringify([photo, state])}\n`);
}

for (let photo = 1; photo <= PHOTOS; photo += 1) {
  const sha256 = String(photo).repeat(64);
  const jobId = admit(ledger, jobs.recipe(recipe, 'identity'), { sha256, name: `${photo}.jpg` });
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
ledger.close();
