import { problemOf } from '#shared/failure.ts';
import { saidOf } from './failure-problem.ts';
import type { Answer, Service } from './types.ts';

/**
 * Stands in for a service whose key is not there: nothing is sent, and everything is answered as a
 * key that is not accepted, so that all work waits for a person in one place.
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
