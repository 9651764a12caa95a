import type { Input } from '#shared/ipc.ts';
import { success } from '#shared/problem.ts';
import type { LibraryImage } from '#shared/library-image.ts';
import type { LibraryCell, LibraryPage } from '#shared/views/library.ts';
import type { MarkedResult } from '#shared/views/retouch.ts';
import type { Answers, Stage } from './stage.ts';

/** A result with its photo. */
export interface PlainResult extends LibraryImage {
  readonly photoId: number;
}

/** Returns the first result of a photo, with the changes that a test needs. */
export function result(id: number, some: Partial<PlainResult> = {}): PlainResult {
  const photoId = some.photoId ?? id;
  const photo = `LOOK_${String(photoId).padStart(4, '0')}`;
  return {
    id,
    photoId,
    jobId: photoId,
    photo: `${photo}.jpg`,
    name: `${photo}_${id}.png`,
    width: 720,
    height: 600,
    recipe: 'White',
    agent: 'removeBG',
    station: null,
    deliveredAt: 1_000_000 - id,
    pick: 0,
    stars: 0,
    psd: null,
    ...some,
  };
}

/** Returns results of the photos 1, 2 and so on, one result for each photo. */
export function resultsOf(count: number): readonly PlainResult[] {
  return Array.from({ length: count }, (_, at) => result(at + 1));
}

type CellsQuery = Pick<Input<'library.cells'>, 'filter' | 'sort' | 'expanded'>;

/** Creates a studio that filters, sorts, stacks and marks these results, newest first. */
export function studioOfLibrary(some: readonly PlainResult[], told: () => Stage): Answers {
  let results = [...some];
  const listed = ({ filter, sort }: Pick<CellsQuery, 'filter' | 'sort'>) => {
    const photoId = results.find(({ id }) => id === filter.samePhotoAs)?.photoId;
    const shown = results.filter(
      (one) => isIn(one, filter) && one.photoId === (photoId ?? one.photoId),
    );
    return sort === 'oldest' ? shown.toReversed() : shown;
  };
  const cells = (asked: CellsQuery): readonly LibraryCell[] => {
    const shown = listed(asked);
    const stacks = new Set(shown.map(({ photoId }) => photoId));
    return [...stacks].flatMap((photoId) =>
      cellsOf(
        shown.filter((one) => one.photoId === photoId),
        asked.expanded,
      ),
    );
  };
  return {
    'library.cells': ({ offset, limit, ...asked }) => {
      const all = cells(asked);
      const shown = listed(asked);
      return success({
        total: all.length,
        results: shown.length,
        photos: new Set(shown.map(({ photoId }) => photoId)).size,
        offset,
        rows: all.slice(offset, offset + limit),
      });
    },
    'library.place': ({ id, ...asked }) => {
      const all = cells(asked);
      const photoId = results.find((one) => one.id === id)?.photoId;
      const itself = all.findIndex((cell) => cell.id === id);
      const place =
        itself === -1 ? all.findIndex(({ stack }) => stack.photoId === photoId) : itself;
      return success(place === -1 ? null : place);
    },
    'library.page': ({ offset, limit, ...asked }) => {
      const rows = listed(asked);
      return success<LibraryPage>({
        total: rows.length,
        offset,
        rows: rows.slice(offset, offset + limit),
      });
    },
    'library.shelves': () =>
      success({
        images: results.length,
        picked: results.filter(({ pick }) => pick === 1).length,
        rejected: results.filter(({ pick }) => pick === -1).length,
        agents: ['removeBG'],
        recipes: [...new Set(results.map(({ recipe }) => recipe))],
        held: 0,
      }),
    'export.state': () => success(null),
    'media.geometry': ({ kind, id }) =>
      success({ width: 720, height: 600, content: `${kind} ${id}` }),
    'retouch.mark': ({ resultIds, ...change }) => {
      const before = results.filter(({ id }) => resultIds.includes(id));
      results = results.map((one) =>
        resultIds.includes(one.id)
          ? { ...one, pick: change.pick ?? one.pick, stars: change.stars ?? one.stars }
          : one,
      );
      told().tell('retouch');
      return success(
        before.map(({ id, pick, stars }): MarkedResult => ({ resultId: id, pick, stars })),
      );
    },
  };
}

function isIn(
  { id, photo, recipe, pick, stars }: PlainResult,
  { ids, text = '', ...filter }: CellsQuery['filter'],
): boolean {
  return (
    (ids?.includes(id) ?? true) &&
    photo.toLowerCase().includes(text.toLowerCase()) &&
    recipe === (filter.recipe ?? recipe) &&
    pick === (filter.pick ?? pick) &&
    stars >= (filter.stars ?? 0)
  );
}

/**
 * Returns the results of one photo as cells. A collapsed stack shows the picked result or, if none is picked, the
 * first result.
 */
function cellsOf(
  results: readonly PlainResult[],
  { isAll, except }: CellsQuery['expanded'],
): readonly LibraryCell[] {
  const size = results.length;
  const top = results.find(({ pick }) => pick === 1) ?? results[0];
  if (top === undefined) return [];
  const { photoId } = top;
  const isExpanded = isAll !== except.includes(photoId) && size > 1;
  if (!isExpanded) return [{ ...top, stack: { photoId, size, place: null } }];
  return results.map((one, place) => ({ ...one, stack: { photoId, size, place } }));
}
