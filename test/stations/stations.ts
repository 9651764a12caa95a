import { mkdir } from 'node:fs/promises';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { runPhotos } from '#electron/app/run-photos.ts';
import { startDemo } from '#electron/demo/demo.ts';
import type { Demo, DemoOptions } from '#electron/demo/types.ts';
import { resolveRecipe } from '#electron/engine/intake/admit.ts';
import {
  writeStationFile,
  type StationFile,
} from '#electron/adapters/shared-studio/station-file.ts';
import { openStudio, type Studio, type StudioOptions } from '#electron/studio.ts';
import { success } from '#shared/problem.ts';
import { ownFolder } from '../fixtures/own-folder.ts';
import { accessIn, uncheckedOutput } from '../fixtures/permitted.ts';
import { plainRecipe } from '../fixtures/plain-recipe.ts';
import type { Postgres, TestStudio } from '../fixtures/postgres.ts';
import { recipeOf, valueOf } from '../fixtures/values.ts';
import { workHere } from '../world/images.ts';

/** A shared studio with one service, for stations in this process. */
export interface StationsWorld {
  readonly folder: string;
  readonly demo: Demo;
  readonly shared: TestStudio;
  /** Opens a station; a station with the same name that was stopped continues with its ledger. */
  open(
    name: string,
    options?: Partial<StudioOptions>,
    file?: Partial<Pick<StationFile, 'roots' | 'takes'>>,
  ): Promise<TestStation>;
  /** Ends the station's connections to the database and refuses new ones, until `reconnect`. */
  cutOff(name: string): Promise<void>;
  reconnect(name: string): Promise<void>;
}

export interface TestStation {
  readonly studio: Studio;
  /** Runs photos; returns the ids of their jobs. */
  run(photos: readonly string[], order?: { readonly again: boolean }): Promise<number[]>;
  /** Resolves when each of these jobs is in one of the states; returns their states. */
  until(jobs: readonly number[], ...states: string[]): Promise<string[]>;
  stop(): Promise<void>;
}

export async function openStations(
  server: Postgres,
  facts: Parameters<Postgres['newStudio']>[0] = {},
  demoOptions: Partial<DemoOptions> = {},
): Promise<StationsWorld> {
  const folder = await ownFolder('stations');
  const demo = await startDemo({
    folder: join(folder, 'service'),
    render: 'quick',
    seed: 1,
    ...demoOptions,
    speed: { executionMs: 150, jitterMs: 0, psdMs: 50, ...demoOptions.speed },
  });
  onTestFinished(() => demo.close());
  const shared = await server.newStudio(facts);
  const logins = new Map<string, Awaited<ReturnType<TestStudio['newStation']>>>();
  return {
    folder,
    demo,
    shared,
    async cutOff(name) {
      const user = logins.get(name)?.user ?? '';
      await shared.sql(`ALTER ROLE ${user} NOLOGIN`);
      await shared.sql(
        'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = $1',
        [user],
      );
    },
    async reconnect(name) {
      await shared.sql(`ALTER ROLE ${logins.get(name)?.user ?? ''} LOGIN`);
    },
    async open(name, options = {}, more = {}) {
      const dataFolder = join(folder, name);
      if (!logins.has(name)) {
        const login = await shared.newStation();
        logins.set(name, login);
        await mkdir(join(dataFolder, 'out'), { recursive: true });
        const file = {
          format: 1,
          station: randomUUID(),
          name,
          studio: 'Test',
          ...more,
          ...login,
        } as const;
        valueOf(await writeStationFile(dataFolder, file));
      }
      const { url, key } = demo;
      const studio = valueOf(
        await openStudio(
          {
            dataFolder,
            access: accessIn(dataFolder),
            service: { url, key },
            startHelper: workHere,
            ...options,
          },
          () => {},
        ),
      );
      studio.start();
      const stop = () => studio.stop();
      onTestFinished(stop);
      return { studio, ...actionsOn(studio, dataFolder), stop };
    },
  };
}

function actionsOn(studio: Studio, folder: string): Pick<TestStation, 'run' | 'until'> {
  return {
    async run(photos, order = { again: false }) {
      const run = runPhotos(studio, order);
      const recipe = valueOf(await resolveRecipe(recipeOf(plainRecipe), folder));
      const jobs: number[] = [];
      for (const source of photos) {
        const outFolder = async () => success(uncheckedOutput(join(folder, 'out')));
        const request = { source, recipe, outFolder, subFolder: '', seen: null };
        jobs.push(valueOf(await run(request, new AbortController().signal)).jobId);
      }
      return jobs;
    },
    async until(jobs, ...states) {
      const now = () => jobs.map((id) => valueOf(studio.ledger.jobs.load(id)).state);
      await expect
        .poll(() => now().every((state) => states.includes(state)), { timeout: 60_000 })
        .toBe(true);
      return now();
    },
  };
}
