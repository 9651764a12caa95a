import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { makePhotos } from '../bench/photos.ts';
import { holdNext } from '../fixtures/holding.ts';
import { startProgram, type Program } from '../browser/program.ts';
import { cutOut, demoService, folder, withService, type Surroundings } from './darkslide.ts';
import { start, type Running } from './process.ts';

/** The output of `status --json`. */
interface Status {
  readonly darkslide: { readonly kind: string; readonly pid: number } | null;
  readonly jobs: Readonly<Record<string, number>>;
  readonly today: { readonly images: number; readonly limit: number | null };
}

/** Number of photos that were bought, number that were bought more than once, and number of delivered files. */
export interface Figures {
  readonly bought: number;
  readonly twice: number;
  readonly delivered: number;
}

/** Time limit in ms for many photos on a busy machine. */
const PATIENCE = 20 * 60_000;
const patience = { timeout: PATIENCE, interval: 50 };

/**
 * Runs a window and commands as separate processes with one data folder. A command first runs the photos in
 * the window's queue until the window's daily limit is reached. A second command continues without a limit,
 * until it and then the window are killed. A third command runs all remaining photos.
 */
export async function besideWindow(photos: number, width: number): Promise<Figures> {
  const place = await layOut(photos, width);
  const { data, bought, run, status } = place;
  const limit = Math.floor(photos / 3);
  await setLimit(data, limit);
  const limited = await openWindow(place);
  const first = await run().ended;
  expect(first.stderr).toContain('Using Darkslide, which is already open (browser page');
  expect([first.status, first.summary().done, bought()]).toEqual([1, limit, limit]);
  expect(await status()).toMatchObject({
    darkslide: { kind: 'browser', pid: limited.pid },
    jobs: { done: limit, waiting: photos - limit },
    today: { images: limit, limit },
  });
  await limited.stop();

  await setLimit(data, null);
  // one photo stays unfinished, so that the command is still running when it is killed; the photo's task may
  // already exist
  const release = holdNext(place.demo, 'execute');
  const window = await openWindow(place);
  const second = run();
  await expect.poll(bought, patience).toBeGreaterThan(limit + photos / 6);
  await second.says('"state":"done"');
  expect((await status()).jobs['done']).toBeGreaterThanOrEqual(limit);
  second.kill('SIGKILL');
  expect((await second.ended).status).toBeNull();
  release();
  // the window continues with the photos that the command has added
  await expect.poll(bought, patience).toBeGreaterThan((2 * photos) / 3);
  expect((await window.stop('SIGKILL')).status).toBeNull();

  const last = await openWindow(place);
  // this command names no service, so it uses the window's service
  const third = await run({ env: { DARKSLIDE_DATA: place.data } }).ended;
  expect(third.status, third.stderr).toBe(0);
  expect(third.summary()).toMatchObject({ photos, done: photos });
  expect((await status()).jobs).toMatchObject({ done: photos, failed: 0, held: 0, waiting: 0 });
  expect((await last.stop()).status).toBe(0);

  const times = Object.values(place.demo.records().executionsByPhoto);
  return {
    bought: times.length,
    twice: times.filter((count) => count !== 1).length,
    delivered: (await readdir(place.out)).length,
  };
}

type Place = Awaited<ReturnType<typeof layOut>>;

async function layOut(photos: number, width: number) {
  const home = await folder();
  const demo = await demoService({ speed: { executionMs: 400, jitterMs: 200 } });
  const [data, out, shoot] = [join(home, 'data'), join(home, 'out'), join(home, 'shoot')];
  await mkdir(data);
  await makePhotos(shoot, photos, width);
  const around = withService(demo, data);
  const command = (args: readonly string[], within: Surroundings = around): Running =>
    start(args, within, [], PATIENCE);
  return {
    data,
    out,
    demo,
    around,
    bought: () => demo.records().executions.length,
    run: (within?: Surroundings) =>
      command(['run', shoot, '--out', out, '--json', ...cutOut], within),
    async status(): Promise<Status> {
      const { stdout } = await command(['status', '--json']).ended;
      return JSON.parse(stdout) as Status;
    },
  };
}

/** Changes the limit as a change in the window's settings would. */
function setLimit(data: string, imagesPerDay: number | null): Promise<void> {
  const settings = JSON.stringify({ preferences: { imagesPerDay } });
  return writeFile(join(data, 'settings.json'), settings);
}

async function openWindow({ data, around }: Place): Promise<Program> {
  const program = startProgram(['--browser', '--data', data], around.env);
  onTestFinished(() => void program.stop('SIGKILL'));
  await program.ready();
  return program;
}
