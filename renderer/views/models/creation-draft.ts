import { countCharacters } from '#shared/characters.ts';
import { customModelTextLimits, type CustomModelKind } from '#shared/custom-models.ts';
import type { Problem } from '#shared/problem.ts';
import type {
  CustomModelPage,
  CustomModelPhoto,
  EarlierCreation,
} from '#shared/views/custom-models.ts';
import { t } from '../../texts/texts.svelte.ts';

/** A photo in the draft. Photos are uploaded in the order of the draft. */
export interface DraftPhoto {
  readonly key: number;
  readonly name: string;
  /** Result of the check; undefined while the studio checks the photo. */
  look: CustomModelPhoto | undefined;
  /** Why the photo could not be read; null if there was no problem. */
  problem: Problem | null;
}

/** The input for a new model or scene; kept when the user opens another view. */
export interface Draft {
  name: string;
  photos: DraftPhoto[];
  /** The points of advice that the user has ticked. */
  ticked: string[];
  /** Says which photos were rejected, and why. */
  refusal: string | null;
  problem: Problem | null;
  isCreating: boolean;
  /** Id of the stopped creation that this draft replaces; null if there is none. */
  replaces: number | null;
  /**
   * An earlier creation from the same photos as the last request. Valid only as long as the draft still matches
   * `request`.
   */
  earlier: { readonly request: string; readonly found: EarlierCreation } | null;
}

export function emptyDraft(): Draft {
  return {
    name: '',
    photos: [],
    ticked: [],
    refusal: null,
    problem: null,
    isCreating: false,
    replaces: null,
    earlier: null,
  };
}

/** Returns the request that creates a model or scene from a draft. */
export function requestOf(kind: CustomModelKind, { name, photos }: Draft) {
  const given = name.trim();
  return {
    kind,
    name: given === '' ? null : given,
    photos: photos.flatMap(({ look }) =>
      look === undefined ? [] : [{ path: look.path, sha256: look.sha256 }],
    ),
  };
}

/** Returns why a name cannot be used, as text; null if it can be used. */
export function nameProblem(name: string): string | null {
  const length = countCharacters(name.trim());
  return length <= customModelTextLimits.name
    ? null
    : t('models.nameTooLong', { count: length, most: customModelTextLimits.name });
}

/**
 * Returns why a draft cannot be sent yet, as text; null if it can be sent. `page` describes the account; undefined
 * until loaded.
 */
export function obstacleOf(
  kind: CustomModelKind,
  { name, photos }: Draft,
  page: CustomModelPage | undefined,
): string | null {
  if (page !== undefined && page.inAccount >= page.most) {
    return t(`models.create.full.${kind}`, { most: page.most });
  }
  if (photos.length === 0) return t(`models.create.noPhoto.${kind}`);
  if (photos.some(({ problem, look }) => problem !== null || (look?.problem ?? null) !== null)) {
    return t('models.create.badPhoto');
  }
  if (photos.some(({ look }) => look === undefined)) return t('models.create.looking');
  return nameProblem(name);
}
