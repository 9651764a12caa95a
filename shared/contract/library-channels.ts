import * as v from 'valibot';
import { librarySorts } from '../library-image.ts';
import type {
  PsdRequests,
  LibraryCells,
  LibraryForeseen,
  LibraryPage,
  LibraryShelves,
  MarksInFiles,
  RunAgain,
} from '../views/library.ts';
import { command, query } from './channel.ts';
import { between, count, id, ids, MOST_IDS, none, one, PAGE, text } from './schemas.ts';

/** A filter for results; a result must meet all given conditions. */
export const libraryFilter = v.strictObject({
  /** IDs of results. */
  ids: v.optional(v.pipe(ids, v.readonly())),
  /** ID of a result whose photo the results must belong to. */
  samePhotoAs: v.optional(id),
  /** Wall-clock ms of the delivery: not before `from`, and earlier than `before`. */
  from: v.optional(v.pipe(v.number(), v.safeInteger())),
  before: v.optional(v.pipe(v.number(), v.safeInteger())),
  agent: v.optional(text),
  /** Name of a recipe. */
  recipe: v.optional(text),
  /** Null for results without a hot folder. */
  hotFolderId: v.optional(v.nullable(id)),
  pick: v.optional(v.picklist([-1, 0, 1])),
  /** Minimum number of stars. */
  stars: v.optional(between(0, 5)),
  /** Part of the photo's name or path, ignoring case. */
  text: v.optional(text),
});
export type LibraryFilter = Readonly<v.InferOutput<typeof libraryFilter>>;

const sort = v.picklist(librarySorts);

/** Results that are stacked by photo; see `ExpandedStacks`. */
const stackedResults = {
  filter: libraryFilter,
  sort,
  expanded: v.strictObject({
    isAll: v.boolean(),
    except: v.pipe(v.array(id), v.maxLength(MOST_IDS), v.readonly()),
  }),
};

/** Channels of the Library view. */
export const libraryChannels = {
  /** Returns delivered images with their photos. */
  'library.page': query(
    v.strictObject({
      filter: libraryFilter,
      sort,
      offset: count,
      limit: between(1, PAGE),
    }),
  ).returns<LibraryPage>(),
  /** Returns delivered images stacked by photo. */
  'library.cells': query(
    v.strictObject({ ...stackedResults, offset: count, limit: between(1, PAGE) }),
  ).returns<LibraryCells>(),
  /** Returns the index of the cell, counted from 0, that shows a result or its stack; null if no cell does. */
  'library.place': query(v.strictObject({ ...stackedResults, id })).returns<number | null>(),
  'library.shelves': query(none).returns<LibraryShelves>(),
  /** Returns the possible actions on the jobs of results, and what the actions would buy or remove. */
  'library.foresee': query(v.strictObject({ ids })).returns<LibraryForeseen>(),
  /** Requests the layered PSDs of results that were delivered without them. */
  'library.ask-psds': command(v.strictObject({ ids })).returns<PsdRequests>(),
  /** Runs jobs again: the same photos with the same recipes. */
  'library.run-again': command(v.strictObject({ jobIds: ids })).returns<RunAgain>(),
  /** Returns the absolute path of a delivered result. */
  'library.path': query(one).returns<string>(),
  /** Returns how many ratings and picks are not in the files yet. */
  'library.marks-in-files': query(none).returns<MarksInFiles>(),
  /** Writes all missing ratings and picks into the files, if the user has enabled that. */
  'library.write-marks': command(none).returns<null>(),
} as const;
