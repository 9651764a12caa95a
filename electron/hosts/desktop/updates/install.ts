import type { MacUpdater, NsisUpdater } from 'electron-updater';
import { spawn } from 'node:child_process';
import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { failure } from '#shared/failure.ts';
import { success, type Outcome } from '#shared/problem.ts';
import type { Clock } from '../../../base/clock.ts';
import type { Engine, StagedUpdate } from './engine.ts';
import { canReplace, replaceBy } from './stage.ts';

/** Installs new versions of Darkslide in one package format. */
export interface Installer {
  /** Checks in advance, while Darkslide still runs. Problems: those of the disk. */
  canInstall(staged: StagedUpdate): Promise<Outcome<void>>;
  /**
   * Returns whether the system installs without asking for a password. After Darkslide has quit, there may be nobody
   * to enter it.
   */
  needsNobody(): Promise<boolean>;
  /**
   * Installs the version as the last action before the app exits. Problems: update-changed,
   * update-not-installed, those of the disk; the old version then remains.
   */
  install(staged: StagedUpdate, restarts: boolean): Promise<Outcome<void>>;
}

/** Time limit in ms for macOS to accept a version and verify its signature. */
const TAKEN_OVER = 120_000;

/**
 * Creates the installer of an AppImage, which replaces the file atomically. electron-updater would delete the
 * old file first, so a full disk could leave neither version.
 */
export function appImageInstaller(
  target: string,
  args: readonly string[],
  random: () => number,
): Installer {
  return {
    canInstall: (staged) => canReplace(target, staged),
    needsNobody: () => Promise.resolve(true),
    async install(staged, restarts) {
      const replaced = await replaceBy(target, staged, random);
      if (!replaced.ok || !restarts) return replaced;
      spawn(target, [...args], { detached: true, stdio: 'ignore' })
        .on('error', () => {}) // the new version is installed anyway, and the user can start it
        .unref();
      return replaced;
    },
  };
}

/**
 * Creates the installer for Windows. It runs separately, waits for the app to exit, and asks for
 * administrator rights unless Darkslide is installed for this user, below `ownPrograms`.
 */
export function nsisInstaller(
  { updater }: Engine,
  program: string,
  ownPrograms: string | undefined,
): Installer {
  const isOwn =
    ownPrograms !== undefined && program.toLowerCase().startsWith(`${ownPrograms.toLowerCase()}\\`);
  return {
    canInstall: () => Promise.resolve(success()),
    needsNobody: () => Promise.resolve(isOwn),
    install: (_staged, restarts) =>
      Promise.resolve((updater as NsisUpdater).install(true, restarts) ? success() : notStarted()),
  };
}

/** Creates the installer for macOS, which verifies the signature and quits the app itself. */
export function macInstaller({ updater }: Engine, program: string, clock: Clock): Installer {
  return {
    canInstall: () => Promise.resolve(success()),
    // The program is in Darkslide.app/Contents/MacOS, and the bundle must be writable.
    needsNobody: () =>
      access(join(program, '../../..'), constants.W_OK).then(
        () => true,
        () => false,
      ),
    async install(_staged, restarts) {
      const mac = updater as MacUpdater;
      const done = new AbortController();
      let isRefused = false;
      mac.once('error', () => {
        isRefused = true;
        done.abort();
      });
      mac.autoRunAppAfterInstall = restarts;
      mac.quitAndInstall();
      await clock.sleep(TAKEN_OVER, done.signal);
      return isRefused ? notStarted() : success();
    },
  };
}

function notStarted(): Outcome<never> {
  return failure('update-not-installed');
}
