import type { Problem } from '#shared/problem.ts';
import type { ConnectionTest } from '#shared/views/settings.ts';
import type { Clock } from '../base/clock.ts';
import { checkServiceKey, checkServiceUrl } from '../service/address.ts';
import { createService } from '../service/client.ts';
import { failureProblem } from '../service/failure-problem.ts';
import type { ServiceFailure } from '../service/types.ts';

type StepName = ConnectionTest['steps'][number]['step'];

const order: readonly StepName[] = ['address', 'reach', 'envelope', 'key'];
/** ms for the whole test. */
const PATIENCE = 15_000;

/** What a failure tells: the first step that is not good; null when the service is there all the same. */
const failsAt: Readonly<Record<ServiceFailure['kind'], StepName | null>> = {
  network: 'reach',
  timeout: 'reach',
  aborted: 'reach',
  file: 'reach',
  'not-envelope': 'envelope',
  unauthorised: 'key',
  // its own no to this question, or to so many, says that it is there and knows the key
  refused: null,
  'rate-limited': null,
};

/**
 * Tries a service with the client that works with it, by a question that costs nothing. `key` empty:
 * there is none. Ends within 15 s.
 */
export async function testConnection(
  given: { readonly url: string; readonly key: string },
  parts: { readonly clock: Clock; readonly random: () => number },
  signal: AbortSignal,
): Promise<ConnectionTest> {
  const url = checkServiceUrl(given.url);
  if (!url.ok) return failed('address', url.problem);
  const key = checkServiceKey(given.key);
  // without a key it still shows whether the service is there
  const service = createService({
    ...parts,
    baseUrl: url.value,
    key: key.ok ? key.value : 'none',
  });
  const late = new AbortController();
  void parts.clock.sleep(PATIENCE, AbortSignal.any([signal, late.signal])).then(() => late.abort());
  try {
    const answer = await service.info(
      { agentName: 'removeBG', agentVersion: 'v1.0', pageSize: 1 },
      { signal: late.signal },
    );
    const step = answer.ok ? null : failsAt[answer.failure.kind];
    if (step !== null && !answer.ok && step !== 'key') {
      return failed(step, problemOf(answer.failure));
    }
    if (!key.ok) return failed('key', key.problem);
    if (step === 'key' && !answer.ok) return failed('key', failureProblem(answer.failure));
    return { steps: order.map((name) => good(name)), isGood: true };
  } finally {
    late.abort();
    await service.close();
  }
}

function problemOf(failure: ServiceFailure): Problem {
  if (failure.kind !== 'aborted') return failureProblem(failure);
  return {
    code: 'service-timeout',
    message: 'The service did not answer in time. Check the address and the network.',
    ...(failure.about === undefined ? {} : { about: failure.about }),
  };
}

function good(step: StepName) {
  return { step, problem: null };
}

function failed(at: StepName, problem: Problem): ConnectionTest {
  const before = order.slice(0, order.indexOf(at));
  return { steps: [...before.map(good), { step: at, problem }], isGood: false };
}
