import type * as v from 'valibot';
import type { IdSource, InfoList } from '../agents/index.ts';
import type { templateFilter } from '../contract/schemas.ts';
import type { ReleaseStatus } from '../custom-models.ts';
import type { Problem } from '../problem.ts';
import type { PreparationStatus, Tag, TemplateOwner } from '../service.ts';

/** The template lists that can have pictures. */
export const pictureLists = ['locations', 'fashionModels', 'backgrounds'] as const;
export type PictureList = (typeof pictureLists)[number];

export const infoLists = [
  ...pictureLists,
  'dimensions',
  'tags',
] as const satisfies readonly InfoList[];

/** A filter for a list; all given conditions must hold. */
export type TemplateFilter = Readonly<v.InferOutput<typeof templateFilter>>;

/** A scene, model, background, tag or size in a picker. */
export interface TemplateCard {
  /** The ID that is sent; for a size, which has none, its position in the list. */
  readonly id: number;
  /** '' if the service has none. */
  readonly name: string;
  readonly owner: TemplateOwner;
  /** Only entries with `complete` or without a status can be used. */
  readonly status: PreparationStatus | null;
  readonly categories: readonly string[];
  readonly tags: readonly Tag[];
  /** Further details from the service. */
  readonly about: readonly string[];
  readonly hasPicture: boolean;
  /** px; only for a size. */
  readonly size: { readonly width: number; readonly height: number } | null;
  /** The release in the notes on a custom model or scene; null if there are no notes. */
  readonly release: TemplateRelease | null;
}

export interface TemplateRelease {
  readonly validity: ReleaseStatus;
  /** The last local day (YYYY-MM-DD). */
  readonly expires: string | null;
}

/** The state of a list. */
export interface TemplateListState {
  /** Whether the whole list is loaded; until then, missing entries may still arrive. */
  readonly isComplete: boolean;
  /** Whether the service is being queried. */
  readonly isRefreshing: boolean;
  /** Wall-clock ms of the service's answer; null before the first. */
  readonly refreshedAt: number | null;
  /** Why the list is incomplete or outdated. */
  readonly problem: Problem | null;
}

/** A page of a list: custom entries first, then in the order of the service. */
export interface TemplatePage extends TemplateListState {
  /** Rows that match the filter; more may follow while the list is incomplete. */
  readonly total: number;
  readonly rows: readonly TemplateCard[];
  /** Tags and categories of the whole list, for filters. For a list of tags: its entries. */
  readonly tags: readonly Tag[];
  readonly categories: readonly string[];
  /** Whether the list has custom entries. */
  readonly hasYours: boolean;
}

/** The templates with certain IDs. */
export interface NamedTemplates extends TemplateListState {
  /** In the requested order; null if the list does not contain the ID. */
  readonly cards: readonly (TemplateCard | null)[];
}

/** Returns the list of an ID source; tags of entries belong to the list of the entries. */
export function listOf(source: IdSource): InfoList {
  const [list] = source.split('.');
  return list as InfoList;
}

/** Returns whether it can be used. */
export function isUsable({ status }: Pick<TemplateCard, 'status'>): boolean {
  return status === null || status === 'complete';
}
