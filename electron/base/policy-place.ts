import { join } from 'node:path';

/** The location of a policy file, and the only user besides root who may own it. */
export interface PolicyPlace {
  /** Absolute path of the policy file. */
  readonly file: string;
  /** User id of the only user besides root who may own the file and the folders above it. */
  readonly owner: number;
}

/** User id of the administrator. */
export const ROOT = 0;

/**
 * Returns the location of this computer's policy. Does not read the environment, because the user
 * who starts a program controls it.
 */
export function systemPolicy(platform: NodeJS.Platform = process.platform): PolicyPlace {
  const folders: Partial<Record<NodeJS.Platform, string>> = {
    darwin: '/Library/Application Support/Darkslide',
    win32: 'C:\\ProgramData\\Darkslide',
  };
  const folder = folders[platform] ?? '/etc/darkslide';
  return {
    file: platform === 'win32' ? `${folder}\\policy.json` : join(folder, 'policy.json'),
    owner: ROOT,
  };
}
