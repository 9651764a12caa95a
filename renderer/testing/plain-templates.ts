import { success } from '#shared/problem.ts';
import type { Input } from '#shared/ipc.ts';
import type {
  TemplateCard,
  TemplateFilter,
  TemplateListState,
  TemplatePage,
} from '#shared/views/templates.ts';
import type { Answers } from './stage.ts';

/** Returns a template of the service, with the changes that a test needs. */
export function templateCard(id: number, some: Partial<TemplateCard> = {}): TemplateCard {
  return {
    id,
    name: `Scene ${id}`,
    owner: 'AI',
    status: null,
    categories: [],
    tags: [],
    about: [],
    hasPicture: false,
    size: null,
    release: null,
    ...some,
  };
}

/** Returns a usable custom template, with the changes that a test needs. */
export function customTemplate(id: number, some: Partial<TemplateCard> = {}): TemplateCard {
  const name = `Studio model ${id}`;
  return templateCard(id, { name, owner: 'Yours', status: 'complete', ...some });
}

/** A complete list that has just been loaded from the service. */
export const wholeList: TemplateListState = {
  isComplete: true,
  isRefreshing: false,
  refreshedAt: Date.now(),
  problem: null,
};

/** Identifies a template list of an agent. */
type Where = Input<'templates.refresh'>;

/** Creates a studio with these templates in its lists. `state` is the state of each list. */
export function studioOfTemplates(
  cardsOf: (where: Where) => readonly TemplateCard[],
  state: () => TemplateListState = () => wholeList,
): Answers {
  return {
    'templates.page': ({ filter, offset, limit, ...where }) => {
      const all = cardsOf(where);
      const rows = all.filter((card) => isIn(card, filter));
      const tags = all.flatMap((card) => card.tags);
      return success<TemplatePage>({
        ...state(),
        total: rows.length,
        rows: rows.slice(offset, offset + limit),
        tags: tags.filter(({ id }, at) => tags.findIndex((tag) => tag.id === id) === at),
        categories: [...new Set(all.flatMap((card) => card.categories))],
        hasYours: all.some(({ owner }) => owner === 'Yours'),
      });
    },
    'templates.named': ({ ids, ...where }) => {
      const all = cardsOf(where);
      const cards = ids.map((id) => all.find((card) => card.id === id) ?? null);
      return success({ ...state(), cards });
    },
    'templates.refresh': () => success(null),
  };
}

function isIn(card: TemplateCard, { text = '', tagIds, category, owner }: TemplateFilter): boolean {
  return (
    card.name.toLowerCase().includes(text.toLowerCase()) &&
    (tagIds?.some((id) => card.tags.some((tag) => tag.id === id)) ?? true) &&
    (category === undefined || card.categories.includes(category)) &&
    (owner === undefined || card.owner === owner)
  );
}
