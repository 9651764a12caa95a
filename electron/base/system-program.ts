import { win32 } from 'node:path';

/**
 * A program of Windows by its whole path, below the folder of the system: a bare name would be looked for
 * in the current folder first, where a stranger's file may lie.
 */
export function windowsProgram(
  name: string,
  env: Readonly<Record<string, string | undefined>>,
): string {
  return win32.join(env['SystemRoot'] ?? String.raw`C:\Windows`, name);
}
