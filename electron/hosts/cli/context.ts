import { existsSync } from 'node:fs';
import { failure, success, type Outcome, type Problem } from '#shared/problem.ts';
import type { CallbackSettings } from '#shared/views/callback.ts';
import type { Preferences } from '#shared/views/settings.ts';
import { systemClock } from '../../base/clock.ts';
import type { StartHelper } from '../../base/helper.ts';
import { ledgerFile, purchaseLogFile } from '../../adapters/ledger/files.ts';
import { chosenWays } from '../../adapters/network/choose.ts';
import { createNetwork, type Network } from '../../adapters/network/network.ts';
import { environmentWays } from '../../adapters/network/ways.ts';
import { checkServiceKey, checkServiceUrl } from '../../adapters/settings/service-address.ts';
import { demoFolder } from '../../adapters/settings/choices.ts';
import type { Environment } from '../../base/environment.ts';
import { readEffective } from '../../adapters/settings/preferences.ts';
import type { Start } from '../../app/start.ts';
import type { ToolsOptions } from '../../studio-tools.ts';
import type { Ask } from './ask.ts';
import type { Output } from './output.ts';

/** The options that every command takes, as the argument parser hands them over. */
export interface SharedOptions {
  readonly json?: true;
  readonly verbose?: true;
  readonly data?: string;
  readonly service?: string;
  /** s */
  readonly doubtWindow?: number;
  readonly onDoubt?: 'hold' | 'resend';
  readonly inFlight?: number;
  readonly metadata?: 'keep' | 'none';
  readonly keyFile?: string;
  /** Of the commands that write a log; see hot-folder-options.ts. */
  readonly log?: string;
}

/** What a command works with. */
export interface Context {
  readonly out: Output;
  readonly options: SharedOptions;
  readonly env: Environment;
  /** Reads the file of --key-file anew; undefined where none was named. */
  readonly rereadKey: (() => string | null) | undefined;
  /** How processes beside this one are started; undefined under plain Node. */
  readonly startHelper: StartHelper | undefined;
  readonly start: Start;
  /** The first Ctrl-C, or a reader that left: bring what is under way to a safe end. */
  readonly interrupted: AbortSignal;
  /** Puts a question; null where nobody sits at a terminal. */
  readonly ask: Ask | null;
  /** Ends the command as an interrupt would, with this problem as the reason; the first one counts. */
  giveUp(problem: Problem): void;
}

/** Where all of Darkslide lies. */
export function homeOf({ start }: Context): string {
  return start.dataFolder;
}

/** The preferences in force there, as the window's settings and the policy of the computer have them. */
function effectiveOf({ out, start }: Context): Preferences {
  return readEffective(start.dataFolder, start.access.policy, ({ code, message }) =>
    out.warn(`${code}: ${message}`),
  );
}

/** The folder of the ledger: that of the service, or as in the window the demo's below it. */
export function dataFolderOf(context: Context): string {
  const home = homeOf(context);
  return context.start.service === null ? demoFolder(home) : home;
}

/**
 * The ledger that a command means which only looks into one or mends it, when no service is named: the
 * one that bought, where there is one, else the demo's.
 */
export function ledgerFolderOf(context: Context): string {
  const home = homeOf(context);
  const hasBought = existsSync(ledgerFile(home)) || existsSync(purchaseLogFile(home));
  return hasBought ? home : dataFolderOf(context);
}

/** The way out as the settings have it; the system's proxies are those that the environment names. */
function networkOf(context: Context): Network {
  const { proxy, proxyUrl, extraCertificates, mode } = effectiveOf(context).network;
  return createNetwork({
    clock: systemClock,
    // a password is in the keychain, which only the window opens
    waysTo: chosenWays(
      () => ({ proxy, proxyUrl }),
      environmentWays(context.env),
      () => null,
    ),
    certificates: () =>
      extraCertificates === null ? null : { file: extraCertificates, dataFolder: homeOf(context) },
    mode: () => mode,
  });
}

/** Where notifications of the service are listened for, as the settings have it; undefined for nowhere. */
export function callbackOf({ start }: Context): CallbackSettings | undefined {
  // what is wrong with the settings is said by who reads the network out of them
  const { callback } = readEffective(start.dataFolder, start.access.policy, () => {});
  return callback.isOn ? callback : undefined;
}

/** Reads how many photos of a hot folder at once are bought without a question, as the settings have it. */
export function askAboveOf({ start }: Context): number {
  return readEffective(start.dataFolder, start.access.policy, () => {}).askAbove;
}

/** How requests leave and helpers start, for whatever opens a studio or its tools. */
export function waysOutOf(
  context: Context,
): Pick<ToolsOptions, 'network' | 'startHelper' | 'rereadKey'> {
  const { startHelper, rereadKey } = context;
  return {
    network: networkOf(context),
    ...(startHelper && { startHelper }),
    ...(rereadKey && { rereadKey }),
  };
}

/** Reads the daily limit of the window's settings; null for none. */
export function imagesPerDayOf({ start }: Context): number | null {
  return readEffective(start.dataFolder, start.access.policy, () => {}).imagesPerDay;
}

export interface ServiceChoice {
  readonly url: string;
  readonly key: string;
}

/** The service that was asked for, checked; null is the demo service. */
export function serviceOf({ start }: Context): Outcome<ServiceChoice | null> {
  const choice = start.service;
  if (choice === null) return success(null);
  const url = checkServiceUrl(choice.url);
  if (!url.ok) return url;
  if (choice.key.trim() === '') {
    return failure(
      'service-key-missing',
      `There is no API key for ${url.value}. Put it into the environment variable DARKSLIDE_API_KEY, or leave --service away to use the demo service.`,
    );
  }
  const key = checkServiceKey(choice.key);
  if (!key.ok) return key;
  return success({ url: url.value, key: key.value });
}
