import { win32 } from 'node:path';

/**
 * Returns the absolute path of a Windows program in the system folder. For a bare name, Windows
 * would search the current folder first, where anyone may have placed a file.
 */
export function windowsProgram(
  name: string,
  env: Readonly<Record<string, string | undefined>>,
): string {
  return win32.join(env['SystemRoot'] ?? String.raw`C:\Windows`, name);
}
