import { join, resolve } from 'node:path';
import envPaths from 'env-paths';
import type { Environment } from '../../base/environment.ts';

/**
 * Returns the absolute path of the data folder: `told` if given, otherwise the folder in DARKSLIDE_DATA, otherwise
 * `otherwise`, by default the system's folder for application data.
 */
export function chooseDataFolder(
  told: string | undefined,
  env: Environment,
  otherwise = defaultDataFolder(),
): string {
  return resolve(given(told) ?? given(env['DARKSLIDE_DATA']) ?? otherwise);
}

/**
 * Returns the demo's folder inside a data folder. The demo has its own ledger, so that its runs
 * never count as bought.
 */
export function demoFolder(dataFolder: string): string {
  return join(dataFolder, 'demo');
}

export function defaultDataFolder(): string {
  return envPaths('Darkslide', { suffix: '' }).data;
}

/**
 * Returns the service to use, without checking its address or key: `told` if given, otherwise the service in
 * DARKSLIDE_SERVICE_URL; null for the demo service. The key always comes from DARKSLIDE_API_KEY and never from an
 * argument, because all users of the computer can see the arguments of a command.
 */
export function chooseService(
  told: string | undefined,
  env: Environment,
): { readonly url: string; readonly key: string } | null {
  const url = given(told) ?? given(env['DARKSLIDE_SERVICE_URL']);
  return url === undefined ? null : { url, key: env['DARKSLIDE_API_KEY'] ?? '' };
}

/** Returns undefined for blank text, which an unset variable in a shell script produces. */
function given(text: string | undefined): string | undefined {
  return text === undefined || text.trim() === '' ? undefined : text;
}
