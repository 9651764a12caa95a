import type { CustomModelKind } from '#shared/custom-models.ts';
import { fine, photoOf, refused, type Arrival, type Reply } from './replies.ts';
import type { World } from './world.ts';

/** The service's record of one custom model or scene. */
export interface CustomModelRecord {
  readonly id: number;
  readonly kind: CustomModelKind;
  /** The custom model or scene for which it was created, according to the uploads. */
  readonly who: string;
  readonly name: string;
  readonly images: readonly string[];
  /** Virtual times from which the account lists it and from which it is complete, ms. */
  readonly listedAt: number;
  readonly readyAt: number;
  /** Whether it exists only because the network duplicated the request, which the client could not know. */
  readonly isEcho: boolean;
}

/** The custom models and scenes in the account at the service. */
export interface Roster {
  readonly records: readonly CustomModelRecord[];
  /** Returns the answer to an operation on models and scenes; null for any other operation. */
  handle(request: Arrival): Reply | null;
}

/** Milliseconds until a custom model or scene is ready. */
const PREPARATION = 20_000;

export function createRoster({ time, chance, tell }: World): Roster {
  const records: CustomModelRecord[] = [];

  const create = (kind: CustomModelKind, { body, isEcho }: Arrival): Reply => {
    const { name } = body as { name?: string };
    const images = imagesIn(body);
    const who = photoOf(images[0] ?? '');
    if (chance.strikes('photo refused', who)) return refused('the picture cannot be used');
    const now = time.now();
    const id = records.length + 1;
    const lag = chance.strikes('listed late', who) ? chance.between(who, 1000, 60_000) : 0;
    const made: CustomModelRecord = {
      id,
      kind,
      who,
      name: name ?? `unnamed ${id}`,
      images,
      listedAt: now + lag,
      readyAt: now + PREPARATION,
      isEcho,
    };
    records.push(made);
    tell(who, `service: makes ${kind} ${id}${isEcho ? ' (duplicated by the network)' : ''}`);
    return fine(kind === 'model' ? { fashionModelId: id } : { locationId: id });
  };

  const query = (kind: CustomModelKind, id: number): Reply => {
    const made = records.find((one) => one.kind === kind && one.id === id);
    if (made === undefined) return refused('there is none', 404);
    const { name, images } = made;
    const told = { name, ...shown(made) };
    return fine(
      kind === 'model'
        ? { fashionModelId: id, ...told, images }
        : { locationId: id, ...told, image: images[0] },
    );
  };

  const shown = ({ id, readyAt }: CustomModelRecord) => {
    const isReady = time.now() >= readyAt;
    const cover = isReady ? `https://files.example/cover.${id}` : '';
    return { cover, status: isReady ? 'complete' : 'prepare' };
  };

  const list = (resource: string, page: number): Reply => {
    const kind = resource === 'fashionModels' ? 'model' : 'scene';
    const all = records.filter((one) => one.kind === kind && one.listedAt <= time.now());
    // with this fault, the list states a total that is one more than the number of its entries
    const isShort = all.length > 0 && chance.strikes('list incomplete', kind);
    const given = page > 1 ? [] : all.slice(0, all.length - Number(isShort));
    const rows = given.map((made) => {
      const { cover, status } = shown(made);
      return { id: made.id, name: made.name, image: cover, type: 'Yours', status };
    });
    const pagination = { page, pageSize: 100, [resource]: { total: all.length, isLastPage: true } };
    return fine({ agentVersion: 'v1.0', [resource]: rows, pagination });
  };

  return {
    records,
    handle(request) {
      const { path, query: asked } = request;
      switch (path) {
        case '/agent/info':
          return list(asked.get('resourceType') ?? '', Number(asked.get('page')));
        case '/agent/myFashionModel/create':
          return create('model', request);
        case '/agent/myLocation/create':
          return create('scene', request);
        case '/agent/myFashionModel/query':
          return query('model', Number(asked.get('fashionModelId')));
        case '/agent/myLocation/query':
          return query('scene', Number(asked.get('locationId')));
        default:
          return null;
      }
    },
  };
}

/** Returns the addresses of the photos in a request for a creation. */
export function imagesIn(body: Arrival['body']): readonly string[] {
  const { images, image } = body as { images?: string[]; image?: string };
  return images ?? (image === undefined ? [] : [image]);
}
