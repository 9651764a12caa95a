import type * as v from 'valibot';
import type { IdSource, InfoList } from '../agents/index.ts';
import type { templateFilter } from '../contract/schemas.ts';
import type { ReleaseStatus } from '../custom-models.ts';
import type { Problem } from '../problem.ts';
import type { PreparationStatus, Tag, TemplateOwner } from '../service.ts';

/** The lists of templates that may have pictures. */
export const pictureLists = ['locations', 'fashionModels', 'backgrounds'] as const;
export type PictureList = (typeof pictureLists)[number];

export const infoLists = [
  ...pictureLists,
  'dimensions',
  'tags',
] as const satisfies readonly InfoList[];

/** What of a list is wanted; every condition that is given must hold. */
export type TemplateFilter = Readonly<v.InferOutput<typeof templateFilter>>;

/** A scene, model, background, tag or size as a picker shows it. */
export interface TemplateCard {
  /** The id that is sent; of a size, which has none, its place in the list. */
  readonly id: number;
  /** '' where the service gives none. */
  readonly name: string;
  readonly owner: TemplateOwner;
  /** Only `complete` ones, and those without one, can be used. */
  readonly status: PreparationStatus | null;
  readonly categories: readonly string[];
  readonly tags: readonly Tag[];
  /** What else the service says of it. */
  readonly about: readonly string[];
  readonly hasPicture: boolean;
  /** px; of a size only. */
  readonly size: { readonly width: number; readonly height: number } | null;
  /** How long it may be used, as the studio notes of an own one; null where nothing is noted. */
  readonly release: TemplateRelease | null;
}

export interface TemplateRelease {
  readonly validity: ReleaseStatus;
  /** The last local day (YYYY-MM-DD). */
  readonly expires: string | null;
}

/** What is known of the list the rows are from. */
export interface TemplateListState {
  /** All of the list is here; while it is not, what is not found may still come. */
  readonly isComplete: boolean;
  /** The service is being asked. */
  readonly isRefreshing: boolean;
  /** Wall-clock ms at which the service gave what is here; null while nothing is. */
  readonly refreshedAt: number | null;
  /** Why the list is not whole, or not of now. */
  readonly problem: Problem | null;
}

/** Some rows of a list: a person's own first, else in the order of the service. */
export interface TemplatePage extends TemplateListState {
  /** Rows that the filter lets through; more may come while the list is not complete. */
  readonly total: number;
  readonly rows: readonly TemplateCard[];
  /** Tags and categories of the whole list, to filter it by. Of a list of tags: its entries. */
  readonly tags: readonly Tag[];
  readonly categories: readonly string[];
  /** Whether there are any of the person's own. */
  readonly hasYours: boolean;
}

/** What ids stand for. */
export interface NamedTemplates extends TemplateListState {
  /** In the order asked for; null where the list does not hold the id. */
  readonly cards: readonly (TemplateCard | null)[];
}

/** The list behind a source of ids: the tags of its entries are of the list, too. */
export function listOf(source: IdSource): InfoList {
  const [list] = source.split('.');
  return list as InfoList;
}

/** Whether it may be chosen. */
export function isUsable({ status }: Pick<TemplateCard, 'status'>): boolean {
  return status === null || status === 'complete';
}
