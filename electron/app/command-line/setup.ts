import { existsSync } from 'node:fs';
import { failure } from '#shared/failure.ts';
import { success, type Outcome, type Problem } from '#shared/problem.ts';
import type { Preferences } from '#shared/views/settings.ts';
import { usualPreferences } from '#shared/views/settings.ts';
import { ledgerFile, purchaseLogFile } from '../../adapters/ledger/files.ts';
import { chosenWays } from '../../adapters/network/choose.ts';
import { createNetwork, type Network } from '../../adapters/network/network.ts';
import { environmentWays } from '../../adapters/network/ways.ts';
import { chooseService, demoFolder } from '../../adapters/settings/choices.ts';
import { effective } from '../../adapters/settings/effective.ts';
import { checkLimitsIn, readEffective } from '../../adapters/settings/preferences.ts';
import { checkServiceKey, checkServiceUrl } from '../../adapters/settings/service-address.ts';
import { systemClock } from '../../base/clock.ts';
import type { Environment } from '../../base/environment.ts';
import type { StartHelper } from '../../base/helper.ts';
import type { PolicyPlace } from '../../base/policy-place.ts';
import type { ToolsOptions } from '../../studio-tools.ts';
import type { Access } from '../access.ts';
import { limitsOf } from '../settings/limits.ts';
import { chooseStart, type Start, type StartOptions } from '../start.ts';
import type { Admission, CommandLink } from './talk.ts';

/** Limits of the queue from the command line; they replace those of the settings, within the policy. */
export interface GivenLimits {
  readonly inFlight?: number;
  /** Time in s during which a request whose answer was lost may still be processed. */
  readonly doubtWindow?: number;
}

/** The setup of a command that runs in its own process. */
export interface CommandSetup {
  readonly start: Start;
  readonly env: Environment;
  readonly options: GivenLimits;
  /** Reads the key file again; undefined if the user named none. */
  readonly rereadKey: (() => string | null) | undefined;
  /** How helper processes are started; undefined under plain Node. */
  readonly startHelper: StartHelper | undefined;
  /**
   * Aborted at the first Ctrl-C, or when no program reads the output any more; requests in progress then finish safely.
   */
  readonly interrupted: AbortSignal;
  hear(event: OpeningEvent): void;
  /** Ends the command like an interruption, with this problem as the reason; only the first call has an effect. */
  giveUp(problem: Problem): void;
  /** Lets other commands use the studio of this folder, until the returned function is called. */
  letCommandsIn(
    folder: string,
    admit: (link: CommandLink) => Admission,
  ): Promise<() => Promise<void>>;
}

/** Events reported while a command opens and closes its parts. */
export type OpeningEvent =
  | { readonly kind: 'notice'; readonly problem: Problem }
  | { readonly kind: 'service'; readonly isDemo: boolean; readonly serviceUrl: string }
  | { readonly kind: 'demo-ledger' }
  | { readonly kind: 'demo-cards' }
  | { readonly kind: 'stopping' };

/**
 * Chooses the data folder and service for a command from its options, within the administrator policy (null for no
 * policy). Problems: those of `chooseStart`, managed, managed-limit.
 */
export async function startCommand(
  options: StartOptions & GivenLimits,
  env: Environment,
  place: PolicyPlace | null,
): Promise<Outcome<Start>> {
  const chosen = chooseStart(options, env, place);
  if (!chosen.ok) return chosen;
  const { access, service } = chosen.value;
  const allowed = await checkLimits(options, access);
  if (!allowed.ok) return allowed;
  const only = access.policy?.serviceUrl ?? undefined;
  return success({ ...chosen.value, service: service ?? chooseService(only, env) });
}

/** Checks whether the policy allows the options. Problems: managed, managed-limit. */
function checkLimits(
  { inFlight, doubtWindow }: GivenLimits,
  access: Access,
): Promise<Outcome<unknown>> {
  const minutes = doubtWindow === undefined ? undefined : doubtWindow / 60;
  const usual = effective(usualPreferences, {}, access.policy);
  return access.settings({ inFlight, doubtWindow: minutes }, usual);
}

