import { Arch, build, DIR_TARGET, Platform, type Configuration } from 'electron-builder';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

export interface PackageRequest {
  /** Absolute folder with package.json, electron-builder.yml, dist and the packages that stay. */
  readonly project: string;
  readonly platform: 'linux' | 'win32' | 'darwin';
  /** None: those of electron-builder.yml, else this computer's. */
  readonly archs: readonly Arch[];
  /** A folder to look into in place of installers. */
  readonly asFolder: boolean;
  /** Goes over electron-builder.yml. */
  readonly config: Configuration;
}

const platforms = { linux: Platform.LINUX, win32: Platform.WINDOWS, darwin: Platform.MAC } as const;

/** Packs what `npm run build` has made; absolute paths of the packages. Throws what is in the way. */
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

/** The packages with native files that a system needs and that npm has not installed here. */
function lackingNatives(project: string, platform: string, arch: string): string[] {
  const exiftool = `exiftool-vendored.${platform === 'win32' ? 'exe' : 'pl'}`;
  return [`@img/sharp-${platform}-${arch}`, exiftool].filter(
    (name) => !existsSync(join(project, 'node_modules', name)),
  );
}
