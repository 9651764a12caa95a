import { success } from '#shared/problem.ts';
import type { FilmstripPhoto } from '#shared/views/retouch.ts';
import type { TemplateCard, TemplateListState } from '#shared/views/templates.ts';
import type { Answers } from './stage.ts';

/** A template of the account's own that can be used, with what a test changes of it. */
export function ownTemplate(id: number, some: Partial<TemplateCard> = {}): TemplateCard {
  return {
    id,
    name: `Studio model ${id}`,
    owner: 'Yours',
    status: 'complete',
    categories: [],
    tags: [],
    about: [],
    hasPicture: false,
    size: null,
    release: null,
    ...some,
  };
}

/** A list of templates, which is all here: it is filtered by whose they are. */
export function listOfTemplates(cards: () => readonly TemplateCard[]): Answers {
  const whole: TemplateListState = {
    isComplete: true,
    isRefreshing: false,
    refreshedAt: 0,
    problem: null,
  };
  return {
    'templates.page': ({ filter: { owner } }) => {
      const rows = cards().filter((card) => owner === undefined || card.owner === owner);
      const hasYours = cards().some((card) => card.owner === 'Yours');
      return success({ ...whole, total: rows.length, rows, tags: [], categories: [], hasYours });
    },
    'templates.named': ({ ids }) =>
      success({
        ...whole,
        cards: ids.map((id) => cards().find((card) => card.id === id) ?? null),
      }),
  };
}

/** A filmstrip with photos of these names, which lie in `/shoot`, and a library with nothing in it. */
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
