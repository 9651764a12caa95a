import { basename } from 'node:path';
import type { LibraryFilter } from '#shared/contract/library-channels.ts';
import { sortedLibraryFields, type LibraryImage, type LibrarySort } from '#shared/library-image.ts';
import type { ExpandedStacks, LibraryCell, LibraryShelves } from '#shared/views/library.ts';
import { recipesNamed, recipeText } from './job-columns.ts';
import type { Tables } from './rows.ts';
import { folded } from './search.ts';
import {
  cellsOf,
  placeIn,
  stackUp,
  type StackMember,
  type StackCell,
  type Stacks,
} from './stacks.ts';

/** Queries of the library: delivered images, with the photos they were made from. */
export interface LibraryRepository {
  /** Returns the number of images that match the filter, and the ids of one page. */
  page(
    filter: LibraryFilter,
    sort: LibrarySort,
    offset: number,
    limit: number,
  ): { readonly total: number; readonly ids: number[] };
  /**
   * Returns the list of `page` with the results of each photo combined in a stack: the number of
   * cells, results and photos, and one page of cells. A collapsed stack shows its newest pick, or
   * its newest result if it has no pick.
   */
  stacked(list: StackedList, offset: number, limit: number): StackedPage;
  /** Returns the index, from 0, of the cell that shows a result or its stack; null if there is no such cell. */
  place(list: StackedList, id: number): number | null;
  /** Returns rows in the order of the ids; unknown ids are left out. */
  rows(ids: readonly number[]): LibraryImage[];
  /** Returns one image, with its job, for each execution that these images belong to. */
  executionsOf(ids: readonly number[]): { readonly resultId: number; readonly jobId: number }[];
  shelves(): LibraryShelves;
}

/** A list of the library whose stacks are collapsed or expanded. */
export interface StackedList {
  readonly filter: LibraryFilter;
  readonly sort: LibrarySort;
  readonly expanded: ExpandedStacks;
}

export interface StackedPage {
  readonly total: number;
  readonly results: number;
  readonly photos: number;
  readonly cells: readonly { readonly id: number; readonly stack: LibraryCell['stack'] }[];
}

type SortedField = (typeof sortedLibraryFields)[number]['by'];

/**
 * The columns by which results are sorted. Photos are distinguished by their content, so that
 * photos with the same name stay separate.
 */
const sortKeys: Readonly<Record<SortedField, readonly string[]>> = {
  deliveredAt: ['r.delivered_at', 'r.id'],
  photo: ['j.name_order', 'r.photo_id', 'r.id'],
  stars: ['coalesce(m.stars, 0)', 'r.delivered_at', 'r.id'],
};
const orders = Object.fromEntries(
  sortedLibraryFields.map(({ name, by, direction }) => [
    name,
    sortKeys[by].map((key) => (direction === 'ascending' ? key : `${key} DESC`)).join(', '),
  ]),
) as Readonly<Record<LibrarySort, string>>;

/**
 * SQL for delivered images. The wording must be exactly that of the condition of the partial index, so that SQLite
 * uses the index.
 */
const DELIVERED = "r.kind = 'image' AND r.file IS NOT NULL";

/** Fields that are assembled from several columns. */
type AssembledField = 'name' | 'psd';

interface Row extends Omit<LibraryImage, AssembledField> {
  readonly file: string;
  readonly psdId: number | null;
  readonly psdState: 'making' | 'there' | 'failed';
}

