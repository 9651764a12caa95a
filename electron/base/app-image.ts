import { isAbsolute, sep } from 'node:path';

/**
 * Returns the absolute path of the AppImage that this program runs from, or null. A program that
 * another AppImage started inherits the variables of that AppImage, so the variables are only
 * trusted if the program is inside the folder that they name.
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
