import { basename } from 'node:path';
import { localDay } from '#shared/day.ts';
import { needPerson, noJobs } from '#shared/job.ts';
import { failure, problemOf } from '#shared/failure.ts';
import { problemIn, success, type Outcome } from '#shared/problem.ts';
import { costOf } from '#shared/prices.ts';
import { eachLimit, limitUsedUp, nothingSpent } from '#shared/spending-limits.ts';
import type { CommandLineFolder, HotFolderCard } from '#shared/views/folders.ts';
import type { ManagedSettings } from '#shared/views/settings.ts';
import { systemClock } from '../../base/clock.ts';
import { imagesOf } from '../../engine/intake/images-of.ts';
import { largeDropOf } from '../../engine/intake/large-drops.ts';
import type { WatchStatus } from '../../engine/intake/supervised-folder.ts';
import type { HotFolder } from '../../adapters/ledger/hot-folders.ts';
import type { Ledger } from '../../adapters/ledger/open.ts';
import type { SavedRecipe } from '../../adapters/ledger/saved-recipes.ts';
import { isMost } from '../../adapters/settings/effective.ts';
import type { Studio } from '../../studio.ts';
import { endingReleases, checkFolderUsable } from '../custom-models/releases-ahead.ts';

/** Number of photos on a card. */
const RECENT = 3;
/** Number of refused files on a card. */
const REFUSALS = 3;

type Figures = Pick<HotFolderCard, 'counts' | 'spent'>;
type Parts = Pick<Studio, 'ledger' | 'hotFolders' | 'exchange'> & {
  readonly queue: Pick<Studio['queue'], 'parked'>;
};

/** Returns the card of every hot folder that runs a saved recipe. */
export function folderCards(parts: Parts, managed: ManagedSettings | null): HotFolderCard[] {
  const { ledger } = parts;
  const folders = ledger.hotFolders.saved();
  if (folders.length === 0) return [];
  const recipes = new Map(ledger.savedRecipes.all().map((saved) => [saved.id, saved]));
  const counts = ledger.figures.counts();
  const spending = ledger.spending.spentByFolder();
  return folders.flatMap((folder) => {
    const saved = recipes.get(folder.savedRecipeId ?? 0);
    if (saved === undefined) return [];
    const byState = counts.get(folder.id) ?? noJobs;
    const total = Object.values(byState).reduce((sum, n) => sum + n, 0);
    const figures = {
      counts: { ...byState, total },
      spent: spending.get(folder.id) ?? { day: nothingSpent, month: nothingSpent },
    };
    return [cardOf(parts, folder, saved, figures, managed)];
  });
}

/** Returns the card of one hot folder. Throws if it does not run a saved recipe. */
export function folderCard(
  parts: Parts,
  managed: ManagedSettings | null,
  id: number,
): HotFolderCard {
  const card = folderCards(parts, managed).find((one) => one.id === id);
  if (card === undefined) throw new Error(`The hot folder ${id} has no card.`);
  return card;
}

/** Returns every hot folder that only `darkslide watch` watches, oldest first. */
export function commandLineFolders({ hotFolders, jobs, figures }: Ledger): CommandLineFolder[] {
  const counts = figures.counts();
  return hotFolders
    .all()
    .filter(({ savedRecipeId }) => savedRecipeId === null)
    .map(({ id, path, recipeId }) => ({
      id,
      path,
      recipe: jobs.recipeOf(recipeId)?.name ?? '',
      needPerson: needPerson(counts.get(id) ?? noJobs, figures.unanswered(id)),
    }));
}

function cardOf(
  { ledger, hotFolders, exchange, queue }: Parts,
  folder: HotFolder,
  { id: savedRecipeId, recipe }: SavedRecipe,
  { counts, spent }: Figures,
  managed: ManagedSettings | null,
): HotFolderCard {
  const { id, revision, path, outFolder, after, subFolders, settleMs, rescanMs } = folder;
  const images = imagesOf(recipe);
  const status = statusOf(folder, hotFolders.status(id), exchange?.isAway(id) === true);
  const prices = ledger.spending.prices();
  const cost = costOf(prices, recipe, images);
  const atLimit = limitUsedUp(folder, spent, { images, cost });
  const asks = largeDropOf(ledger, folder);
  const today = localDay(systemClock.wall());
  const ownProblem = problemIn(checkFolderUsable(ledger, recipe, path, today));
  return {
    id,
    revision,
    path,
    savedRecipeId,
    outFolder,
    after,
    subFolders,
    settleMs,
    rescanMs,
    ...eachLimit((name) => folder[name]),
    client: folder.client,
    needsTickets: folder.needsTickets,
    asksDrops: folder.asksDrops,
    isShared: folder.isShared,
    recipe: {
      name: recipe.name,
      agent: recipe.agent,
      version: recipe.version,
      images,
      psd: recipe.delivery.psd,
    },
    state: stateOf(folder, status.state, asks.photos),
    watchedBy: exchange?.watcherOf(id) ?? null,
    problem: folder.armed
      ? (status.problem ?? ownProblem ?? problemIn(checkOutput(ledger, queue, id)))
      : null,
    counts,
    needPerson: needPerson(counts, ledger.figures.unanswered(id)),
    spent,
    currency: prices.currency,
    settling: status.settling,
    refused: ledger.figures.refused(id),
    refusals: ledger.figures.refusals(id, REFUSALS),
    unpaired: status.unpaired,
    recent: ledger.figures.recent(id, RECENT),
    lastEndedAt: ledger.figures.lastEnd(id),
    atLimit,
    isLimitManaged: atLimit !== null && isMost(managed, atLimit.name, atLimit.amount),
    asks: asks.photos === 0 ? null : asks,
    ends: endingReleases(ledger, recipe, today),
  };
}

/** Checks that no photo waits because its output folder cannot be reached. Problem: that of the photo. */
function checkOutput({ jobs }: Ledger, queue: Parts['queue'], folder: number): Outcome<void> {
  for (const id of queue.parked()) {
    const job = jobs.load(id);
    if (!job.ok || job.value.hotFolderId !== folder) continue;
    const { problem } = job.value;
    if (problem?.code === 'folder-unreachable') return failure(problem);
  }
  return success();
}

/** Returns the status of a hot folder; a shared one that this station cannot reach is not watched here. */
function statusOf({ path }: HotFolder, status: WatchStatus, isAway: boolean): WatchStatus {
  if (!isAway || status.state === 'watching') return status;
  const problem = problemOf('folder-unreachable', { name: basename(path) }, { about: path });
  return { ...status, state: 'unreachable', problem };
}

function stateOf(
  folder: HotFolder,
  watching: WatchStatus['state'],
  asking: number,
): HotFolderCard['state'] {
  if (!folder.armed) return 'paused';
  return watching === 'watching' && asking > 0 ? 'asks' : watching;
}
