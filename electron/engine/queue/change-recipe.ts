import { failure } from '#shared/failure.ts';
import { success, type Outcome } from '#shared/problem.ts';
import { exportRecipe, type Recipe } from '#shared/recipe.ts';
import {
  giveUpIntents,
  notRetryable,
  onJob,
  retry,
  type Change,
  type JobChange,
} from './change-jobs.ts';

/** For each job, its new recipe, or the problem that prevents a new recipe. */
type NewRecipes = ReadonlyMap<
  number,
  Outcome<{ readonly recipe: Recipe; readonly identity: string }>
>;

/** Entries in the job's history, which the screens translate. */
const notes = {
  pads: 'run again with padding',
  'takes-recipe': 'run again with the changed recipe',
  changes: 'run again with other settings',
} as const;

/**
 * Runs jobs again with another recipe, on a separate task. Only jobs that cannot have been bought:
 * the request was never sent, or the service refused it. Problems: job-not-found, job-unreadable,
 * job-not-retryable, job-sent, job-made-already, those of `retry`, and those in `recipes`.
 */
export function runWith(
  recipes: NewRecipes,
  means: keyof typeof notes & JobChange['means'],
): Change {
  return onJob((ledger, job) => {
    const { id, name, state } = job;
    if (state !== 'failed' && state !== 'held' && state !== 'cancelled') return notRetryable(job);
    const given = recipes.get(id);
    if (given === undefined) throw new Error(`No recipe was read for job ${id}.`);
    if (!given.ok) return given;
    const { recipe, identity } = given.value;
    const photo = job.photoSha256 ?? `url:${job.source}`;
    const other = ledger.jobs.find(photo, identity);
    // with an equal text, a file of the recipe may still have been replaced
    const isSame = exportRecipe(recipe) === exportRecipe(job.recipe) && other === id;
    if (isSame) return retry(false)(ledger, id);
    if (ledger.queue.jobCounts([id])[0]?.isSent !== false) {
      return failure('job-sent', { name }, { about: name });
    }
    if (other !== undefined && other !== id) {
      return failure('job-made-already', { other }, { about: name });
    }
    // these executions were never sent; if they stayed, they would be sent on the task of the former recipe
    giveUpIntents(ledger, ledger.executions.ofJob(id), 'another recipe');
    ledger.jobs.resume(id);
    // changed last, because this also looks up earlier purchases of this photo with the new recipe, before anything is
    // sent
    ledger.jobs.changeRecipe(
      id,
      { id: ledger.jobs.recipe(recipe, identity), identity },
      notes[means],
    );
    return success({ job, means });
  });
}
