import { success, type Outcome } from '#shared/problem.ts';
import { chooseDataFolder, chooseService } from '../adapters/settings/choices.ts';
import type { Environment } from '../base/environment.ts';
import { readPolicy } from '../adapters/settings/policy-file.ts';
import type { PolicyPlace } from '../base/policy-place.ts';
import { checkStartService, openAccess, type Access } from './access.ts';

/** The data folder and the service of a program, which do not change until it exits. */
export interface Start {
  readonly access: Access;
  /** Absolute path of the data folder. */
  readonly dataFolder: string;
  /** The service that the command line or the environment names, not yet checked; null if neither names one. */
  readonly service: { readonly url: string; readonly key: string } | null;
}

/** The options from the command line. */
export interface StartOptions {
  readonly data?: string | undefined;
  readonly service?: string | undefined;
}

/**
 * Chooses the data folder and service of a program from its options, within the administrator policy (null for no
 * policy). Problems: those of `readPolicy`, and managed for an option that contradicts the policy.
 */
export function chooseStart(
  told: StartOptions,
  env: Environment,
  place: PolicyPlace | null,
): Outcome<Start> {
  const policy = place === null ? success(null) : readPolicy(place);
  if (!policy.ok) return policy;
  const dataFolder = chooseDataFolder(told.data, env, policy.value?.dataFolder ?? undefined);
  const access = openAccess(policy.value, dataFolder);
  if (!access.ok) return access;
  const service = chooseService(told.service, env);
  const allowed = service === null ? success() : checkStartService(access.value, service.url);
  return allowed.ok ? success({ access: access.value, dataFolder, service }) : allowed;
}
