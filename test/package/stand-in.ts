import { createPackage } from '@electron/asar';
import { chmod, cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The part of Electron's binary that contains the fuses: a marker, a version, and one byte per fuse. */
const FUSES = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX\u0001\u0009';
/** The fuses as Electron ships them: 1 for on, 0 for off. */
const USUAL = '101100101';

/** A program that prints its arguments and exits. */
const BINARY = '#!/bin/sh\nprintf \'%s\\n\' "$@"\nexit 0\n';

/**
 * Creates a small imitation of Electron's release for Linux, with the files that a packer needs: the packer can
 * add an app, and set and read the fuses.
 */
export async function makeElectron(folder: string): Promise<void> {
  const app = `${folder}-app`;
  await mkdir(join(folder, 'resources'), { recursive: true });
  await mkdir(join(folder, 'locales'));
  await mkdir(app);
  await writeFile(join(app, 'package.json'), '{}');
  await createPackage(app, join(folder, 'resources', 'default_app.asar'));
  await writeFile(join(folder, 'electron'), `${BINARY}${FUSES}${USUAL}`, 'latin1');
  await chmod(join(folder, 'electron'), 0o755);
  await writeFile(join(folder, 'version'), 'stand-in');
  for (const name of ['LICENSE', 'LICENSES.chromium.html', 'chrome-sandbox']) {
    await writeFile(join(folder, name), '');
  }
  for (const language of ['en-US', 'de', 'fr', 'zh-CN']) {
    await writeFile(join(folder, 'locales', `${language}.pak`), '');
  }
}

/** Fills `folder` with the project as `npm ci --omit=dev` leaves it. */
export async function installWithoutDevelopment(project: string, folder: string): Promise<void> {
  for (const name of ['package.json', 'electron-builder.yml', 'LICENSE', 'build-resources']) {
    await cp(join(project, name), join(folder, name), { recursive: true });
  }
  const lock = JSON.parse(await readFile(join(project, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { dev?: true; optional?: true }>;
  };
  const kept = Object.entries(lock.packages).filter(
    ([path, { dev }]) => path !== '' && dev !== true,
  );
  for (const [path, { optional }] of kept) {
    await cp(join(project, path), join(folder, path), { recursive: true, dereference: true }).catch(
      (error: unknown) => {
        // optional packages for other systems may be missing
        if (optional !== true) throw error;
      },
    );
  }
}
