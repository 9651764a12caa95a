import { isWebAddress } from '#shared/agents/index.ts';
import { ownMask } from '#shared/mask/own-mask.ts';
import type { MaskAt, MaskCard } from '#shared/views/masks.ts';
import { about, live } from '../../data/live.svelte.ts';
import type { Studio } from '../../data/studio.svelte.ts';
import { problemText } from '../../texts/problems.ts';
import { t } from '../../texts/texts.svelte.ts';
import type { Drawing } from './drawing.ts';
import { maskName } from './mask-words.ts';
import { suitOf } from './series.ts';

/** The content of a mask field, and the editor that can draw its mask. */
interface Given {
  /** Path, address or `ownMask`; '' for none. */
  readonly value: string;
  readonly problem: string | null;
  readonly drawing: Drawing | null;
}

/** Information about the mask in a field. */
export interface MaskValue {
  readonly path: string;
  readonly isAddress: boolean;
  /** Whether the run uses a separate mask for each photo; `card` is then the mask of the current photo. */
  readonly isEachOwn: boolean;
  readonly name: string;
  /** Undefined until loaded. */
  readonly seen: MaskAt | undefined;
  /** The mask, if it was drawn in Darkslide; null for a mask file. */
  readonly card: MaskCard | null;
  /** All masks that were drawn on the current photo. */
  readonly own: readonly MaskCard[];
  /** Whether the mask was drawn on the current photo. */
  readonly isOwn: boolean;
  /** Whether the mask and its photo have loaded. Drawing before that would start a new mask. */
  readonly isKnown: boolean;
  /** Why the mask is rejected; null if the mask is accepted. */
  readonly trouble: string | null;
  /** A warning that the mask was made for another photo; null if there is nothing to warn about. */
  readonly caution: string | null;
}

/** Looks up the mask in a field. Must be called while a component is initialised. */
export function maskValue(studio: Studio, given: () => Given): MaskValue {
  const path = $derived(given().value.trim());
  const problem = $derived(given().problem);
  const drawing = $derived(given().drawing);
  const isAddress = $derived(isWebAddress(path));
  const isEachOwn = $derived(path === ownMask);
  const isFile = $derived(path !== '' && !isAddress && !isEachOwn);
  const concerns = about('masks');
  const look = live(
    studio,
    'masks.at',
    () => (isFile && problem === null ? { path } : null),
    concerns,
  );
  const list = live(
    studio,
    'masks.list',
    () => (drawing === null ? null : { stripId: drawing.photo.id }),
    concerns,
  );
  /** The answer about the current value; undefined while `look` still holds the answer about a previous value. */
  const seen = $derived(
    isFile && !look.isLoading && look.problem === null ? look.value : undefined,
  );
  const own = $derived(list.value?.ofPhoto ?? []);
  const card = $derived((isEachOwn ? own[0] : seen?.card) ?? null);
  const isOwn = $derived(card !== null && own.some((one) => one.id === card.id));

  return {
    get path() {
      return path;
    },
    get isAddress() {
      return isAddress;
    },
    get isEachOwn() {
      return isEachOwn;
    },
    get name() {
      if (isEachOwn) return t('mask.field.own');
      if (isAddress) return t('mask.field.address');
      return card === null ? (path.split(/[/\\]/).at(-1) ?? path) : maskName(card);
    },
    get seen() {
      return seen;
    },
    get card() {
      return card;
    },
    get own() {
      return own;
    },
    get isOwn() {
      return isOwn;
    },
    get isKnown() {
      return (!isFile || problem !== null || !look.isLoading) && !list.isLoading;
    },
    get trouble() {
      if (problem !== null || !isFile || look.problem === null) return problem;
      return studio.isReachable ? problemText(look.problem) : null;
    },
    get caution() {
      if (seen === undefined || drawing === null || isOwn) return null;
      const suit = suitOf(seen, drawing.photo);
      if (card !== null) return t(`mask.field.other.${suit}`, { photo: card.photoName });
      const { width, height } = seen;
      return suit === 'same' ? null : t('mask.field.fileSize', { width, height });
    },
  };
}