export function libraryRepository(db: Tables): LibraryRepository {
  const stacksOf = lastStacks(db);
  const count = (filter: LibraryFilter): number => {
    const { tables, where, values } = asked(filter, 'oldest');
    return db.value(`SELECT count(*) FROM ${tables} WHERE ${where}`, ...values) ?? 0;
  };
  const marked = (pick: 1 | -1): number =>
    db.value('SELECT count(*) FROM marks WHERE pick = ?', pick) ?? 0;
  const namesIn = (field: 'agent' | 'name'): string[] =>
    db.column<string>(`SELECT DISTINCT json_extract(text, '$.${field}') AS name FROM recipes
       WHERE json_valid(text) AND name <> '' ORDER BY name`);

  return {
    page(filter, sort, offset, limit) {
      const { tables, where, values } = asked(filter, sort);
      const ids = db.column<number>(
        `SELECT r.id FROM ${tables} WHERE ${where} ORDER BY ${orders[sort]} LIMIT ? OFFSET ?`,
        ...values,
        limit,
        offset,
      );
      return { total: count(filter), ids };
    },
    stacked({ filter, sort, expanded }, offset, limit) {
      const stacks = stacksOf(filter, sort);
      const { total, cells } = cellsOf(stacks, expanded, offset, limit);
      const tops = topsOf(db, cells);
      return {
        total,
        results: stacks.ids.length,
        photos: stacks.photos.length,
        cells: cells.map(({ photoId, ids: [first = 0], size, place }) => ({
          id: (place === null ? tops.get(photoId) : undefined) ?? first,
          stack: { photoId, size, place },
        })),
      };
    },
    place: ({ filter, sort, expanded }, id) => placeIn(stacksOf(filter, sort), expanded, id),
    rows(wanted) {
      const rows = db.all<Row>(ROWS, JSON.stringify(wanted));
      const byId = new Map(rows.map((row) => [row.id, row]));
      return wanted.flatMap((id) => {
        const row = byId.get(id);
        if (row === undefined) return [];
        const { file, psdId, psdState, ...image } = row;
        const psd = psdId === null ? null : { id: psdId, state: psdState };
        return [{ ...image, name: basename(file), psd }];
      });
    },
    executionsOf: (ids) =>
      db.all(
        `SELECT min(r.id) AS resultId, e.job_id AS jobId FROM results r
           JOIN executions e ON e.id = r.execution_row
         WHERE r.id IN (SELECT value FROM json_each(?)) AND ${DELIVERED}
         GROUP BY e.id ORDER BY e.id`,
        JSON.stringify(ids),
      ),
    shelves: () => ({
      images: count({}),
      picked: marked(1),
      rejected: marked(-1),
      agents: namesIn('agent'),
      recipes: namesIn('name'),
      held: db.value("SELECT sum(jobs) FROM job_counts WHERE state = 'held'") ?? 0,
    }),
  };
}

/**
 * Caches the stacks of a list until something they depend on has changed. A page then reads only
 * the results on that page.
 */
function lastStacks(db: Tables): (filter: LibraryFilter, sort: LibrarySort) => Stacks {
  let last: { readonly key: string; readonly stacks: Stacks } | null = null;
  return (filter, sort) => {
    const { tables, where, values, depends } = asked(filter, sort);
    const changes = db.column<number>(
      'SELECT n FROM library_changes WHERE what IN (SELECT value FROM json_each(?)) ORDER BY what',
      JSON.stringify(depends),
    );
    const key = JSON.stringify([filter, sort, changes]);
    if (last?.key === key) return last.stacks;
    const rows = db.all<StackMember>(
      `SELECT r.id, r.photo_id FROM ${tables} WHERE ${where} ORDER BY ${orders[sort]}`,
      ...values,
    );
    last = { key, stacks: stackUp(rows) };
    return last.stacks;
  };
}

/** Returns the results that collapsed stacks show, by their photos. */
function topsOf(db: Tables, cells: readonly StackCell[]): Map<number, number> {
  const ids = cells.flatMap(({ ids: all }) => (all.length > 1 ? all : []));
  const best = db.all<StackMember>(
    `SELECT r.id, r.photo_id FROM results r LEFT JOIN marks m ON m.result_id = r.id
     WHERE r.id IN (SELECT value FROM json_each(?))
     ORDER BY coalesce(m.pick, 0) = 1, r.delivered_at, r.id`,
    JSON.stringify(ids),
  );
  // the query sorts the best result of each photo last, and the last entry of a key stays in the
  // map
  return new Map(best.map(({ id, photoId }) => [photoId, id]));
}

/** The column of each field. Fields that are missing here are assembled from several columns. */
const expressions: Readonly<Record<Exclude<keyof LibraryImage, AssembledField>, string>> = {
  id: 'r.id',
  jobId: 'j.id',
  deliveredAt: 'r.delivered_at',
  photo: 'j.name',
  width: 'r.width',
  height: 'r.height',
  recipe: recipeText('c', 'name'),
  agent: 'e.agent',
  station: 'e.station',
  pick: 'coalesce(m.pick, 0)',
  stars: 'coalesce(m.stars, 0)',
};
const columns = Object.entries(expressions)
  .map(([field, expression]) => `${expression} AS ${field}`)
  .join(', ');

