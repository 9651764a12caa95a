import { failure, problemOf } from '#shared/failure.ts';
import { success, type Outcome } from '#shared/problem.ts';
import { exportRecipe, type Recipe } from '#shared/recipe.ts';
import type { Job } from '../../adapters/ledger/jobs.ts';
import type { Ledger } from '../../adapters/ledger/open.ts';
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
 * Runs jobs again with another recipe, on a separate task. If no request of a job can have been bought, the job itself
 * gets the recipe. If every request has ended and nothing paid for is missing, a new job, which is charged too, replaces
 * the job, whose recipe and task stay as the evidence of what was bought. `replaceable`: ids of the jobs for which the
 * user has agreed to this. Problems: job-not-found, job-unreadable,
 * job-not-retryable, job-sent, job-made-already, those of `retry`, and those in `recipes`.
 */
export function runWith(
  recipes: NewRecipes,
  means: keyof typeof notes & JobChange['means'],
  replaceable: readonly number[] = [],
): Change {
  const mayReplace = new Set(replaceable);
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
    if (other !== undefined && other !== id) {
      return failure('job-made-already', { other }, { about: name });
    }
    const [counts] = ledger.queue.jobCounts([id]);
    if (counts === undefined || counts.isSent) {
      // the same purchase with another delivery would be the same job
      if (counts?.isReplaceable !== true || other !== undefined) {
        return failure('job-sent', { name }, { about: name });
      }
      if (counts.isOfOtherStation) return failure('job-sent.station', { name }, { about: name });
      if (!mayReplace.has(id)) return failure('job-sent.charged', { name }, { about: name });
      return replace(ledger, job, { recipe, identity, what: notes[means] });
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

interface Replacement {
  readonly recipe: Recipe;
  readonly identity: string;
  /** Text for the history of the new job. */
  readonly what: string;
}

/** Admits a new job with another recipe in place of a job that was bought, and dismisses the former job. */
function replace(
  ledger: Ledger,
  job: Job,
  { recipe, identity, what }: Replacement,
): Outcome<JobChange> {
  const { id } = job;
  giveUpIntents(ledger, ledger.executions.ofJob(id), 'another recipe');
  const recipeId = ledger.jobs.recipe(recipe, identity);
  const newJob = ledger.jobs.admitInstead(id, { id: recipeId, identity }, what);
  ledger.jobs.end(id, 'cancelled', problemOf('cancelled.replaced', { other: newJob }));
  return success({ job, means: 'replaces', newJob });
}
