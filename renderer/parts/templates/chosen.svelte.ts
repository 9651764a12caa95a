import type { AgentVersion } from '#shared/agents/index.ts';
import type { PictureList, TemplateCard, TemplatePage } from '#shared/views/templates.ts';
import { live } from '../../data/live.svelte.ts';
import type { Studio } from '../../data/studio.svelte.ts';
import { mayChoose } from './availability.ts';
import { concernsTemplates } from './template-rows.ts';

/** Maximum number of templates shown next to the field. */
const FEW = 4;
/**
 * Number of rows at the start of the list from which the templates next to the field are chosen. The list starts with
 * custom templates, and some of them may be unusable.
 */
const AMONG = 24;

/** The template in a field, and the list that it was chosen from. */
export interface ChosenTemplate {
  /** The first rows of the list; undefined until they arrive. */
  readonly page: TemplatePage | undefined;
  /** Undefined if nothing is chosen, or if the value is not an id. */
  readonly id: number | undefined;
  /** Null if the list does not contain the template; undefined until the list has been searched. */
  readonly card: TemplateCard | null | undefined;
  /** Whether `card` is still being looked up. */
  readonly isLoading: boolean;
  /** Whether the list is complete and does not contain the id. */
  readonly isGone: boolean;
  /** A few templates to choose from, including the chosen one. */
  readonly few: readonly TemplateCard[];
}

/** Looks up the template in a field, and a few other templates of its list. */
export function chosenTemplate(
  studio: Studio,
  at: () => { readonly agent: AgentVersion; readonly list: PictureList; readonly value: unknown },
): ChosenTemplate {
  const where = $derived({
    agent: at().agent.name,
    version: at().agent.version,
    list: at().list,
  });
  const first = live(
    studio,
    'templates.page',
    () => ({ ...where, filter: {}, offset: 0, limit: AMONG }),
    concernsTemplates,
  );
  const id = $derived.by(() => {
    const { value } = at();
    return typeof value === 'number' ? value : undefined;
  });
  const named = live(
    studio,
    'templates.named',
    () => (id === undefined ? null : { ...where, ids: [id] }),
    concernsTemplates,
  );
  const card = $derived(
    id === undefined ? undefined : named.value?.cards.find((one) => one?.id === id),
  );
  const isGone = $derived(
    id !== undefined &&
      !named.isLoading &&
      named.value?.isComplete === true &&
      named.value.cards[0] === null,
  );
  const few = $derived.by(() => {
    const usable = (first.value?.rows ?? []).filter(mayChoose).slice(0, FEW);
    const isAmong = card === undefined || card === null || usable.some((one) => one.id === card.id);
    return isAmong ? usable : [card, ...usable.slice(0, FEW - 1)];
  });

  return {
    get page() {
      return first.value;
    },
    get id() {
      return id;
    },
    get card() {
      return card;
    },
    get isLoading() {
      return id !== undefined && named.isLoading;
    },
    get isGone() {
      return isGone;
    },
    get few() {
      return few;
    },
  };
}
