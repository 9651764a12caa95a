import { parseUpdateInfo } from 'electron-updater/out/providers/Provider.js';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import type { Preferences } from '#shared/views/settings.ts';
import type { UpdateSource } from '#shared/views/updates.ts';
import { ownAppImage } from '../../../base/app-image.ts';
import type { Clock } from '../../../base/clock.ts';
import type { SessionNetwork } from '../../../app/session/network.ts';
import { createEngine, type Engine, type EngineParts } from './engine.ts';
import { createFetcher } from './fetcher.ts';
import { appImageInstaller, macInstaller, nsisInstaller, type Installer } from './install.ts';
import { openMemory } from './memory.ts';
import { isKey } from './signature.ts';
import { createUpdates, type DesktopUpdates, type UpdatesParts } from './updates.ts';

/** What the app knows about its own package. */
export interface Package {
  readonly isPackaged: boolean;
  readonly version: string;
  /** Public keys that releases are signed with. */
  readonly keys: readonly string[];
  /** Absolute path of the folder with `app-update.yml`. */
  readonly resources: string;
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Absolute path of the running program. */
  readonly program: string;
  /** Arguments to restart with. */
  readonly args: readonly string[];
}

export interface UpdatesSetUp {
  readonly network: SessionNetwork['network'];
  readonly preferences: () => Preferences;
  readonly clock: Clock;
  readonly random: () => number;
  /** Absolute path of the folder for downloaded versions and saved state. */
  readonly folder: string;
  readonly around: Pick<UpdatesParts, 'isBusy' | 'isAway' | 'restart' | 'onChange' | 'onTrouble'>;
}

export interface PackageUpdates {
  readonly updates: DesktopUpdates;
  readonly installer: Installer;
  close(): Promise<void>;
}

const configuration = v.object({
  url: v.pipe(v.string(), v.url(), v.startsWith('https://')),
  publisherName: v.optional(v.union([v.string(), v.array(v.string())])),
});

/** Sets up updates if this package updates itself; otherwise returns who provides updates. */
export function setUpUpdates(
  own: Package,
  { network, preferences, clock, random, folder, around }: UpdatesSetUp,
): PackageUpdates | Exclude<UpdateSource, 'here'> {
  const kind = kindOf(own);
  if (typeof kind !== 'object') return kind;
  const file = join(own.resources, 'app-update.yml');
  const told = readConfiguration(file);
  const keys = own.keys.filter(isKey);
  const isUnnamed = kind.of === 'nsis' && (told?.publisherName ?? '').length === 0;
  // Without a publisher name, electron-updater would install packages with anyone's signature.
  if (told === null || keys.length === 0 || isUnnamed) return 'unsigned';

  const fetcher = createFetcher(network, clock);
  const { version } = own;
  const base = new URL(told.url.endsWith('/') ? told.url : `${told.url}/`);
  const engine = createEngine({
    kind: kind.of,
    base,
    keys,
    fetcher,
    version,
    configuration: file,
    folder,
  });
  const installer = installerOf(kind, engine, own, clock, random);
  const updates = createUpdates({
    clock,
    version,
    engine,
    memory: openMemory(folder, version, random),
    wanted: () => preferences().updates,
    networkMode: () => preferences().network.mode,
    canInstall: (staged) => installer.canInstall(staged),
    // Only an AppImage can be restarted with its arguments.
    needsNobody: () =>
      kind.of === 'appimage' || own.args.length === 0
        ? installer.needsNobody()
        : Promise.resolve(false),
    ...around,
  });
  return { updates, installer, close: () => fetcher.close() };
}

type Kind = { readonly of: EngineParts['kind']; readonly file: string };

function kindOf({
  isPackaged,
  platform,
  env,
  program,
}: Package): Kind | Exclude<UpdateSource, 'here'> {
  if (!isPackaged) return 'checkout';
  if (platform === 'darwin') return { of: 'mac', file: '' };
  if (platform === 'win32') {
    return env['PORTABLE_EXECUTABLE_FILE'] === undefined ? { of: 'nsis', file: '' } : 'portable';
  }
  const file = ownAppImage(env, program);
  return file === null ? 'system' : { of: 'appimage', file };
}

function installerOf(
  { of, file }: Kind,
  engine: Engine,
  { args, program, env }: Package,
  clock: Clock,
  random: () => number,
): Installer {
  if (of === 'appimage') return appImageInstaller(file, args, random);
  if (of === 'nsis') return nsisInstaller(engine, program, env['LOCALAPPDATA']);
  return macInstaller(engine, program, clock);
}

function readConfiguration(file: string): v.InferOutput<typeof configuration> | null {
  try {
    const text = readFileSync(file, 'utf8');
    return v.parse(configuration, parseUpdateInfo(text, 'app-update.yml', new URL('file:///')));
  } catch {
    return null;
  }
}