/**
 * Returns the limits of the queue: those of the effective preferences, in which the options replace the number of
 * executions at a time and the doubt window. No option replaces a spending limit.
 */
export function limitsIn(
  { options, start }: Pick<CommandSetup, 'options' | 'start'>,
  preferences: Preferences,
): ReturnType<typeof limitsOf> {
  const { inFlight, doubtWindow } = options;
  return {
    ...limitsOf(preferences, checkLimitsIn(start.dataFolder, start.access.policy)),
    ...(inFlight !== undefined && { inFlight }),
    ...(doubtWindow !== undefined && { doubtWindow: doubtWindow * 1000 }),
  };
}

/** The ledger that a command uses. */
export interface MeantLedger {
  /** Absolute path of the ledger's folder. */
  readonly folder: string;
  /**
   * Checked address of the service; null for the demo; undefined for the service that the ledger already belongs to.
   */
  readonly serviceUrl?: string | null;
}

/**
 * Returns the ledger of the command's service. As in the window, the demo's ledger is in a subfolder. Problem:
 * service-bad-url.
 */
export function ledgerOfService({ start }: Pick<CommandSetup, 'start'>): Outcome<MeantLedger> {
  const { service, dataFolder } = start;
  if (service === null) return success({ folder: demoFolder(dataFolder), serviceUrl: null });
  const url = checkServiceUrl(service.url);
  return url.ok ? success({ folder: dataFolder, serviceUrl: url.value }) : url;
}

/**
 * Returns the folder of the ledger for a command that names no service and only reads or repairs: the ledger of the
 * real service if it exists, otherwise that of the demo.
 */
export function usualLedgerFolder({ start }: Pick<CommandSetup, 'start'>): string {
  const { service, dataFolder } = start;
  const hasBought = existsSync(ledgerFile(dataFolder)) || existsSync(purchaseLogFile(dataFolder));
  return hasBought || service !== null ? dataFolder : demoFolder(dataFolder);
}

/**
 * Returns the checked service of a command; null is the demo service. Problems: those of its address,
 * service-key-missing, service-key-invalid.
 */
export function serviceOf({
  start,
}: Pick<CommandSetup, 'start'>): Outcome<{ readonly url: string; readonly key: string } | null> {
  const choice = start.service;
  if (choice === null) return success(null);
  const url = checkServiceUrl(choice.url);
  if (!url.ok) return url;
  if (choice.key.trim() === '') {
    return failure('service-key-missing.demo', { url: url.value });
  }
  const key = checkServiceKey(choice.key);
  if (!key.ok) return key;
  return success({ url: url.value, key: key.value });
}

/** Returns the effective preferences, from the window's settings and the administrator policy. */
export function preferencesIn(
  { start }: Pick<CommandSetup, 'start'>,
  onTrouble: (problem: Problem) => void = () => {},
): Preferences {
  return readEffective(start.dataFolder, start.access.policy, onTrouble);
}

/** Returns what a command's studio or tools need from outside: network, helper processes, key and settings. */
export function surroundingsOf(
  setup: CommandSetup,
): Pick<ToolsOptions, 'network' | 'startHelper' | 'rereadKey' | 'skuPattern'> {
  const { startHelper, rereadKey } = setup;
  const { skuPattern } = preferencesIn(setup);
  return {
    network: networkOf(setup),
    skuPattern: () => skuPattern,
    ...(startHelper && { startHelper }),
    ...(rereadKey && { rereadKey }),
  };
}

/** Creates the network from the settings; the environment variables name the system's proxies. */
function networkOf(setup: CommandSetup): Network {
  const { dataFolder } = setup.start;
  const { network } = preferencesIn(setup, (problem) => setup.hear({ kind: 'notice', problem }));
  const { proxy, proxyUrl, extraCertificates: file, mode } = network;
  return createNetwork({
    clock: systemClock,
    // Passwords are in the keychain, which only the window can open.
    waysTo: chosenWays(
      () => ({ proxy, proxyUrl }),
      environmentWays(setup.env),
      () => null,
    ),
    certificates: () => (file === null ? null : { file, dataFolder }),
    mode: () => mode,
  });
}
