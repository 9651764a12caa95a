import { customModelAgent, customModelFacts, customModelKinds } from '#shared/custom-models.ts';
import type { Recipe } from '#shared/recipe.ts';
import type { ForeseenRun } from '#shared/views/retouch.ts';
import type { Status } from '#shared/views/status.ts';

/** What the button would do now. */
export interface Offer {
  readonly images: number;
  /** Number of photos that would run; other selected photos are left out. */
  readonly photos: number;
  readonly foreseen: ForeseenRun;
  /** Images that today's limit still allows; null without a limit. */
  readonly leftToday: number | null;
}

/**
 * Returns the effect of a run on photos and cost. `foreseen`: the studio's forecast; while undefined, every one of
 * the `chosen` photos counts as new.
 */
export function offerOf(
  foreseen: ForeseenRun | undefined,
  imagesEach: number,
  chosen: number,
  today: Status['today'] | undefined,
): Offer {
  const { limit = null, images = 0 } = today ?? {};
  const known = foreseen ?? {
    new: chosen,
    again: 0,
    underWay: 0,
    held: 0,
    unfit: 0,
    notAllowed: 0,
    maskScaled: 0,
    ends: [],
  };
  const photos = known.new + known.again;
  return {
    images: imagesEach * photos,
    photos,
    foreseen: known,
    leftToday: limit === null ? null : Math.max(0, limit - images),
  };
}

/** Returns the ids in a recipe that may be custom models and scenes, as one string; '' for none. */
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

/** Returns why nothing would run although photos are selected: all are left out. */
export function whyNothing({ photos, foreseen }: Offer): (typeof leftOut)[number] | null {
  if (photos > 0) return null;
  return leftOut.find((part) => foreseen[part] > 0) ?? null;
}

const leftOut = ['underWay', 'held', 'unfit', 'notAllowed'] as const;
