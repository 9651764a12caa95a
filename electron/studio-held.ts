import { basename } from 'node:path';
import { isWebAddress } from '#shared/agents/index.ts';
import { failure } from '#shared/failure.ts';
import { success, type Outcome } from '#shared/problem.ts';
import { heldActions, heldMeanings, type HeldElsewhere } from '#shared/views/stations.ts';
import type { Job } from './adapters/ledger/jobs.ts';
import type { Ledger } from './adapters/ledger/open.ts';
import { sharedPlace, type Roots } from './adapters/shared-studio/roots.ts';
import { largeDropOf } from './engine/intake/large-drops.ts';
import { changedRecipes } from './engine/intake/new-recipes.ts';
import type { HotFolderSupervisor } from './engine/intake/supervisor.ts';
import { answersFor } from './engine/queue/answers-for.ts';
import { cancel, retry, type Change } from './engine/queue/change-jobs.ts';
import { runWith } from './engine/queue/change-recipe.ts';
import type { Runner } from './engine/queue/runner-types.ts';
import type { HeldHands, HeldHere } from './engine/station/documents/held.ts';
import type { GivenAnswer } from './engine/station/documents/held-document.ts';
import { heldDropKey, heldPhotoKey } from './engine/station/documents/held-keys.ts';
import { keyFor } from './engine/station/documents/kind.ts';
import type { WorkExchange } from './engine/station/work/exchange.ts';
import { outcomeOf } from './engine/station/work/changes.ts';
import { sharedFolders } from './studio-exchange.ts';

interface HeldWork {
  readonly ledger: Ledger;
  /** Id of this station. */
  readonly station: string;
  readonly roots: Roots;
  readonly runner: Pick<Runner, 'change'>;
  readonly hotFolders: Pick<HotFolderSupervisor, 'takeGranted'>;
  readonly photos: Pick<WorkExchange, 'mayWatch'> | null;
  readonly signal: AbortSignal;
}

/** A large drop or a job that needs attention here, and its id in the ledger. */
interface Listed extends HeldHere {
  readonly of: { readonly job: number } | { readonly hotFolder: number; readonly last: number };
}

/** Maximum number of jobs that are shared at the same time; a person answers each of them. */
const MOST = 500;

/** Wires the answers that stations give for each other; `concerns` returns whether an open question has changed. */
export function wireHeld(
  work: HeldWork,
): HeldHands & { concerns(jobIds: ReadonlySet<number>): boolean } {
  let jobs: ReadonlySet<number> = new Set();
  let count = -1;
  const { ledger } = work;
  const listed = () => {
    count = ledger.jobs.count().held;
    const all = [...heldJobs(work), ...heldDrops(work)];
    jobs = new Set(all.flatMap(({ of }) => ('job' in of ? [of.job] : [])));
    return all;
  };
  return {
    list: listed,
    answer: (here, given, record) => answer(work, listed, { here, given, record }),
    concerns: (jobIds) =>
      ledger.jobs.count().held !== count || [...jobIds].some((id) => jobs.has(id)),
  };
}

function heldJobs(work: HeldWork): Listed[] {
  const { ledger, station, roots, photos } = work;
  return ledger.jobs.list(['held'], MOST).flatMap((id) => {
    const loaded = ledger.jobs.load(id);
    const shared = ledger.sharedWork.get(id);
    // the station that offered the photo speaks for it
    const isOfOther = shared !== undefined && shared.run > 0 && !shared.isOffered;
    if (!loaded.ok || isOfOther) return [];
    const job = loaded.value;
    const source = isWebAddress(job.source) ? null : sharedPlace(roots, job.source);
    if (source === null) return [];
    const isOffered = shared?.isOffered === true;
    const { photo, purchase } = ledger.claims.identityOf(id);
    const key = isOffered ? heldPhotoKey(photo, purchase) : keyFor(`held ${station} ${id}`);
    const isOurs = !isOffered || photos?.mayWatch(job.hotFolderId ?? 0) === true;
    return [{ key, isOurs, item: itemOf(work, job, source), of: { job: id } }];
  });
}

