import { join, resolve } from 'node:path';
import envPaths from 'env-paths';
import type { Environment } from '../../base/environment.ts';

/**
 * Where the ledger lives: as told, from DARKSLIDE_DATA, or `otherwise`, by default the place the system
 * keeps for programs' data. Absolute.
 */
export function chooseDataFolder(
  told: string | undefined,
  env: Environment,
  otherwise = defaultDataFolder(),
): string {
  return resolve(given(told) ?? given(env['DARKSLIDE_DATA']) ?? otherwise);
}

/** Where the demo lives in a data folder, with a ledger of its own: what is tried there is not bought. */
export function demoFolder(dataFolder: string): string {
  return join(dataFolder, 'demo');
}

export function defaultDataFolder(): string {
  return envPaths('Darkslide', { suffix: '' }).data;
}

/**
 * The service to work with, its address and key not checked yet: as told or from
 * DARKSLIDE_SERVICE_URL, the key always from DARKSLIDE_API_KEY, because what stands in a command line
 * can be read by every user of the computer. Null is the demo service.
 */
export function chooseService(
  told: string | undefined,
  env: Environment,
): { readonly url: string; readonly key: string } | null {
  const url = given(told) ?? given(env['DARKSLIDE_SERVICE_URL']);
  return url === undefined ? null : { url, key: env['DARKSLIDE_API_KEY'] ?? '' };
}

/** Blank is what an unset variable of a shell script leaves. */
function given(text: string | undefined): string | undefined {
  return text === undefined || text.trim() === '' ? undefined : text;
}
