/** The operations for custom models and scenes (interface: "Own models and scenes (aimodel v1.0)", "Limits"). */
import { isWebAddress } from '#shared/agents/index.ts';
import { customModelLimits, customSceneLimits } from '#shared/limits.ts';
import type { DemoContext } from '../context.ts';
import { chance } from '../chance.ts';
import { grant, refuse } from '../envelope.ts';
import type { Reply } from '../envelope.ts';
import { countCustomModels, findCustomModel, nextNumber } from '../custom-models.ts';
import { showsDetail } from '../render/detail.ts';
import type { PictureLookup } from '../pictures.ts';
import { get, post, textOf } from './route.ts';
import type { Body, Route } from './route.ts';

/** The differences between custom models and custom scenes. */
interface Sort {
  readonly kind: 'model' | 'scene';
  readonly idName: 'fashionModelId' | 'locationId';
  readonly folder: 'myFashionModel' | 'myLocation';
  /** The default name in the language of the service; a number follows. */
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
  perAccount: customModelLimits.perAccount,
  sideAtLeast: 0,
  bytes: customModelLimits.bytes,
};

const scene: Sort = {
  kind: 'scene',
  idName: 'locationId',
  folder: 'myLocation',
  nameless: '我的场景',
  perAccount: customSceneLimits.perAccount,
  sideAtLeast: customSceneLimits.sideAtLeast,
  bytes: customSceneLimits.bytes,
};

function imagesIn(sort: Sort, body: Body): Reply<string[]> {
  if (sort.kind === 'scene') {
    const image = textOf(body, 'image');
    return image === undefined ? refuse('image is required.') : grant([image]);
  }
  const images = body['images'];
  if (!Array.isArray(images) || images.length === 0) return refuse('images is required.');
  if (images.length > customModelLimits.images) {
    return refuse(`At most ${customModelLimits.images} images; these are ${images.length}.`);
  }
  if (!images.every((one) => typeof one === 'string')) {
    return refuse('images must be image URLs.');
  }
  return grant(images);
}

/**
 * Checks a picture if it is already stored. Other pictures are downloaded and checked during
 * preparation.
 */
function judge(sort: Sort, found: PictureLookup): Reply<void> {
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

/**
 * Returns whether none of the pictures shows anything. The service requires "full facial features,
 * frontal view" for a model and "a model and a scene" for a scene. It is unknown how the service
 * checks this. The demo service does not detect people: a preparation fails only if all photos are
 * plain, like a photo of a wall or the sky.
 */
async function areAllPlain(pictures: readonly PictureLookup[]): Promise<boolean> {
  for (const found of pictures) {
    if (found.kind !== 'held' || (await showsDetail(found.picture.file))) return false;
  }
  return true;
}

function routesOf(demo: DemoContext, sort: Sort): Route[] {
  async function create(body: Body): Promise<Reply> {
    if (body['agentName'] !== 'aimodel' || body['agentVersion'] !== 'v1.0') {
      return refuse('agentName must be aimodel and agentVersion v1.0.');
    }
    const images = imagesIn(sort, body);
    if (!images.ok) return images;
    const pictures: PictureLookup[] = [];
    for (const image of images.value) {
      if (!isWebAddress(image)) return refuse('An image must be an http or https address.');
      const found = await demo.pictures.find(image);
      const judged = judge(sort, found);
      if (!judged.ok) return judged;
      pictures.push(found);
    }
    const isPlain = demo.settings.rejectsPlainPhotos && (await areAllPlain(pictures));
    return insert(images.value, textOf(body, 'name'), isPlain);
  }

  function insert(images: readonly string[], given: string | undefined, isPlain: boolean): Reply {
    const { store, settings } = demo;
    if (countCustomModels(demo, sort.kind) >= sort.perAccount) {
      return refuse(`At most ${sort.perAccount} can be created.`, 4290);
    }
    const number = nextNumber(store, sort.kind);
    const fails =
      isPlain || chance(settings.seed, 'own', sort.kind, number) < settings.failures.customModel;
    const id = store.insert('owned', {
      kind: sort.kind,
      name: given ?? `${sort.nameless} ${number}`,
      images: JSON.stringify(images),
      createdAt: demo.now(),
      fails: Number(fails),
    });
    return grant({ [sort.idName]: id });
  }

  function query(text: string | null, lagMs: number | undefined): Reply {
    const found = findCustomModel(demo, sort.kind, Number(text ?? 'none'), lagMs);
    if (found === undefined) return refuse(`There is no ${sort.idName} ${text ?? ''}.`, 4044);
    const { id, name, images, status } = found;
    const pictures = sort.kind === 'model' ? { images } : { image: images[0] };
    return grant({ [sort.idName]: id, name, cover: images[0], ...pictures, status });
  }

  function remove(body: Body): Reply {
    const id = body[sort.idName];
    if (typeof id !== 'number' || findCustomModel(demo, sort.kind, id) === undefined) {
      return refuse(`There is no ${sort.idName} ${String(id)}.`, 4044);
    }
    demo.store.run('UPDATE owned SET deletedAt = ? WHERE id = ?', demo.now(), id);
    return grant(undefined);
  }

  const path = (what: string) => `/agent/${sort.folder}/${what}`;
  return [
    post(`custom-${sort.kind}-create`, path('create'), ({ body }) => create(body)),
    get(`custom-${sort.kind}-query`, path('query'), ({ query: asked, view }) =>
      query(asked.get(sort.idName), view.lagMs),
    ),
    post(`custom-${sort.kind}-delete`, path('delete'), ({ body }) => remove(body)),
  ];
}

export function customModelRoutes(demo: DemoContext): Route[] {
  return [...routesOf(demo, model), ...routesOf(demo, scene)];
}
