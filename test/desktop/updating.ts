import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, vi } from 'vitest';
import { systemClock, type Clock } from '#electron/base/clock.ts';
import { setUpUpdates, type OwnUpdates, type Package } from '#electron/desktop/updates/set-up.ts';
import { createNetwork } from '#electron/network/network.ts';
import { direct } from '#electron/network/ways.ts';
import { usualPreferences } from '#electron/settings/preferences.ts';
import type { Problem } from '#shared/problem.ts';
import type { UpdatePreferences } from '#shared/views/updates.ts';
import { newSigner, startReleaseServer, type ReleaseServer } from './release-server.ts';

export const signer = newSigner();
export const OLD = Buffer.from('the version that runs');
export const NEW = randomBytes(300_000);

/** Steps that another one follows by itself. */
export const underWay: readonly string[] = ['checking', 'available', 'downloading'];

/** What is around the updates of a test. */
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

/** A computer with an AppImage of Darkslide, and the place that offers versions. */
export interface Place {
  readonly folder: string;
  readonly server: ReleaseServer;
  /** Absolute. */
  appImage: string;
}

/** Call it once in a file: it makes a place for each of its tests, and starts the app's updates there. */
export function places() {
  const place = {} as { -readonly [K in keyof Place]: Place[K] };
  const open: OwnUpdates[] = [];

  beforeEach(async () => {
    place.folder = await mkdtemp(join(tmpdir(), 'darkslide-updates-'));
    place.server = await startReleaseServer();
    place.appImage = join(place.folder, 'Darkslide.AppImage');
    await writeFile(place.appImage, OLD);
    await writeFile(join(place.folder, 'root.pem'), place.server.root);
    vi.stubEnv('APPIMAGE', place.appImage);
  });
  afterEach(async () => {
    for (const one of open.splice(0)) await one.close();
    await place.server.close();
    vi.unstubAllEnvs();
    await rm(place.folder, { recursive: true, force: true });
  });

  /** The packaged app as far as it sees to updates. */
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
    await writeFile(
      join(place.folder, 'app-update.yml'),
      `provider: generic\nurl: ${place.server.url}\nupdaterCacheDirName: staged\n${publisher === null ? '' : `publisherName: ${publisher}\n`}`,
    );
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
          certificates: () => ({
            file: join(place.folder, 'root.pem'),
            dataFolder: join(place.folder, 'data'),
          }),
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
    open.push(made);
    const until = (kind: string) =>
      vi.waitUntil(() => made.updates.view().step.kind === kind, { timeout: 40_000, interval: 5 });
    /** Looks, and what came of it in the end. */
    const looked = async (): Promise<string> => {
      await made.updates.check();
      await vi.waitUntil(() => !underWay.includes(made.updates.view().step.kind), {
        timeout: 40_000,
        interval: 5,
      });
      const { step } = made.updates.view();
      return step.kind === 'failed' ? step.problem.code : step.kind;
    };
    return { ...made, state, until, looked };
  };
  return { place, started };
}
