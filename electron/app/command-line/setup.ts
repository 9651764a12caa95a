import { existsSync } from 'node:fs';
import { failure, success, type Outcome, type Problem } from '#shared/problem.ts';
import type { Preferences } from '#shared/views/settings.ts';
import { usualPreferences } from '#shared/views/settings.ts';
import { ledgerFile, purchaseLogFile } from '../../adapters/ledger/files.ts';
import { chosenWays } from '../../adapters/network/choose.ts';
import { createNetwork, type Network } from '../../adapters/network/network.ts';
import { environmentWays } from '../../adapters/network/ways.ts';
import { chooseService, demoFolder } from '../../adapters/settings/choices.ts';
import { effective } from '../../adapters/settings/effective.ts';
import type { Policy } from '../../adapters/settings/policy.ts';
import { readEffective } from '../../adapters/settings/preferences.ts';
import { checkServiceKey, checkServiceUrl } from '../../adapters/settings/service-address.ts';
import { systemClock } from '../../base/clock.ts';
import type { Environment } from '../../base/environment.ts';
import type { StartHelper } from '../../base/helper.ts';
import type { PolicyPlace } from '../../base/policy-place.ts';
import type { QueueLimits } from '../../engine/queue/parts.ts';
import type { ToolsOptions } from '../../studio-tools.ts';
import type { Access } from '../access.ts';
import { chooseStart, type Start, type StartOptions } from '../start.ts';
import type { Admission, CommandLink } from './talk.ts';

/** Limits of the queue that a command line names. */
export interface GivenLimits {
  readonly inFlight?: number;
  /** s */
  readonly doubtWindow?: number;
}

/** What a command starts with, in a process of its own. */
export interface CommandSetup {
  readonly start: Start;
  readonly env: Environment;
  readonly options: GivenLimits;
  /** Reads the file of the key anew; undefined where none was named. */
  readonly rereadKey: (() => string | null) | undefined;
  /** How processes beside this one are started; undefined under plain Node. */
  readonly startHelper: StartHelper | undefined;
  /** The first Ctrl-C, or a reader that left: bring what is under way to a safe end. */
  readonly interrupted: AbortSignal;
  hear(event: OpeningEvent): void;
  /** Ends the command as an interrupt would, with this problem as the reason; the first one counts. */
  giveUp(problem: Problem): void;
  /** Lets other commands work in the studio of this folder; gives what ends that. */
  letCommandsIn(
    folder: string,
    admit: (link: CommandLink) => Admission,
  ): Promise<() => Promise<void>>;
}

/** What a person is told while a command opens and closes what it works with. */
export type OpeningEvent =
  | { readonly kind: 'notice'; readonly problem: Problem }
  | { readonly kind: 'service'; readonly isDemo: boolean; readonly serviceUrl: string }
  | { readonly kind: 'demo-ledger' }
  | { readonly kind: 'demo-cards' }
  | { readonly kind: 'stopping' };

/**
 * Chooses what a command is to work with, as it was told and as the policy of the computer allows; null for no
 * policy. Problems: those of `chooseStart`, managed, managed-limit.
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

/** Whether the policy lets the options be what they are. Problems: managed, managed-limit. */
function checkLimits(
  { inFlight, doubtWindow }: GivenLimits,
  access: Access,
): Promise<Outcome<unknown>> {
  const minutes = doubtWindow === undefined ? undefined : doubtWindow / 60;
  return access.settings({ inFlight, doubtWindow: minutes }, usualIn(access.policy));
}

/** The command line takes no numbers from the window, only from its options and from the policy. */
function usualIn(policy: Policy | null): Preferences {
  return effective(usualPreferences, {}, policy);
}

/** Returns the limits of the queue: as the options say, else the usual ones, both as the policy allows. */
export function limitsIn({
  options,
  start,
}: CommandSetup): Pick<QueueLimits, 'imagesPerDay' | 'inFlight' | 'doubtWindow'> {
  const { imagesPerDay, inFlight, doubtWindow } = usualIn(start.access.policy);
  return {
    imagesPerDay,
    inFlight: options.inFlight ?? inFlight,
    doubtWindow:
      options.doubtWindow === undefined ? doubtWindow * 60_000 : options.doubtWindow * 1000,
  };
}

/** The ledger that a command means. */
export interface MeantLedger {
  /** Absolute path of its folder. */
  readonly folder: string;
  /** Checked address of the service, null for the demo; undefined for that of the ledger, whichever it is. */
  readonly serviceUrl?: string | null;
}

/** Returns the ledger of the service that a command names; as in the window the demo's lies below it. Problem: service-bad-url. */
export function ledgerOfService({ start }: Pick<CommandSetup, 'start'>): Outcome<MeantLedger> {
  const { service, dataFolder } = start;
  if (service === null) return success({ folder: demoFolder(dataFolder), serviceUrl: null });
  const url = checkServiceUrl(service.url);
  return url.ok ? success({ folder: dataFolder, serviceUrl: url.value }) : url;
}

/**
 * Returns the folder of the ledger that a command means which only looks into one or mends it, when no service is
 * named: the one that bought, where there is one, else the demo's.
 */
export function usualLedgerFolder({ start }: Pick<CommandSetup, 'start'>): string {
  const { service, dataFolder } = start;
  const hasBought = existsSync(ledgerFile(dataFolder)) || existsSync(purchaseLogFile(dataFolder));
  return hasBought || service !== null ? dataFolder : demoFolder(dataFolder);
}

/** Returns the service that was asked for, checked; null is the demo service. Problems: those of its address and key. */
export function serviceOf({
  start,
}: Pick<CommandSetup, 'start'>): Outcome<{ readonly url: string; readonly key: string } | null> {
  const choice = start.service;
  if (choice === null) return success(null);
  const url = checkServiceUrl(choice.url);
  if (!url.ok) return url;
  if (choice.key.trim() === '') {
    return failure(
      'service-key-missing',
      `There is no API key for ${url.value}. Set DARKSLIDE_API_KEY, or remove --service to use the demo service.`,
    );
  }
  const key = checkServiceKey(choice.key);
  if (!key.ok) return key;
  return success({ url: url.value, key: key.value });
}

/** Returns the preferences in force, as the window's settings and the policy of the computer have them. */
export function preferencesIn(
  { start }: Pick<CommandSetup, 'start'>,
  onTrouble: (problem: Problem) => void = () => {},
): Preferences {
  return readEffective(start.dataFolder, start.access.policy, onTrouble);
}

/** Returns how requests leave and helpers start, for whatever opens a studio or its tools. */
export function waysOutOf(
  setup: CommandSetup,
): Pick<ToolsOptions, 'network' | 'startHelper' | 'rereadKey'> {
  const { startHelper, rereadKey } = setup;
  return {
    network: networkOf(setup),
    ...(startHelper && { startHelper }),
    ...(rereadKey && { rereadKey }),
  };
}

/** The way out as the settings have it; the system's proxies are those that the environment names. */
function networkOf(setup: CommandSetup): Network {
  const { dataFolder } = setup.start;
  const { network } = preferencesIn(setup, (problem) => setup.hear({ kind: 'notice', problem }));
  const { proxy, proxyUrl, extraCertificates: file, mode } = network;
  return createNetwork({
    clock: systemClock,
    // a password is in the keychain, which only the window opens
    waysTo: chosenWays(
      () => ({ proxy, proxyUrl }),
      environmentWays(setup.env),
      () => null,
    ),
    certificates: () => (file === null ? null : { file, dataFolder }),
    mode: () => mode,
  });
}
