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

/** How the package of a system is replaced. */
export interface Installer {
  /** Asked while everything still runs. Problems: those of the disk. */
  canInstall(staged: StagedUpdate): Promise<Outcome<void>>;
  /** Whether no system asks for a password on the way: it would wait for one while nothing runs. */
  needsNobody(): Promise<boolean>;
  /**
   * The last thing that is done: nothing runs any more, and the app ends right after it. Problems:
   * update-changed, update-failed, those of the disk; then the old version is still there.
   */
  install(staged: StagedUpdate, restarts: boolean): Promise<Outcome<void>>;
}

/** ms in which macOS takes a version over and proves its signature. */
const TAKEN_OVER = 120_000;

/**
 * An AppImage is one file, which is replaced whole. electron-updater would take the old one away before
 * the new one is there, and a full disk in between would leave neither.
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
        .on('error', () => {}) // it is installed, and started by hand
        .unref();
      return replaced;
    },
  };
}

/**
 * Its installer runs beside, waits for the end of the app, and asks for rights where it needs them: for
 * all but what a person has installed for themselves, below `ownPrograms`.
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

/** macOS fetches it from electron-updater, proves its signature, and ends the app itself. */
export function macInstaller({ updater }: Engine, program: string, clock: Clock): Installer {
  return {
    canInstall: () => Promise.resolve(success()),
    // of Darkslide.app/Contents/MacOS/Darkslide
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