function itemOf(
  { ledger, roots }: HeldWork,
  job: Job,
  source: HeldHere['item']['source'],
): HeldHere['item'] {
  const { id, name, runs, recipe, problem } = job;
  return {
    hold: `${runs} ${ledger.history.last(id, 'held')}`,
    name,
    source,
    answers: answersFor(ledger, id).flatMap(({ action, means }) => {
      const known = heldActions.find((one) => one === action);
      const meaning = heldMeanings.find((one) => one === means);
      return known === undefined || meaning === undefined
        ? []
        : [{ action: known, means: meaning }];
    }),
    what: { kind: 'job', recipe: recipe.name, problem: outcomeOf(problem, roots).problem },
  };
}

const dropAnswers: HeldElsewhere['answers'] = [
  { action: 'take', means: 'takes-photos' },
  { action: 'skip', means: 'skips-photos' },
];

function heldDrops({ ledger, roots, photos }: HeldWork): Listed[] {
  return sharedFolders(ledger).flatMap(({ id, key }) => {
    const folder = ledger.hotFolders.get(id);
    if (folder === undefined) return [];
    const { photos: count, images, last } = largeDropOf(ledger, folder);
    const source = sharedPlace(roots, folder.path);
    if (count === 0 || source === null) return [];
    const what = { kind: 'drop', photos: count, images } as const;
    const hold = `${count} ${images}`;
    const item = { hold, name: basename(folder.path), source, answers: [...dropAnswers], what };
    const isOurs = photos?.mayWatch(id) === true;
    return [{ key: heldDropKey(key), isOurs, item, of: { hotFolder: id, last } }];
  });
}

interface Use {
  readonly here: HeldHere;
  readonly given: GivenAnswer;
  readonly record: () => void;
}

async function answer(
  work: HeldWork,
  listed: () => readonly Listed[],
  { here: { key, item }, given, record }: Use,
): Promise<Outcome<void>> {
  const { ledger, runner, hotFolders, signal } = work;
  const changed = failure('held-changed', { name: item.name }, { about: item.name });
  const now = () => {
    const same = listed().find((one) => one.key === key && one.item.hold === item.hold);
    return same?.isOurs === true && same.item.answers.some(({ action }) => action === given.action)
      ? same.of
      : undefined;
  };
  const of = now();
  if (of === undefined) return changed;
  if ('hotFolder' in of) {
    const isTaken = given.action === 'take';
    ledger.transaction(() => {
      ledger.largeDrops.answer(of.hotFolder, isTaken ? 'take' : 'skip', of.last);
      record();
    });
    hotFolders.takeGranted(of.hotFolder);
    return success();
  }
  const agreed = item.answers.find(({ action }) => action === given.action)?.means;
  const change = await changeOf(ledger, of.job, { ...given, means: agreed }, signal);
  return runner.change([of.job], () =>
    ledger.transaction(() => {
      // the user of this station may have been faster
      if (now() === undefined) return changed;
      const done = change(ledger, of.job);
      if (!done.ok) return done;
      ledger.history.note(of.job, 'answered at another station', given.by);
      record();
      return success();
    }),
  );
}

interface Agreed {
  readonly action: GivenAnswer['action'];
  readonly means: HeldElsewhere['answers'][number]['means'] | undefined;
}

async function changeOf(
  ledger: Ledger,
  jobId: number,
  { action, means }: Agreed,
  signal: AbortSignal,
): Promise<Change> {
  if (action === 'cancel') return cancel;
  if (action !== 'changed-recipe') return retry(action === 'send-again');
  const replaceable = means === 'buys-with-recipe' ? [jobId] : [];
  return runWith(await changedRecipes(ledger, [jobId], signal), 'takes-recipe', replaceable);
}
