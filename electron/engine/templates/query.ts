import type { Tag } from '#shared/service.ts';
import type { TemplateCard, TemplateFilter } from '#shared/views/templates.ts';
import { lookedUp } from '../../base/looking-up.ts';
import type { TemplateList } from './listing.ts';
import type { Template } from './template.ts';

/** A list prepared for searching and filtering. */
export interface SearchableList {
  /** The user's own entries first, otherwise in the order of the service. */
  readonly rows: readonly Template[];
  readonly byId: ReadonlyMap<number, Template>;
  /** The searchable text of each row, in their order. */
  readonly texts: readonly string[];
  /** Sorted by name. */
  readonly tags: readonly Tag[];
  readonly categories: readonly string[];
  readonly hasYours: boolean;
}

/** The lists in their searchable form, each built once per content. */
export class SearchableLists {
  readonly #made = new Map<
    string,
    { readonly of: TemplateList; readonly searchable: SearchableList }
  >();

  /** Returns the searchable form; `name` stays the same when the content of the list changes. */
  of(name: string, list: TemplateList): SearchableList {
    const known = this.#made.get(name);
    if (known?.of === list) return known.searchable;
    const searchable = searchableOf(list);
    this.#made.set(name, { of: list, searchable });
    return searchable;
  }
}

function searchableOf(list: TemplateList): SearchableList {
  const yours = list.rows.filter(({ owner }) => owner === 'Yours');
  const rows = [...yours, ...list.rows.filter(({ owner }) => owner !== 'Yours')];
  const tags = new Map(rows.flatMap((row) => row.tags).map((tag) => [tag.id, tag]));
  return {
    rows,
    byId: new Map(rows.map((row) => [row.id, row])),
    texts: rows.map(textOf),
    tags: [...tags.values()].sort((a, b) => a.name.localeCompare(b.name)),
    categories: [...new Set(rows.flatMap((row) => row.categories))].sort((a, b) =>
      a.localeCompare(b),
    ),
    hasYours: yours.length > 0,
  };
}

/** Returns the rows that a filter matches, in their order. `called`: additional names, by id. */
export function filtered(
  { rows, texts }: SearchableList,
  filter: TemplateFilter,
  called: ReadonlyMap<number, string> = new Map(),
): readonly Template[] {
  const { tagIds = [], category, owner } = filter;
  const words = lookedUp(filter.text ?? '')
    .split(/\s+/u)
    .filter((word) => word !== '');
  const names = new Map([...called].map(([id, name]) => [id, lookedUp(name)]));
  const isCalled = ({ id }: Template, word: string) => names.get(id)?.includes(word) === true;
  return rows.filter(
    (row, at) =>
      (owner === undefined || row.owner === owner) &&
      (category === undefined || row.categories.includes(category)) &&
      (tagIds.length === 0 || row.tags.some(({ id }) => tagIds.includes(id))) &&
      words.every((word) => texts[at]?.includes(word) === true || isCalled(row, word)),
  );
}

export function cardOf({ image, ...row }: Template): TemplateCard {
  return { ...row, hasPicture: image !== '', release: null };
}

function textOf({ id, name, categories, tags, about, size }: Template): string {
  const sizes =
    size === null ? [] : [`${size.width}x${size.height}`, `${size.width}×${size.height}`];
  const words = [name, ...categories, ...tags.map((tag) => tag.name), ...about, ...sizes];
  return lookedUp([...words, size === null ? String(id) : ''].join(' '));
}
