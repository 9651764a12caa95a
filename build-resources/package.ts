import { archFromString } from 'electron-builder';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { causeText } from '#shared/problem.ts';
import { packageApp } from './package-app.ts';
import { localSettings, releaseSettings } from './release.ts';

/**
 * `npm run package [-- --dir] [-- --arch x64]` packs the desktop app for this system, for testing and for sharing with
 * others; `npm run dist` packs and signs the app for publishing, or prints which settings are missing.
 */
const { values } = parseArgs({
  options: {
    dir: { type: 'boolean', default: false },
    arch: { type: 'string', multiple: true, default: [] },
    release: { type: 'boolean', default: false },
  },
});

const { platform, env } = process;
const project = fileURLToPath(new URL('..', import.meta.url));
try {
  if (platform !== 'linux' && platform !== 'win32' && platform !== 'darwin') {
    throw new Error(`Packages can't be built on ${platform}.`);
  }
  const { config, says } = (values.release ? releaseSettings : localSettings)(platform, env);
  const files = await packageApp({
    project,
    platform,
    archs: values.arch.map(archFromString),
    asFolder: values.dir,
    config,
  });
  for (const line of [...says, ...files]) console.log(line);
  if (values.release && !values.dir) {
    const sign = [join(project, 'build-resources/sign-release.ts'), join(project, 'release')];
    execFileSync(process.execPath, sign, { stdio: 'inherit' });
  }
} catch (error) {
  console.error(causeText(error));
  process.exitCode = 1;
}
