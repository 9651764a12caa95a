import { ownAppImage } from '../../../base/app-image.ts';
import type { Environment } from '../../../base/environment.ts';

/** Returns the program and arguments that start this installation as a command line, without a window. */
export function thisProgram(env: Environment): {
  readonly words: readonly string[];
  readonly isElectron: boolean;
} {
  if (process.versions['electron'] === undefined) {
    return { words: [process.execPath, process.argv[1] ?? ''], isElectron: false };
  }
  // Uses the file of an AppImage, because its content is mounted at a different path each time.
  const program = ownAppImage(env) ?? process.execPath;
  const noDisplay = process.platform === 'linux' ? ['--ozone-platform=headless'] : [];
  return { words: [program, ...noDisplay, '--cli', '--'], isElectron: true };
}
