import { problemOf } from '#shared/failure.ts';
import { saidOf } from './failure-problem.ts';
import type { Answer, Service } from './types.ts';

/**
 * Returns a service for use without a key. It sends nothing and answers every call with `unauthorised`,
 * so that jobs wait in the same state as after a refused key.
 */
export function keylessService(url: string): Service {
  const refuse = (): Promise<Answer<never>> =>
    Promise.resolve({
      ok: false,
      failure: {
        kind: 'unauthorised',
        mayHaveBeenProcessed: false,
        fromService: false,
        ...saidOf(problemOf('service-unauthorised.keyless', { url })),
      },
    });
  return {
    createTask: refuse,
    execute: refuse,
    query: refuse,
    deleteTask: refuse,
    info: refuse,
    uploadImage: refuse,
    createPsd: refuse,
    queryPsd: refuse,
    createCustomModel: refuse,
    queryCustomModel: refuse,
    deleteCustomModel: refuse,
    createCustomScene: refuse,
    queryCustomScene: refuse,
    deleteCustomScene: refuse,
    close: () => Promise.resolve(),
  };
}
