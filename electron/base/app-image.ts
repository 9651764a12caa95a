import { isAbsolute, sep } from 'node:path';

/**
 * Absolute path of the AppImage that this program runs from; null where it runs from none. A program that
 * another AppImage has started inherits what that one was told of itself, so the variables are believed
 * only where the program lies in what they say is mounted.
 */
export function ownAppImage(
  env: Readonly<Record<string, string | undefined>>,
  program: string = process.execPath,
): string | null {
  const { APPIMAGE: file, APPDIR: mounted } = env;
  if (file === undefined || mounted === undefined || !isAbsolute(file)) return null;
  return isAbsolute(mounted) && program.startsWith(`${mounted.replace(/\/+$/, '')}${sep}`)
    ? file
    : null;
}
