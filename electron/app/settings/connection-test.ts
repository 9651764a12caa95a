import { problemOf } from '#shared/failure.ts';
import type { Problem } from '#shared/problem.ts';
import type { ConnectionTest } from '#shared/views/settings.ts';
import type { Clock } from '../../base/clock.ts';
import { placeOf } from '../../adapters/network/connect.ts';
import { ConnectFailure } from '../../adapters/network/failure.ts';
import { limit } from '../../base/limit.ts';
import type { Network } from '../../adapters/network/network.ts';
import { checkServiceKey, checkServiceUrl } from '../../adapters/settings/service-address.ts';
import { createService } from '../../adapters/service/client.ts';
import { failureProblem } from '../../adapters/service/failure-problem.ts';
import type { ServiceFailure } from '../../adapters/service/types.ts';

type StepName = ConnectionTest['steps'][number]['step'];

/** Time limit in ms for the entire test. */
const PATIENCE = 15_000;
/** The part of that time limit, in ms, that connecting may take. */
const CONNECT = 10_000;

/**
 * The step at which a failure is reported once the connection is open; null if the failure shows that the service is
 * available.
 */
const failsAt: Readonly<Record<ServiceFailure['kind'], StepName | null>> = {
  network: 'envelope',
  timeout: 'envelope',
  aborted: 'envelope',
  file: 'envelope',
  'not-envelope': 'envelope',
  unauthorised: 'key',
  // Refusing this query, or refusing too many queries, shows that the service is available and accepts the key.
  refused: null,
  'rate-limited': null,
};

/**
 * Tests a service step by step: first the connection, over which nothing is sent, then a query that is free of charge.
 * `key` may be empty. Ends within 15 seconds.
 */
export async function testConnection(
  given: { readonly url: string; readonly key: string },
  parts: { readonly clock: Clock; readonly random: () => number; readonly network: Network },
  signal: AbortSignal,
): Promise<ConnectionTest> {
  const { clock, network } = parts;
  const url = checkServiceUrl(given.url);
  if (!url.ok) return failed(['address'], 'address', url.problem);
  const late = new AbortController();
  const either = AbortSignal.any([signal, late.signal]);
  void clock.sleep(PATIENCE, either).then(() => late.abort());
  try {
    const place = placeOf(new URL(url.value));
    const isProxied = await network.isProxied(place).catch(() => true);
    const steps = stepsOf(place.protocol, isProxied);
    const bad = await tryWay(place, network, clock, either);
    if (bad !== null) return failed(steps, bad.leg, bad.problem);
    return await tryService({ ...given, url: url.value }, parts, steps, either);
  } finally {
    late.abort();
  }
}

/** Returns the steps of a connection in order; steps that a proxy performs are part of the step `proxy`. */
function stepsOf(protocol: string, isProxied: boolean): readonly StepName[] {
  const way: readonly StepName[] = isProxied ? ['proxy'] : ['name', 'connection'];
  const certificate: readonly StepName[] = protocol === 'https:' ? ['certificate'] : [];
  return ['address', ...way, ...certificate, 'envelope', 'key'];
}

async function tryWay(
  place: ReturnType<typeof placeOf>,
  network: Network,
  clock: Clock,
  signal: AbortSignal,
): Promise<ConnectFailure | null> {
  const within = limit(clock, signal);
  within.within(CONNECT);
  try {
    (await network.open(place, within, CONNECT)).destroy();
    return null;
  } catch (error) {
    if (error instanceof ConnectFailure) return error;
    throw error;
  } finally {
    within.close();
  }
}

async function tryService(
  given: { readonly url: string; readonly key: string },
  parts: { readonly clock: Clock; readonly random: () => number; readonly network: Network },
  steps: readonly StepName[],
  signal: AbortSignal,
): Promise<ConnectionTest> {
  const key = checkServiceKey(given.key);
  // Even without a key, the query shows whether the service is available.
  const service = createService({
    ...parts,
    baseUrl: given.url,
    key: key.ok ? key.value : 'none',
  });
  try {
    const answer = await service.info(
      { agentName: 'removeBG', agentVersion: 'v1.0', pageSize: 1 },
      { signal },
    );
    const step = answer.ok ? null : failsAt[answer.failure.kind];
    if (step !== null && !answer.ok && step !== 'key') {
      return failed(steps, step, stepProblem(answer.failure));
    }
    if (!key.ok) return failed(steps, 'key', key.problem);
    if (step === 'key' && !answer.ok) return failed(steps, 'key', failureProblem(answer.failure));
    return { steps: steps.map((name) => good(name)), isGood: true };
  } finally {
    await service.close();
  }
}

function stepProblem(failure: ServiceFailure): Problem {
  if (failure.kind !== 'aborted') return failureProblem(failure);
  return problemOf(
    'service-timeout.unknown',
    {},
    failure.about === undefined ? {} : { about: failure.about },
  );
}

function good(step: StepName) {
  return { step, problem: null };
}

/**
 * Returns a failed test. If the failed step is not among the steps of this connection, reports it after the first step.
 */
function failed(steps: readonly StepName[], at: StepName, problem: Problem): ConnectionTest {
  const before = steps.includes(at) ? steps.slice(0, steps.indexOf(at)) : steps.slice(0, 1);
  return { steps: [...before.map(good), { step: at, problem }], isGood: false };
}
