import { join } from 'node:path';

/** Where a policy lies, and who alone may write there. */
export interface PolicyPlace {
  /** Absolute. */
  readonly file: string;
  /** Number of the user; with root the only one who may own it and the folders that lead to it. */
  readonly owner: number;
}

/** Number of the administrator. */
export const ROOT = 0;

/**
 * Where the policy of this computer lies. No environment is asked, because whoever starts a program
 * chooses its environment.
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
