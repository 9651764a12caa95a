import { isAbsolute, relative, sep } from 'node:path';
import { failure, success, type Outcome } from '#shared/problem.ts';
import { chooseDataFolder, chooseService, type Environment } from './choices.ts';
import type { Policy } from './policy.ts';
import { readPolicy } from './policy-file.ts';
import type { PolicyPlace } from './policy-place.ts';
import { checkServiceUrl } from './service-address.ts';

/** What a program works with from its start to its end. */
export interface Start {
  /** Null where the computer has none. */
  readonly policy: Policy | null;
  /** Absolute. */
  readonly dataFolder: string;
  /** What the command line or the environment names, not checked yet; null for neither. */
  readonly service: { readonly url: string; readonly key: string } | null;
}

/** What the command line names. */
export interface Told {
  readonly data?: string | undefined;
  readonly service?: string | undefined;
}

/**
 * What a program is to work with, as it was told and as the policy of the computer allows; null for no
 * policy. Problems: those of `readPolicy`, and managed for what the policy has set otherwise.
 */
export function chooseStart(
  told: Told,
  env: Environment,
  place: PolicyPlace | null,
): Outcome<Start> {
  const read = place === null ? success(null) : readPolicy(place);
  if (!read.ok) return read;
  const policy = read.value;
  const wanted = chooseDataFolder(told.data, env, policy?.dataFolder ?? undefined);
  if (policy !== null && policy.dataFolder !== null && !liesIn(wanted, policy.dataFolder)) {
    return isSet(
      policy,
      'dataFolder',
      'data folder',
      policy.dataFolder,
      '--data and DARKSLIDE_DATA',
    );
  }
  const service = chooseService(told.service, env);
  if (policy !== null && policy.serviceUrl !== null && service !== null) {
    const url = checkServiceUrl(service.url);
    if (!url.ok || url.value !== policy.serviceUrl) {
      const names = '--service and DARKSLIDE_SERVICE_URL';
      return isSet(policy, 'serviceUrl', 'service', policy.serviceUrl, names);
    }
  }
  return success({ policy, dataFolder: wanted, service });
}

/** Below it are the folders of services that the system runs. */
function liesIn(folder: string, outer: string): boolean {
  const way = relative(outer, folder);
  return !isAbsolute(way) && way.split(sep)[0] !== '..';
}

function isSet(
  { file }: Policy,
  parameter: string,
  what: string,
  value: string,
  leaveAway: string,
): Outcome<never> {
  return failure(
    'managed',
    `The administrator of this computer has set the ${what} to ${value} (${file}). Leave ${leaveAway} away.`,
    { parameter, about: file },
  );
}
