import { spawn } from 'node:child_process';
import { dirname } from 'node:path';
import { failure } from '#shared/failure.ts';
import { success, type Outcome } from '#shared/problem.ts';
import { windowsProgram } from '../../base/system-program.ts';
import type { Environment } from '../../base/environment.ts';

type Call = readonly [program: string, ...args: string[]];

/**
 * Opens a URL in the user's browser, if there is one. The URL must not contain a secret, because other users of the
 * computer can read the command line of the browser.
 */
export function openAddress(address: string, env: Environment): void {
  const call: Call | null =
    process.platform === 'darwin'
      ? ['open', address]
      : process.platform === 'win32'
        ? [
            windowsProgram(String.raw`System32\rundll32.exe`, env),
            'url.dll,FileProtocolHandler',
            address,
          ]
        : hasDisplay(env)
          ? ['xdg-open', address]
          : null;
  // Without a browser, the user can copy the URL from the terminal.
  if (call !== null) void run(call);
}

/** Returns whether there is a display for a window. */
export function hasDisplay(env: Environment): boolean {
  if (process.platform !== 'linux') return true;
  return [env['DISPLAY'], env['WAYLAND_DISPLAY']].some((name) => (name ?? '') !== '');
}

/** Shows a file in the user's file manager. Problem: file-manager-missing. */
export async function revealFile(path: string, env: Environment): Promise<Outcome<null>> {
  const call: Call =
    process.platform === 'darwin'
      ? ['open', '-R', path]
      : process.platform === 'win32'
        ? [windowsProgram('explorer.exe', env), `/select,${path}`]
        : // Every file manager can open a folder, but few can select a file.
          ['xdg-open', dirname(path)];
  const isShown = hasDisplay(env) && (await run(call));
  return isShown
    ? success(null)
    : failure(
        'file-manager-missing',
        { path },
        {
          about: path,
        },
      );
}

/** Opens a folder in the user's file manager. Problem: file-manager-missing. */
export async function openFolder(path: string, env: Environment): Promise<Outcome<null>> {
  const program = {
    darwin: 'open',
    win32: windowsProgram('explorer.exe', env),
  }[process.platform as string];
  const isOpen = hasDisplay(env) && (await run([program ?? 'xdg-open', path]));
  return isOpen ? success(null) : failure('file-manager-missing', { path }, { about: path });
}

/** Starts a program that keeps running after this one; returns whether it started. */
function run([program, ...args]: Call): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(program, args, { detached: true, stdio: 'ignore', windowsHide: true });
    child.once('spawn', () => resolve(true));
    child.once('error', () => resolve(false));
    child.unref();
  });
}
