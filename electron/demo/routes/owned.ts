/** Own models and scenes, "Own models and scenes (aimodel v1.0)" and "Limits". */
import { isWebAddress } from '#shared/agents/index.ts';
import { ownModelLimits, ownSceneLimits } from '#shared/limits.ts';
import type { Backstage } from '../backstage.ts';
import { chance } from '../chance.ts';
import { grant, refuse } from '../envelope.ts';
import type { Reply } from '../envelope.ts';
import { countOwned, findOwned } from '../owned.ts';
import type { Found } from '../pictures.ts';
import { textOf } from './route.ts';
import type { Body, Route } from './route.ts';

/** What differs between own models and own scenes. */
interface Sort {
  readonly kind: 'model' | 'scene';
  readonly idName: 'fashionModelId' | 'locationId';
  readonly folder: 'myFashionModel' | 'myLocation';
  /** The default name in the service's native language, before its number. */
  readonly nameless: string;
  readonly perAccount: number;
  readonly sideAtLeast: number;
  readonly bytes: number;
}

const model: Sort = {
  kind: 'model',
  idName: 'fashionModelId',
  folder: 'myFashionModel',
  nameless: '我的模特',
  perAccount: ownModelLimits.perAccount,
  sideAtLeast: 0,
  bytes: ownModelLimits.bytes,
};

const scene: Sort = {
  kind: 'scene',
  idName: 'locationId',
  folder: 'myLocation',
  nameless: '我的场景',
  perAccount: ownSceneLimits.perAccount,
  sideAtLeast: ownSceneLimits.sideAtLeast,
  bytes: ownSceneLimits.bytes,
};

function askedImages(sort: Sort, body: Body): Reply<string[]> {
  if (sort.kind === 'scene') {
    const image = textOf(body, 'image');
    return image === undefined ? refuse('image is required.') : grant([image]);
  }
  const images = body['images'];
  if (!Array.isArray(images) || images.length === 0) return refuse('images is required.');
  if (images.length > ownModelLimits.images) {
    return refuse(`At most ${ownModelLimits.images} images; these are ${images.length}.`);
  }
  if (!images.every((one) => typeof one === 'string')) {
    return refuse('images must be image URLs.');
  }
  return grant(images);
}

/** Judges what the service can see: a picture it holds. Others are fetched while it prepares. */
function judge(sort: Sort, found: Found): Reply<void> {
  if (found.kind === 'missing') return refuse('An image is not at its address any more.', 4041);
  if (found.kind === 'elsewhere') return grant(undefined);
  const { bytes, width, height } = found.picture;
  if (bytes > sort.bytes)
    return refuse(`An image is larger than ${sort.bytes / 1_000_000}M.`, 4220);
  if (Math.min(width, height) < sort.sideAtLeast) {
    return refuse(`The image must be at least 512*512 pixels; it is ${width}*${height}.`, 4223);
  }
  return grant(undefined);
}

function routesOf(stage: Backstage, sort: Sort): Route[] {
  async function create(body: Body): Promise<Reply> {
    if (body['agentName'] !== 'aimodel' || body['agentVersion'] !== 'v1.0') {
      return refuse('agentName must be aimodel and agentVersion v1.0.');
    }
    const images = askedImages(sort, body);
    if (!images.ok) return images;
    for (const image of images.value) {
      if (!isWebAddress(image)) return refuse('An image must be an http or https address.');
      const judged = judge(sort, await stage.pictures.find(image));
      if (!judged.ok) return judged;
    }
    return insert(images.value, textOf(body, 'name'));
  }

  function insert(images: readonly string[], given: string | undefined): Reply {
    const { book, settled } = stage;
    if (countOwned(stage, sort.kind) >= sort.perAccount) {
      return refuse(`At most ${sort.perAccount} can be created.`, 4290);
    }
    const made = book.one<{ count: number }>(
      'SELECT count(*) AS count FROM owned WHERE kind = ?',
      sort.kind,
    );
    const number = (made?.count ?? 0) + 1;
    const fails = chance(settled.seed, 'own', sort.kind, number) < settled.failures.ownModel;
    const id = book.run(
      'INSERT INTO owned (kind, name, images, createdAt, fails, sees) VALUES (?, ?, ?, ?, ?, ?)',
      sort.kind,
      given ?? `${sort.nameless} ${number}`,
      JSON.stringify(images),
      stage.now(),
      Number(fails),
      settled.looksAtOwn ? null : 1,
    );
    if (settled.looksAtOwn) stage.looks.begin(id);
    return grant({ [sort.idName]: id });
  }

  function query(text: string | null, lagMs: number | undefined): Reply {
    const owned = findOwned(stage, sort.kind, Number(text ?? 'none'), lagMs);
    if (owned === undefined) return refuse(`There is no ${sort.idName} ${text ?? ''}.`, 4044);
    const { id, name, images, status } = owned;
    const pictures = sort.kind === 'model' ? { images } : { image: images[0] };
    return grant({ [sort.idName]: id, name, cover: images[0], ...pictures, status });
  }

  function remove(body: Body): Reply {
    const id = body[sort.idName];
    if (typeof id !== 'number' || findOwned(stage, sort.kind, id) === undefined) {
      return refuse(`There is no ${sort.idName} ${String(id)}.`, 4044);
    }
    stage.book.run('UPDATE owned SET deletedAt = ? WHERE id = ?', stage.now(), id);
    return grant(undefined);
  }

  const path = (what: string) => `/agent/${sort.folder}/${what}`;
  return [
    {
      method: 'POST',
      path: path('create'),
      operation: `own-${sort.kind}-create`,
      body: 'json',
      handle: ({ body }) => create(body),
    },
    {
      method: 'GET',
      path: path('query'),
      operation: `own-${sort.kind}-query`,
      body: 'none',
      handle: ({ query: asked, view }) => query(asked.get(sort.idName), view.lagMs),
    },
    {
      method: 'POST',
      path: path('delete'),
      operation: `own-${sort.kind}-delete`,
      body: 'json',
      handle: ({ body }) => remove(body),
    },
  ];
}

export function ownedRoutes(stage: Backstage): Route[] {
  return [...routesOf(stage, model), ...routesOf(stage, scene)];
}
