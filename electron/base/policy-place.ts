import { join } from 'node:path';

/** The location of a policy file, and the only user who may write there. */
export interface PolicyPlace {
  /** Absolute path. */
  readonly file: string;
  /** User id; besides root, the only one that may own the file and the folders above it. */
  readonly owner: number;
}

/** User id of the administrator. */
export const ROOT = 0;

/**
 * Returns where the policy of this computer is. Does not read the environment, because the user who starts a
 * program controls it.
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
