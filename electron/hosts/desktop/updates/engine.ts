import {
  AppImageUpdater,
  MacUpdater,
  NsisUpdater,
  Provider,
  type AppUpdater,
  type UpdateInfo,
} from 'electron-updater';
import { basename } from 'node:path';
import { failure } from '#shared/failure.ts';
import type { UpdatePreferences } from '#shared/views/updates.ts';
import { ProblemError } from '../../../base/problem-error.ts';
import { readChannelFile, type ChannelFile } from './feed.ts';
import type { Fetcher } from './fetcher.ts';
import type { ExpectedFile } from './package-file.ts';
import { provePublisher } from './windows-signature.ts';

/** A version that was fetched and waits on the disk to be installed. */
export interface StagedUpdate extends ExpectedFile {
  readonly version: string;
  /** Absolute. */
  readonly path: string;
}

/** electron-updater, which knows the packages of each system, with Darkslide's own feed and network. */
export interface Engine {
  /** The newest version of a channel, and whether it is for this computer. Throws what `readChannelFile` does. */
  look(
    channel: UpdatePreferences['channel'],
  ): Promise<{ readonly found: ChannelFile; readonly isForUs: boolean }>;
  /** Fetches what `look` found, or finds it fetched already. Throws a `ProblemError`, or what the disk says. */
  download(onShare: (share: number) => void): Promise<StagedUpdate>;
  readonly updater: AppUpdater;
}

export interface EngineParts {
  readonly kind: 'appimage' | 'nsis' | 'mac';
  /** Where channel files and packages lie; https, ends with a slash. */
  readonly base: URL;
  readonly keys: readonly string[];
  readonly fetcher: Fetcher;
  /** Of this Darkslide. */
  readonly version: string;
  /** Absolute; holds `app-update.yml`. */
  readonly configuration: string;
  /** Absolute folder that versions are staged in. */
  readonly folder: string;
}

const updaters = { appimage: AppImageUpdater, nsis: NsisUpdater, mac: MacUpdater } as const;

const silent = { info() {}, warn() {}, error() {} };

export function createEngine(parts: EngineParts): Engine {
  const { base, keys, fetcher } = parts;
  const updater: AppUpdater = new updaters[parts.kind](undefined, adapter(parts));
  let channel: UpdatePreferences['channel'] = 'latest';
  let found: ChannelFile | null = null;
  let tell: (share: number) => void = () => {};

  const fileOf = (name: string): ChannelFile['files'][number] => {
    const file = found?.files.find(({ url }) => url === name);
    if (file === undefined) throw notForThis();
    return file;
  };

  class SignedProvider extends Provider<UpdateInfo> {
    constructor(_options: unknown, _updater: unknown, runtime: never) {
      super(runtime);
    }
    override async getLatestVersion(): Promise<UpdateInfo> {
      found = null;
      found = await readChannelFile(
        fetcher,
        base,
        `${this.getCustomChannelName(channel)}.yml`,
        keys,
      );
      return { path: '', sha512: '', releaseDate: '', ...found } as UpdateInfo;
    }
    override resolveFiles(info: UpdateInfo) {
      return info.files.map((file) => ({
        url: new URL(encodeURIComponent(file.url), base),
        info: file,
      }));
    }
  }

  Object.assign(updater, {
    autoDownload: false,
    autoInstallOnAppQuit: false,
    allowDowngrade: false,
    // these fetch by ways of their own
    disableDifferentialDownload: true,
    disableWebInstaller: true,
    logger: silent,
    // in place of Chromium's, so that there is one way out of Darkslide
    httpExecutor: {
      download: (url: URL, to: string) =>
        fetcher.file(url, to, fileOf(decodeURIComponent(basename(url.pathname))), (share) =>
          tell(share),
        ),
    },
  });
  if (updater instanceof NsisUpdater) updater.verifyUpdateCodeSignature = provePublisher;
  updater.setFeedURL({ provider: 'custom', updateProvider: SignedProvider as never });

  return {
    updater,
    async look(wanted) {
      channel = wanted;
      const result = await updater.checkForUpdates();
      if (result === null || found === null) throw notForThis();
      return { found, isForUs: result.isUpdateAvailable };
    },
    async download(onShare) {
      tell = onShare;
      const [path] = await updater.downloadUpdate();
      if (path === undefined || found === null) throw notForThis();
      const { size, sha512 } = fileOf(basename(path));
      return { version: found.version, path, size, sha512 };
    },
  };
}

function notForThis() {
  return new ProblemError(failure('update-missing'));
}

/** What electron-updater wants to know of the app; what it would do with it is done elsewhere. */
function adapter({ version, folder, configuration }: EngineParts) {
  return {
    version,
    name: 'Darkslide',
    isPackaged: true,
    appUpdateConfigPath: configuration,
    userDataPath: folder,
    baseCachePath: folder,
    whenReady: () => Promise.resolve(),
    relaunch() {},
    quit() {},
    onQuit() {},
  };
}
