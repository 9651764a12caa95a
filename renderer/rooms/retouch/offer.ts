import { customModelAgent, customModelFacts, customModelKinds } from '#shared/custom-models.ts';
import type { Recipe } from '#shared/recipe.ts';
import type { ForeseenRun } from '#shared/views/retouch.ts';
import type { Status } from '#shared/views/status.ts';

/** What the button would do now. */
export interface Offer {
  readonly images: number;
  /** Photos that would be run; the others that are chosen are left out. */
  readonly photos: number;
  readonly foreseen: ForeseenRun;
  /** Images that today's limit still lets through; null where there is none. */
  readonly leftToday: number | null;
}

/**
 * What running means for photos and money. `foreseen` is what the studio says the run would do;
 * undefined while that is not known, which counts every one of the `chosen` photos as new.
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

/** The ids in a recipe that may be of one's custom models and scenes, as one word; '' for none. */
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

/** Why nothing would be run although photos are chosen: all of them are left out. */
export function whyNothing({ photos, foreseen }: Offer): (typeof leftOut)[number] | null {
  if (photos > 0) return null;
  return leftOut.find((part) => foreseen[part] > 0) ?? null;
}

const leftOut = ['underWay', 'held', 'unfit', 'notAllowed'] as const;
