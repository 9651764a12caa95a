import type { CustomModelKind, ServiceModel } from '#shared/custom-models.ts';
import type { Answer, CallOptions, OnceOptions, Service } from '../../adapters/service/types.ts';

/**
 * The service's operations for custom models and custom scenes (interface: "Own models and scenes"), the same
 * for both.
 */
export interface CustomModelOperations {
  /** Creates an entry and returns its id. The request is sent at most once. */
  create(
    images: readonly string[],
    name: string | null,
    options: OnceOptions,
  ): Promise<Answer<number>>;
  query(id: number, options: CallOptions): Promise<Answer<ServiceModel>>;
  /** Deletes the entry; may be repeated. */
  remove(id: number, options: CallOptions): Promise<Answer<void>>;
}

export function operationsOf(service: Service, kind: CustomModelKind): CustomModelOperations {
  return kind === 'model' ? ofModels(service) : ofScenes(service);
}

function ofModels(service: Service): CustomModelOperations {
  return {
    async create(images, name, options) {
      const answer = await service.createCustomModel({ images, ...named(name) }, options);
      return read(answer, ({ fashionModelId }) => fashionModelId);
    },
    async query(id, options) {
      const answer = await service.queryCustomModel(id, options);
      return read(answer, ({ name, cover, images, status }) => ({
        id,
        name,
        cover: cover ?? '',
        images,
        status,
      }));
    },
    remove: (id, options) => service.deleteCustomModel(id, options),
  };
}

function ofScenes(service: Service): CustomModelOperations {
  return {
    async create([image = ''], name, options) {
      const answer = await service.createCustomScene({ image, ...named(name) }, options);
      return read(answer, ({ locationId }) => locationId);
    },
    async query(id, options) {
      const answer = await service.queryCustomScene(id, options);
      return read(answer, ({ name, cover, image, status }) => ({
        id,
        name,
        cover: cover ?? '',
        images: image === null ? [] : [image],
        status,
      }));
    },
    remove: (id, options) => service.deleteCustomScene(id, options),
  };
}

function named(name: string | null): { readonly name?: string } {
  return name === null ? {} : { name };
}

function read<T, U>(answer: Answer<T>, of: (value: T) => U): Answer<U> {
  return answer.ok ? { ok: true, value: of(answer.value) } : answer;
}
