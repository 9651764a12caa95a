import { countCharacters } from '#shared/characters.ts';
import { customModelTextLimits, type CustomModelKind } from '#shared/custom-models.ts';
import type { Problem } from '#shared/problem.ts';
import type {
  CustomModelPage,
  CustomModelPhoto,
  EarlierCreation,
} from '#shared/views/custom-models.ts';
import { t } from '../../texts/texts.svelte.ts';

/** A photo of the draft. The order is that of the upload. */
export interface DraftPhoto {
  readonly key: number;
  readonly name: string;
  /** Undefined while the studio checks it. */
  look: CustomModelPhoto | undefined;
  /** Why it could not be read. */
  problem: Problem | null;
}

/** The input for a new model or scene; it survives a visit to another view. */
export interface Draft {
  name: string;
  photos: DraftPhoto[];
  /** Advice that the user has ticked off. */
  ticked: string[];
  /** Which photos were rejected, and why. */
  refusal: string | null;
  problem: Problem | null;
  isCreating: boolean;
  /** Id of the stopped creation that this draft replaces; null for none. */
  replaces: number | null;
  /** An earlier creation from the photos of the last request; outdated once the draft differs from `request`. */
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

/** Returns why a name cannot be used, as text; null if it can. */
export function nameProblem(name: string): string | null {
  const length = countCharacters(name.trim());
  return length <= customModelTextLimits.name
    ? null
    : t('models.nameTooLong', { count: length, most: customModelTextLimits.name });
}

/** Returns why a draft cannot be sent yet, as text; null if it can. `page`: the account, once it has loaded. */
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
