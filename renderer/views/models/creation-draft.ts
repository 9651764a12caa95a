import { countCharacters } from '#shared/characters.ts';
import { customModelTextLimits, type CustomModelKind } from '#shared/custom-models.ts';
import type { Problem } from '#shared/problem.ts';
import type { CustomModelPhoto, EarlierCreation } from '#shared/views/custom-models.ts';
import { t } from '../../texts/texts.svelte.ts';

/** A photo that was given, in the order the service gets them. */
export interface DraftPhoto {
  readonly key: number;
  readonly name: string;
  /** Undefined while it is being looked at. */
  look: CustomModelPhoto | undefined;
  /** Why it cannot be looked at. */
  problem: Problem | null;
}

/** What a person has given for a new model or scene; it outlives a visit to another view. */
export interface Draft {
  name: string;
  photos: DraftPhoto[];
  /** Advice that was ticked off. */
  ticked: string[];
  /** Which photos were not taken, and why. */
  refusal: string | null;
  problem: Problem | null;
  isCreating: boolean;
  /** The stopped creation that it is put in the place of; null for none. */
  replaces: number | null;
  /** What the photos of the last request came to before, while `request` is still what is asked for. */
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

/** Why a name cannot be used, in words; null where it can. */
export function nameProblem(name: string): string | null {
  const length = countCharacters(name.trim());
  return length <= customModelTextLimits.name
    ? null
    : t('models.nameTooLong', { count: length, most: customModelTextLimits.name });
}
