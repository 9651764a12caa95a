import type { CustomModelKind } from '#shared/custom-models.ts';
import { customModelViews, type CustomModelFilter } from '#shared/views/custom-models.ts';

/** The lists (shelves) of the view: custom models, custom scenes, and the models and scenes of the service. */
export const shelves = ['models', 'scenes', 'service-models', 'service-scenes'] as const;
export type Shelf = (typeof shelves)[number];

/** The open panel: a card, a creation in progress, or the form for a new one. */
export type OpenPanel =
  | { readonly what: 'one'; readonly id: number }
  | { readonly what: 'creation'; readonly id: number }
  | { readonly what: 'new' };

/** The list and the filter that the view shows. */
export interface ModelsView {
  readonly shelf: Shelf;
  readonly filter: CustomModelFilter;
  /** Ids of the chosen tags, for the lists of the service. */
  readonly tagIds: readonly number[];
}

export function kindOf(shelf: Shelf): CustomModelKind {
  return shelf === 'models' || shelf === 'service-models' ? 'model' : 'scene';
}

export function isCustom(shelf: Shelf): shelf is 'models' | 'scenes' {
  return shelf === 'models' || shelf === 'scenes';
}

/** Returns the shelf for custom models or custom scenes. */
export function customShelf(kind: CustomModelKind): 'models' | 'scenes' {
  return kind === 'model' ? 'models' : 'scenes';
}

/**
 * Reads the address of the view: `shelf`, `text`, `tag`, `show`, `tags` (ids separated by commas). Ignores
 * invalid values, because users paste addresses and keep old ones.
 */
export function readView(query: URLSearchParams): ModelsView {
  const shelf = shelves.find((one) => one === query.get('shelf')) ?? 'models';
  const show = customModelViews.find((one) => one === query.get('show'));
  const narrowing = isCustom(shelf) && show !== undefined && show !== 'all';
  return {
    shelf,
    filter: {
      ...given('text', query),
      ...(isCustom(shelf) ? given('tag', query) : {}),
      ...(narrowing ? { show } : {}),
    },
    tagIds: isCustom(shelf) ? [] : (query.get('tags') ?? '').split(',').map(Number).filter(isId),
  };
}

/** Reads the open panel from the address: `id`, `creation`, or `new`. */
export function readOpened(query: URLSearchParams): OpenPanel | null {
  const id = Number(query.get('id'));
  const creation = Number(query.get('creation'));
  if (isId(id)) return { what: 'one', id };
  if (isId(creation)) return { what: 'creation', id: creation };
  return query.get('new') === YES ? { what: 'new' } : null;
}

/** Returns the query parameters of a view and an open panel. */
export function queryOf(
  { shelf, filter: { text, tag, show }, tagIds }: ModelsView,
  opened: OpenPanel | null,
): Readonly<Record<string, string | undefined>> {
  return {
    shelf: shelf === 'models' ? undefined : shelf,
    text,
    tag,
    show: show === 'all' ? undefined : show,
    tags: tagIds.join(','),
    id: opened?.what === 'one' ? String(opened.id) : undefined,
    creation: opened?.what === 'creation' ? String(opened.id) : undefined,
    new: opened?.what === 'new' ? YES : undefined,
  };
}

const YES = 'yes';

function isId(value: number): boolean {
  return Number.isSafeInteger(value) && value > 0;
}

function given<K extends 'text' | 'tag'>(
  name: K,
  query: URLSearchParams,
): Partial<CustomModelFilter> {
  const value = query.get(name);
  return value === null || value.trim() === '' ? {} : { [name]: value };
}
