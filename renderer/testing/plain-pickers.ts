import { success } from '#shared/problem.ts';
import type { FilmstripPhoto } from '#shared/views/retouch.ts';
import type { Answers } from './stage.ts';

/** Creates a filmstrip with photos of these names, which are in `/shoot`, and an empty library. */
export function filmstripOf(names: readonly string[]): Answers {
  const photos = names.map((name, at): FilmstripPhoto => {
    const work = { delivered: 0, underWay: 0, needPerson: 0, failed: 0 };
    return { id: at + 1, name, width: 720, height: 600, ...work };
  });
  return {
    'retouch.filmstrip': ({ offset, limit }) =>
      success({ total: photos.length, offset, rows: photos.slice(offset, offset + limit) }),
    'retouch.photo': ({ id }) => {
      const photo = photos.find((one) => one.id === id);
      if (photo === undefined) throw new Error(`${id} is not on the filmstrip`);
      const source = `/shoot/${photo.name}`;
      return success({ photo, source, bytes: 1000, problem: null, runs: [], outFolder: '/out' });
    },
    'library.page': ({ offset }) => success({ total: 0, offset, rows: [] }),
  };
}
