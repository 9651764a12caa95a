import type { Tag } from '#shared/service.ts';
import type { TemplateCard, TemplateFilter } from '#shared/views/templates.ts';
import { lookedUp } from '../../base/looking-up.ts';
import type { Gathered } from './edition.ts';
import type { Template } from './template.ts';

/** A list as pickers go through it. */
export interface Catalogue {
  /** A person's own first, else in the order of the service. */
  readonly rows: readonly Template[];
  readonly byId: ReadonlyMap<number, Template>;
  /** All that is found by text of each row, in their order. */
  readonly texts: readonly string[];
  /** By name. */
  readonly tags: readonly Tag[];
  readonly categories: readonly string[];
  readonly hasYours: boolean;
}

const made = new WeakMap<Gathered, Catalogue>();

/** Made once for what was gathered. */
export function catalogueOf(list: Gathered): Catalogue {
  const known = made.get(list);
  if (known !== undefined) return known;
  const yours = list.rows.filter(({ owner }) => owner === 'Yours');
  const rows = [...yours, ...list.rows.filter(({ owner }) => owner !== 'Yours')];
  const tags = new Map(rows.flatMap((row) => row.tags).map((tag) => [tag.id, tag]));
  const catalogue = {
    rows,
    byId: new Map(rows.map((row) => [row.id, row])),
    texts: rows.map(textOf),
    tags: [...tags.values()].sort((a, b) => a.name.localeCompare(b.name)),
    categories: [...new Set(rows.flatMap((row) => row.categories))].sort((a, b) =>
      a.localeCompare(b),
    ),
    hasYours: yours.length > 0,
  };
  made.set(list, catalogue);
  return catalogue;
}

/**
 * The rows that a filter lets through, in their order; `called` holds by id what else some of them are
 * called.
 */
export function filtered(
  { rows, texts }: Catalogue,
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
