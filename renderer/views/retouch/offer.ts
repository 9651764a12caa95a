import { customModelAgent, customModelFacts, customModelKinds } from '#shared/custom-models.ts';
import type { Money } from '#shared/money.ts';
import type { Recipe } from '#shared/recipe.ts';
import {
  closestLimit,
  limitReached,
  usedOf,
  type Limit,
  type PlannedRun,
  type StudioSpending,
} from '#shared/spending-limits.ts';
import type { ForeseenRun } from '#shared/views/retouch.ts';

/** What a click on the run button would do now. */
export interface Offer {
  readonly images: number;
  /** Number of photos that would run; other selected photos are left out. */
  readonly photos: number;
  readonly foreseen: ForeseenRun;
  /** What the images cost; null if there is no price. */
  readonly cost: Money | null;
  /**
   * The limit that the run would exceed or, if there is none, the limit that will be reached first, and how much this
   * limit still allows. Null if no limit is set.
   */
  readonly limit: { readonly limit: Limit; readonly left: number; readonly isOver: boolean } | null;
  /** Currency of the limits. */
  readonly currency: string;
}

/**
 * Returns what a run would do and cost. `foreseen` is the studio's forecast. While the forecast is undefined, each of
 * the `chosen` photos counts as not yet processed.
 */
export function offerOf(
  foreseen: ForeseenRun | undefined,
  imagesEach: number,
  chosen: number,
  spending: StudioSpending | undefined,
  costOfImages: (images: number) => Money | null,
): Offer {
  const known = foreseen ?? {
    new: chosen,
    again: 0,
    underWay: 0,
    held: 0,
    unfit: 0,
    notAllowed: 0,
    noMask: 0,
    maskScaled: 0,
    ends: [],
  };
  const photos = known.new + known.again;
  const images = imagesEach * photos;
  const cost = costOfImages(images);
  const limit = spending === undefined ? null : limitFor(spending, { images, cost });
  const currency = spending?.currency ?? '';
  return { images, photos, foreseen: known, cost, limit, currency };
}

function limitFor(spending: StudioSpending, run: PlannedRun): Offer['limit'] {
  const over = limitReached(spending.limits, spending.spent, run);
  const limit = over ?? closestLimit(spending);
  if (limit === null) return null;
  const left = Math.max(0, limit.amount - usedOf(limit, spending.spent));
  return { limit, left, isOver: over !== null };
}

/** Returns all ids in a recipe that may be custom models or scenes, joined to a string; '' if there are none. */
export function customModelsOf({
  agent,
  version,
  params,
}: Pick<Recipe, 'agent' | 'version' | 'params'>): string {
  if (agent !== customModelAgent.agentName || version !== customModelAgent.agentVersion) return '';
  return customModelKinds
    .map((kind) => [kind, params[customModelFacts[kind].parameter]] as const)
    .filter(([, id]) => id !== undefined)
    .map(([kind, id]) => `${kind} ${String(id)}`)
    .join(', ');
}

/** Returns why all selected photos would be left out, so that none would run; null if there is no such reason. */
export function whyNothing({ photos, foreseen }: Offer): (typeof leftOut)[number] | null {
  if (photos > 0) return null;
  return leftOut.find((part) => foreseen[part] > 0) ?? null;
}

const leftOut = ['underWay', 'held', 'unfit', 'notAllowed', 'noMask'] as const;