const ROWS = `
  WITH wanted AS MATERIALIZED (SELECT value AS id FROM json_each(?))
  SELECT ${columns}, r.file, p.id AS psdId,
    CASE WHEN p.file IS NOT NULL THEN 'there' WHEN p.status = 'GivenUp' THEN 'failed'
      ELSE 'making' END AS psdState
  FROM wanted JOIN results r ON r.id = wanted.id JOIN executions e ON e.id = r.execution_row
    JOIN jobs j ON j.id = e.job_id JOIN recipes c ON c.id = e.recipe_id
    LEFT JOIN marks m ON m.result_id = r.id
    LEFT JOIN results p ON p.execution_row = r.execution_row AND p.kind = 'psd' AND p.position = 0
  WHERE ${DELIVERED}`;

interface LibraryQuery {
  readonly tables: string;
  readonly where: string;
  readonly values: readonly (string | number)[];
  /** The change counts in `library_changes` on which this list depends. */
  readonly depends: readonly string[];
}

/** Returns the filter as a condition that joins only the tables needed by filter and sort order. */
function asked(filter: LibraryFilter, sort: LibrarySort): LibraryQuery {
  const { ids, samePhotoAs, from, before, agent, recipe, pick, stars = 0 } = filter;
  const ofJobs = conditionsOfJobs(filter);
  const where = conditionsOf([
    ['r.id IN (SELECT value FROM json_each(?))', ids && JSON.stringify(ids)],
    ['r.photo_id = (SELECT photo_id FROM results WHERE id = ?)', samePhotoAs],
    ['r.delivered_at >= ?', from],
    ['r.delivered_at < ?', before],
    ['e.agent = ?', agent],
    [`e.recipe_id IN (${recipesNamed})`, recipe],
    ['coalesce(m.pick, 0) = ?', pick === 0 ? pick : undefined],
    ['m.pick = ?', pick === 0 ? undefined : pick],
    ['m.stars >= ?', stars === 0 ? undefined : stars],
  ]);
  const isByPhoto = sort === 'photo';
  const ofRuns = agent !== undefined || recipe !== undefined;
  const needsRuns = isByPhoto || ofRuns || ofJobs.values.length > 0;
  const needsMarks = sort === 'stars' || pick !== undefined || stars > 0;
  return {
    tables: [
      'results r',
      needsRuns ? 'JOIN executions e ON e.id = r.execution_row' : '',
      isByPhoto ? 'JOIN jobs j ON j.id = e.job_id' : '',
      needsMarks ? 'LEFT JOIN marks m ON m.result_id = r.id' : '',
    ].join(' '),
    where: [
      DELIVERED,
      ...where.texts,
      // reads an index that contains the needed columns, instead of the rows of the jobs
      ...(ofJobs.values.length === 0
        ? []
        : [`e.job_id IN (SELECT id FROM jobs INDEXED BY jobs_found WHERE ${and(ofJobs)})`]),
    ].join(' AND '),
    values: [...where.values, ...ofJobs.values],
    depends: ['results', ...(needsMarks ? ['marks'] : []), ...(needsRuns ? ['jobs'] : [])],
  };
}

interface Conditions {
  readonly texts: readonly string[];
  readonly values: readonly (string | number)[];
}

function conditionsOfJobs({ hotFolderId, text = '' }: LibraryFilter): Conditions {
  return conditionsOf([
    ['coalesce(hot_folder_id, 0) = ?', hotFolderId === null ? 0 : hotFolderId],
    ['instr(search, ?) > 0', text.trim() === '' ? undefined : folded(text.trim())],
  ]);
}

/** Returns a condition for each value that is given. */
function conditionsOf(
  all: readonly (readonly [text: string, value: string | number | undefined])[],
): Conditions {
  const given = all.flatMap(([text, value]) => (value === undefined ? [] : [{ text, value }]));
  return { texts: given.map(({ text }) => text), values: given.map(({ value }) => value) };
}

function and({ texts }: Conditions): string {
  return texts.join(' AND ');
}
