import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, expect, onTestFinished, vi } from 'vitest';
import { systemClock, type Clock } from '#electron/base/clock.ts';
import { setUpUpdates, type Package } from '#electron/hosts/desktop/updates/set-up.ts';
import { createNetwork } from '#electron/adapters/network/network.ts';
import { direct } from '#electron/adapters/network/ways.ts';
import { usualPreferences } from '#shared/views/settings.ts';
import type { Problem } from '#shared/problem.ts';
import type { UpdatePreferences } from '#shared/views/updates.ts';
import { ownFolder } from '../fixtures/own-folder.ts';
import { newSigner, startReleaseServer, type ReleaseServer } from './release-server.ts';

export const signer = newSigner();
export const OLD = Buffer.from('the version that runs');
export const NEW = randomBytes(300_000);

/** Steps of an update that end without an action of the user. */
const underWay = ['checking', 'available', 'downloading'];

/** The settings and the state of the app on which updates depend in a test. */
export interface Around {
  updates: UpdatePreferences;
  mode: 'normal' | 'metered' | 'offline';
  isBusy: boolean;
  isAway: boolean;
  restarts: number;
  troubles: string[];
}

export const around = (): Around => ({
  updates: { mode: 'automatic', channel: 'latest' },
  mode: 'normal',
  isBusy: false,
  isAway: false,
  restarts: 0,
  troubles: [],
});

/** A computer with an AppImage of Darkslide, and a server that offers versions. */
export interface Place {
  readonly folder: string;
  readonly server: ReleaseServer;
  /** Absolute path. */
  appImage: string;
}

/**
 * Prepares a computer for each test, and returns functions that start its updates. Must be called once per
 * file.
 */
export function places() {
  const place = {} as { -readonly [K in keyof Place]: Place[K] };

  beforeEach(async () => {
    place.folder = await ownFolder('updates');
    place.server = await startReleaseServer();
    onTestFinished(() => place.server.close());
    place.appImage = join(place.folder, 'Darkslide.AppImage');
    await writeFile(place.appImage, OLD);
    await writeFile(join(place.folder, 'root.pem'), place.server.root);
    vi.stubEnv('APPIMAGE', place.appImage);
  });
  afterEach(() => vi.unstubAllEnvs());

  /** Starts the part of the packaged app that handles updates. */
  const started = async (
    state: Around = around(),
    {
      clock = systemClock,
      version = '0.1.0',
      staging = join(place.folder, 'data'),
      own = {},
      publisher = null,
    }: {
      clock?: Clock;
      version?: string;
      staging?: string;
      own?: Partial<Package>;
      publisher?: string | null;
    } = {},
  ) => {
    await mkdir(staging, { recursive: true });
    const source = `provider: generic\nurl: ${place.server.url}\nupdaterCacheDirName: staged\n`;
    const by = publisher === null ? '' : `publisherName: ${publisher}\n`;
    await writeFile(join(place.folder, 'app-update.yml'), `${source}${by}`);
    const roots = { file: join(place.folder, 'root.pem'), dataFolder: join(place.folder, 'data') };
    const made = setUpUpdates(
      {
        isPackaged: true,
        version,
        keys: [signer.publicKey],
        resources: place.folder,
        program: process.execPath,
        platform: 'linux',
        env: { APPIMAGE: place.appImage, APPDIR: dirname(process.execPath) },
        args: [],
        ...own,
      },
      {
        network: createNetwork({
          clock,
          waysTo: () => Promise.resolve([direct]),
          certificates: () => roots,
          mode: () => state.mode,
        }),
        preferences: () => ({
          ...usualPreferences,
          updates: state.updates,
          network: { ...usualPreferences.network, mode: state.mode },
        }),
        clock,
        random: Math.random,
        folder: staging,
        around: {
          isBusy: () => Promise.resolve(state.isBusy),
          isAway: () => state.isAway,
          restart: () => (state.restarts += 1),
          onChange: () => {},
          onTrouble: ({ code }: Problem) => state.troubles.push(code),
        },
      },
    );
    if (typeof made === 'string') throw new Error(made);
    onTestFinished(() => made.close());
    const step = () => made.updates.view().step.kind;
    const until = async (kind: string) => {
      await expect.poll(step, { interval: 5 }).toBe(kind);
    };
    /** Waits until the update has reached a step that only the user can end. */
    const settled = async () => {
      await expect.poll(step, { interval: 5 }).not.toBeOneOf(underWay);
    };
    /** Checks for updates, and returns the step or problem with which the check ends. */
    const looked = async (): Promise<string> => {
      await made.updates.check();
      await settled();
      const { step } = made.updates.view();
      return step.kind === 'failed' ? step.problem.code : step.kind;
    };
    return { ...made, state, until, settled, looked };
  };
  return { place, started };
}
