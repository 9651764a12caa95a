import { of, sortsOf, type Fields, type RowOf, type SortOf } from './fields.ts';
import type { Mark } from './views/retouch.ts';

/** The fields of a delivered image in the library; see `jobFields`. */
export const libraryFields = {
  /** ID of the result. */
  id: { is: of<number>() },
  jobId: { is: of<number>() },
  /** Wall-clock ms of the delivery. */
  deliveredAt: { is: of<number>(), sorts: { newest: 'descending', oldest: 'ascending' } },
  /** File name of the photo. */
  photo: { is: of<string>(), sorts: { photo: 'ascending' } },
  /** File name of the result. */
  name: { is: of<string>() },
  /** px */
  width: { is: of<number>() },
  /** px */
  height: { is: of<number>() },
  /** Name of the recipe; empty if the recipe cannot be read. */
  recipe: { is: of<string>() },
  agent: { is: of<string>() },
  /** Name of the other station of the shared studio that delivered the image; null for this station. */
  station: { is: of<string | null>() },
  pick: { is: of<Mark['pick']>() },
  stars: { is: of<Mark['stars']>(), sorts: { stars: 'descending' } },
  /** The layered PSD of the image's execution, which is a separate result; null if it was not requested. */
  psd: {
    is: of<{ readonly id: number; readonly state: 'making' | 'there' | 'failed' } | null>(),
  },
} as const satisfies Fields;

/** A delivered image with its photo. */
export type LibraryImage = RowOf<typeof libraryFields>;

export type LibrarySort = SortOf<typeof libraryFields>;
export const sortedLibraryFields = sortsOf(libraryFields);
export const librarySorts = sortedLibraryFields.map(({ name }) => name);
