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

/** A downloaded version that is ready to install. */
export interface StagedUpdate extends ExpectedFile {
  readonly version: string;
  /** Absolute path of the downloaded file. */
  readonly path: string;
}

/**
 * Runs electron-updater, which handles the package formats of each platform, with Darkslide's own source of releases
 * and network.
 */
export interface Engine {
  /**
   * Finds the newest version in a channel. `isForUs` says whether the version suits this computer. Throws the same
   * errors as `readChannelFile`.
   */
  look(
    channel: UpdatePreferences['channel'],
  ): Promise<{ readonly found: ChannelFile; readonly isForUs: boolean }>;
  /**
   * Downloads the version that `look` found, unless it is already downloaded. Throws a `ProblemError` or a
   * file system error.
   */
  download(onShare: (share: number) => void): Promise<StagedUpdate>;
  readonly updater: AppUpdater;
}

export interface EngineParts {
  readonly kind: 'appimage' | 'nsis' | 'mac';
  /** https URL of the folder with channel files and packages, with a slash at the end. */
  readonly base: URL;
  readonly keys: readonly string[];
  readonly fetcher: Fetcher;
  /** Version of the running Darkslide. */
  readonly version: string;
  /** Absolute path of `app-update.yml`. */
  readonly configuration: string;
  /** Absolute path of the folder for downloaded versions. */
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
    // Both features would download without our fetcher.
    disableDifferentialDownload: true,
    disableWebInstaller: true,
    logger: silent,
    // Replaces Chromium's network stack, so that all traffic uses Darkslide's network.
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

/** Returns the app interface that electron-updater expects; quitting and restarting are handled elsewhere. */
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
