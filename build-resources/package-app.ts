import { Arch, build, DIR_TARGET, Platform, type Configuration } from 'electron-builder';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

export interface PackageRequest {
  /**
   * Absolute path of the folder with package.json, electron-builder.yml, dist and the packages that are not bundled.
   */
  readonly project: string;
  readonly platform: 'linux' | 'win32' | 'darwin';
  /** Processor architectures; if empty, those in electron-builder.yml or, if there are none, this computer's. */
  readonly archs: readonly Arch[];
  /** Whether to create an unpacked folder for testing instead of installers. */
  readonly asFolder: boolean;
  /** Settings that override electron-builder.yml. */
  readonly config: Configuration;
}

const platforms = { linux: Platform.LINUX, win32: Platform.WINDOWS, darwin: Platform.MAC } as const;

/** Packs the output of `npm run build`; returns the absolute paths of the packages. Throws if packing is impossible. */
export function packageApp(request: PackageRequest): Promise<string[]> {
  const { project, platform, archs, asFolder, config } = request;
  const types = asFolder ? [DIR_TARGET] : [];
  return build({
    projectDir: project,
    targets: platforms[platform].createTarget(types, ...archs),
    publish: 'never',
    config: {
      extends: join(project, 'electron-builder.yml'),
      ...config,
      beforePack: ({ electronPlatformName, arch }) => {
        const lacks = lackingNatives(project, electronPlatformName, Arch[arch]);
        if (lacks.length > 0) throw new Error(`Not installed here: ${lacks.join(', ')}.`);
      },
    },
  });
}

/** Returns the names of required packages with native files that are not installed for this platform. */
function lackingNatives(project: string, platform: string, arch: string): string[] {
  const exiftool = `exiftool-vendored.${platform === 'win32' ? 'exe' : 'pl'}`;
  return [`@img/sharp-${platform}-${arch}`, exiftool].filter(
    (name) => !existsSync(join(project, 'node_modules', name)),
  );
}
