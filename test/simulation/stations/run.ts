import { createChance, type Chance, type Fault } from '../chance.ts';
import { photo } from '../photos.ts';
import { createRoster } from '../roster.ts';
import { createModelService } from '../service.ts';
import { createShelf, type Shelf } from '../shelf.ts';
import { createTime } from '../time.ts';
import { Death, type World } from '../world.ts';
import { breachesOf, watchedStudio } from './invariants.ts';
import type { Away } from './link.ts';
import { createModelStudio } from './model.ts';
import { restoring } from './restore.ts';
import { createSimulatedStation, type SimulatedStation } from './station.ts';

export interface StationsOptions {
  readonly seed: number;
  readonly stations: number;
  readonly photos: number;
  /**
   * Stations freeze at about every second granted claim, for a shorter or a longer time than a lease and the doubt
   * window take together. About every second statement is slow. All recipes send a request again if the service does
   * not list it. No other faults occur.
   */
  readonly isFrozenAtClaims?: true;
  /** No faults occur, and each photo must be bought. */
  readonly isCalm?: true;
}

export interface StationsResult {
  /** The broken promises; empty if none was broken. */
  readonly breaches: readonly string[];
  readonly story: readonly string[];
  readonly figures: Readonly<Record<string, number>>;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** Virtual milliseconds after which no more faults occur, and after which an unfinished run counts as stuck. */
const CALM = 2 * HOUR;
const PATIENCE = 60 * HOUR;
/** Virtual milliseconds after which the folder with the photos is connected on every station. */
const CONNECTED = 40 * MINUTE;
/** Virtual milliseconds between two checks whether everything has ended. */
const CHECK = 10_000;

/**
 * Faults that do not occur in these runs. If the service processes a request twice, or after the doubt window, the
 * photo is bought twice whatever the stations do. Power cuts and full disks are simulated in the runs with one
 * computer.
 */
const leftOut: ReadonlySet<Fault> = new Set([
  'request later than the window',
  'request doubled',
  'power cut',
  'ledger disk full',
]);

const shelves: Shelf[] = [];

/**
 * Runs the same photos on several stations of a shared studio in virtual time. Each station has the real ledger,
 * queue and station code. Stations are killed, or frozen for up to an hour between any two steps; clocks jump; the
 * database cannot be reached for a while, loses statements and answers, and is restored from a backup or replaced by a
 * standby that lacks the last changes. The same options always give the same history.
 */
export async function runStations({
  seed,
  stations: count,
  photos: size,
  isFrozenAtClaims,
  isCalm: isAllCalm,
}: StationsOptions): Promise<StationsResult> {
  const time = createTime();
  const isCalm = () => isAllCalm === true || time.now() > CALM;
  const chance = isFrozenAtClaims ? frozenAtClaims(seed, isCalm) : chanceOf(seed, isCalm);
  const story: string[] = [];
  const breaches: string[] = [];
  const world: Omit<World, 'kill'> = {
    time,
    chance,
    doubtWindow: chance.pick('doubt window', [3, 5, 10]) * MINUTE,
    breach: (what) => breaches.push(what),
    tell: (who, what) => story.push(`${(time.now() / 1000).toFixed(3)} ${who} ${what}`),
  };
  const outer: World = { ...world, kill: () => new Death('outside of a life') };
  const never = { keyRevokedAt: Infinity, emptyFrom: Infinity, emptyTo: Infinity };
  const service = createModelService(outer, never, createRoster(outer), () => false);
  const certainFrom = isAllCalm ? CONNECTED : CALM;
  // in some runs, the last photo appears after all faults
  const isLate = (number: number) =>
    isAllCalm === true || (number === size && chance.number('late photo') < 0.25);
  const photos = Array.from({ length: size }, (_, at) => {
    const one = photo(chance, at + 1);
    return isLate(at + 1) ? { ...one, comesAt: one.comesAt + certainFrom } : one;
  });
  const limits = {
    leaseMs: 30_000,
    inFlight: chance.pick('studio in flight', [1, 3, 8]),
    imagesPerDay: chance.number('studio limit') < 0.75 ? null : Math.max(3, size),
  };
  const today = () => new Date(time.now()).toISOString().slice(0, 10);
  const studio = watchedStudio(createModelStudio(limits, time.now, today), limits, world);
  const restore = restoring(world, studio, () => stations);
  const away = [...awayTimes(chance), ...(restore.away === null ? [] : [restore.away])];
  const mayClaim = () => !restore.isRecovering();
  const shared = { world, service, studio, photos, away, mayClaim };
  const stations: readonly SimulatedStation[] = Array.from({ length: count }, (_, at) => {
    const shelf = (shelves[at] ??= createShelf());
    shelf.clear();
    return createSimulatedStation(`S${at + 1}`, shelf.db, shared);
  });
  for (const station of stations) station.start();
  // a claim that still counts against the concurrency limit at the end would count forever
  const isAtRest = () =>
    stations.every((station) => station.isAtRest()) &&
    !studio.claims.some(({ state }) => state === 'open' || state === 'started');
  const freezes = await live(stations, world, isAtRest);
  breaches.push(...breachesOf(shared, stations, certainFrom));
  const deaths = stations.reduce((sum, station) => sum + station.deaths, 0);
  const { adopted } = studio;
  const restores = Number(restore.happened);
  const executions = service.records.length;
  const figures = { executions, deaths, freezes, adopted, restores, events: story.length };
  return { breaches, story, figures };
}

/** Lets virtual time pass until everything is at rest; returns the number of freezes. */
async function live(
  stations: readonly SimulatedStation[],
  { time, chance, breach }: Omit<World, 'kill'>,
  isAtRest: () => boolean,
): Promise<number> {
  let freezes = 0;
  let next = 0;
  for (;;) {
    await settled();
    if (time.now() >= next) {
      if (isAtRest()) return freezes;
      next = time.now() + CHECK;
    }
    const happening = time.next();
    if (happening === null || time.now() > PATIENCE) {
      const open = stations.map((station) => JSON.stringify(station.jobs()));
      breach(`stuck after ${Math.round(time.now() / HOUR)} h: ${open.join(' ')}`);
      return freezes;
    }
    const { life } = happening;
    if (life !== null && chance.strikes('dies at an event', '')) {
      stations.find((station) => station.runs(life))?.kill('in between');
      continue;
    }
    happening.run();
    if (chance.strikes('clock jumps', '')) {
      time.setWall((chance.number('jump') < 0.5 ? -1 : 1) * 24 * HOUR);
    }
    if (chance.strikes('station freezes', '')) {
      freezes += 1;
      const ms = chance.pick('freeze', [5000, 40_000, 5 * MINUTE, HOUR]);
      stations[Math.floor(chance.number('frozen') * stations.length)]?.freeze(ms);
    }
  }
}

function chanceOf(seed: number, isCalm: () => boolean): Chance {
  const drawn = createChance({ seed, withhold: new Set(), isCalm });
  const strikes: Chance['strikes'] = (kind, where) =>
    !leftOut.has(kind) && drawn.strikes(kind, where);
  return { ...drawn, strikes };
}

/**
 * The number that is drawn for every decision of `photo`. It gives each photo a recipe with one image that sends
 * again in doubt and keeps its task.
 */
const PLAIN_PHOTO = 0.25;

function frozenAtClaims(seed: number, isCalm: () => boolean): Chance {
  const drawn = createChance({ seed, withhold: new Set(), isCalm });
  return {
    ...drawn,
    // opening a connection to the service may take longer than a station needs to get a new lease
    between: (stream, from, to) =>
      drawn.between(stream, from, stream.includes('execute') ? 20 * to : to),
    number: (stream) => (stream.startsWith('photo ') ? PLAIN_PHOTO : drawn.number(stream)),
    // while a statement is slow, a station may have a new lease but not yet know which claims it has lost
    strikes: (kind, where) =>
      (kind === 'frozen at a claim' || kind === 'statement slow') &&
      !isCalm() &&
      drawn.number(`${kind} ${where}`) < 0.5,
  };
}

function awayTimes(chance: Chance): Away[] {
  return [1, 2, 3].flatMap((which) => {
    if (!chance.strikes('database away', String(which))) return [];
    const from = chance.between('database away', 0, HOUR);
    return [{ from, to: from + chance.between('database away', 1000, 10 * MINUTE) }];
  });
}

/** Resolves after everything has run that can run before the next event. */
function settled(): Promise<void> {
  // Node runs a tick only if no microtask is left, so this resolves after all microtasks
  return new Promise((resolve) => process.nextTick(resolve));
}
