import type * as v from 'valibot';
import type { IdSource, InfoList } from '../agents/index.ts';
import type { templateFilter } from '../contract/schemas.ts';
import type { ReleaseStatus } from '../custom-models.ts';
import type { Problem } from '../problem.ts';
import type { PreparationStatus, Tag, TemplateOwner } from '../service.ts';

/** The lists whose templates can have pictures. */
export const pictureLists = ['locations', 'fashionModels', 'backgrounds'] as const;
export type PictureList = (typeof pictureLists)[number];

export const infoLists = [
  ...pictureLists,
  'dimensions',
  'tags',
] as const satisfies readonly InfoList[];

/** A filter for a list; a template must meet all given conditions. */
export type TemplateFilter = Readonly<v.InferOutput<typeof templateFilter>>;

/** A scene, model, background, tag or size, as a picker shows it. */
export interface TemplateCard {
  /** The ID that is sent to the service; for a size, which has no ID, its position in the list. */
  readonly id: number;
  /** Empty if the service has no name for the template. */
  readonly name: string;
  readonly owner: TemplateOwner;
  /** Only templates with `complete` or null can be used. */
  readonly status: PreparationStatus | null;
  readonly categories: readonly string[];
  readonly tags: readonly Tag[];
  /** Further details from the service. */
  readonly about: readonly string[];
  readonly hasPicture: boolean;
  /** px; only for a size. */
  readonly size: { readonly width: number; readonly height: number } | null;
  /** The release in the notes on a custom model or scene; null if it has no notes. */
  readonly release: TemplateRelease | null;
}

export interface TemplateRelease {
  readonly validity: ReleaseStatus;
  /** The last local day (YYYY-MM-DD) on which the model or scene may be used; null if the release does not expire. */
  readonly expires: string | null;
}

/** The state of a list. */
export interface TemplateListState {
  /** Whether the complete list is loaded; until then, entries may be missing. */
  readonly isComplete: boolean;
  /** Whether the service is being queried. */
  readonly isRefreshing: boolean;
  /** Wall-clock ms of the service's answer; null before the first. */
  readonly refreshedAt: number | null;
  /** Why the list is incomplete or outdated; null if it is neither. */
  readonly problem: Problem | null;
}

/** A page of a list: custom models and scenes first, then the entries in the service's order. */
export interface TemplatePage extends TemplateListState {
  /** Number of entries that match the filter; may grow while the list is incomplete. */
  readonly total: number;
  readonly rows: readonly TemplateCard[];
  /** Tags and categories in the complete list, for filters; for a list of tags, all its entries. */
  readonly tags: readonly Tag[];
  readonly categories: readonly string[];
  /** Whether the list contains custom models or scenes. */
  readonly hasYours: boolean;
}

/** The templates with certain IDs. */
export interface NamedTemplates extends TemplateListState {
  /** In the order of the requested IDs; null if the list does not contain an ID. */
  readonly cards: readonly (TemplateCard | null)[];
}

/** Returns the list that an ID source belongs to; tags of entries belong to the list of those entries. */
export function listOf(source: IdSource): InfoList {
  const [list] = source.split('.');
  return list as InfoList;
}

/** Returns whether a template can be used. */
export function isUsable({ status }: Pick<TemplateCard, 'status'>): boolean {
  return status === null || status === 'complete';
}
