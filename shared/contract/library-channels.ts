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

/** Which results: all conditions that are given hold. */
export const libraryFilter = v.strictObject({
  /** Ids of results. */
  ids: v.optional(v.pipe(ids, v.readonly())),
  /** Wall-clock ms of the delivery, from and before. */
  from: v.optional(v.pipe(v.number(), v.safeInteger())),
  before: v.optional(v.pipe(v.number(), v.safeInteger())),
  agent: v.optional(text),
  /** Name of a recipe. */
  recipe: v.optional(text),
  /** Null: of no hot folder. */
  hotFolderId: v.optional(v.nullable(id)),
  pick: v.optional(v.picklist([-1, 0, 1])),
  /** At least so many stars. */
  stars: v.optional(between(0, 5)),
  /** Part of the photo's name or of its path, in any case. */
  text: v.optional(text),
});
export type LibraryFilter = Readonly<v.InferOutput<typeof libraryFilter>>;

const sort = v.picklist(librarySorts);

/** A list of results in the stacks of their photos; see `ExpandedStacks`. */
const stackedResults = {
  filter: libraryFilter,
  sort,
  expanded: v.strictObject({
    isAll: v.boolean(),
    except: v.pipe(v.array(id), v.maxLength(MOST_IDS), v.readonly()),
  }),
};

/** The room Library. */
export const libraryChannels = {
  /** Delivered images, with the photos they were made of. */
  'library.page': query(
    v.strictObject({
      filter: libraryFilter,
      sort,
      offset: count,
      limit: between(1, PAGE),
    }),
  ).returns<LibraryPage>(),
  /** The same, with the results of each photo in one stack. */
  'library.cells': query(
    v.strictObject({ ...stackedResults, offset: count, limit: between(1, PAGE) }),
  ).returns<LibraryCells>(),
  /** Number of the cell, from 0, that shows a result or the stack it lies in; null when it is in none. */
  'library.place': query(v.strictObject({ ...stackedResults, id })).returns<number | null>(),
  'library.shelves': query(none).returns<LibraryShelves>(),
  /** What can be done with the jobs that results are of, and what it would buy or take away. */
  'library.foresee': query(v.strictObject({ ids })).returns<LibraryForeseen>(),
  /** Has the layered files of results made that were delivered without. */
  'library.ask-psds': command(v.strictObject({ ids })).returns<PsdRequests>(),
  /** Runs jobs once more, the same photo with the same recipe. */
  'library.run-again': command(v.strictObject({ jobIds: ids })).returns<RunAgain>(),
  /** Where the file of a result was delivered; absolute. */
  'library.path': query(one).returns<string>(),
  /** How far marks are told by the files themselves. */
  'library.marks-in-files': query(none).returns<MarksInFiles>(),
  /** Has every mark that its file does not tell written into it, where a person wants that. */
  'library.write-marks': command(none).returns<null>(),
} as const;
