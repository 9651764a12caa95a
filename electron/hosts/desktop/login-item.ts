import { app } from 'electron';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { failure } from '#shared/failure.ts';
import { success, type Outcome } from '#shared/problem.ts';
import { ownAppImage } from '../../base/app-image.ts';
import { diskProblem, writeWhole } from '../../base/files.ts';
import { quoteForWindows } from '../../base/quote.ts';
import type { LoginItem } from '../contract/host.ts';
import type { Environment } from '../../base/environment.ts';

export interface LoginItemParts {
  readonly platform: NodeJS.Platform;
  readonly env: Environment;
  /** The data folder with which Darkslide was started, if one was given; it is then also used at login. */
  readonly data: string | undefined;
  readonly random: () => number;
}

/**
 * Creates the login item, which starts Darkslide hidden in the tray. Always reads the setting from the system, because
 * the user can also change it there. Null if the app is not installed.
 */
export function createLoginItem(parts: LoginItemParts): LoginItem | null {
  if (!app.isPackaged) return null;
  const { platform, data } = parts;
  const args = ['--hidden', ...(data === undefined ? [] : ['--data', data])];
  if (platform === 'linux') return autostartFile(parts, args);
  if (platform === 'win32') return ofSystem(parts.env['PORTABLE_EXECUTABLE_FILE'], args);
  // macOS starts apps at login without arguments, so another data folder is not possible.
  return platform === 'darwin' && data === undefined ? ofSystem(undefined, []) : null;
}

/** Returns whether macOS started the app at login; other systems use `--hidden`. */
export function wasStartedAtLogin(platform: NodeJS.Platform): boolean {
  return platform === 'darwin' && app.getLoginItemSettings().wasOpenedAtLogin;
}

function ofSystem(path: string | undefined, args: readonly string[]): LoginItem {
  const entry = {
    ...(path === undefined ? {} : { path }),
    ...(args.length === 0 ? {} : { args: args.map(quoteForWindows) }),
  };
  const isOn = (): boolean => {
    const { openAtLogin, executableWillLaunchAtLogin } = app.getLoginItemSettings(entry);
    // The Windows Task Manager can disable the entry without removing it.
    return openAtLogin && (process.platform !== 'win32' || executableWillLaunchAtLogin);
  };
  return {
    read: () => Promise.resolve(success(isOn())),
    set(wanted) {
      app.setLoginItemSettings({ ...entry, openAtLogin: wanted, enabled: wanted });
      return Promise.resolve(isOn() === wanted ? success(wanted) : refused());
    },
  };
}

/** Creates the login item as an XDG autostart file, which Linux desktops read. */
function autostartFile({ env, random }: LoginItemParts, args: readonly string[]): LoginItem {
  const folder = join(env['XDG_CONFIG_HOME'] ?? join(homedir(), '.config'), 'autostart');
  const file = join(folder, 'darkslide.desktop');
  // Uses the file of an AppImage, because its content is mounted at a different path each time.
  const exec = [ownAppImage(env) ?? process.execPath, ...args].map(execWord).join(' ');
  const line = `Exec=${exec}`;
  return {
    async read() {
      const text = await readFile(file, 'utf8').catch(() => '');
      const isOff = /^(Hidden=true|X-GNOME-Autostart-enabled=false)\s*$/imu.test(text);
      return success(!isOff && text.split('\n').includes(line));
    },
    async set(wanted) {
      try {
        if (!wanted) {
          await rm(file, { force: true });
          return success(wanted);
        }
        if (/\p{Cc}/u.test(exec)) return refused();
        await mkdir(folder, { recursive: true });
      } catch (error) {
        return failure(diskProblem(error, file));
      }
      const text = [
        '[Desktop Entry]',
        'Type=Application',
        'Name=Darkslide',
        line,
        'Icon=darkslide',
        'Terminal=false',
        'X-GNOME-Autostart-enabled=true',
        '',
      ].join('\n');
      const written = await writeWhole(file, (handle) => handle.writeFile(text), random);
      return written.ok ? success(wanted) : written;
    },
  };
}

/** Quotes and escapes an argument for `Exec` (Desktop Entry Specification, "The Exec key"). */
function execWord(text: string): string {
  if (/^[A-Za-z0-9_./-]+$/u.test(text)) return text;
  const quoted = `"${text.replaceAll(/["`$\\]/gu, String.raw`\$&`)}"`;
  return quoted.replaceAll('\\', '\\\\').replaceAll('%', '%%');
}

function refused(): Outcome<never> {
  return failure('login-item');
}
