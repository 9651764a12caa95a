import { usualPrices } from '#shared/prices.ts';
import { noLimits } from '#shared/spending-limits.ts';
import { createStation, type Station } from '#electron/engine/station/station.ts';
import type { Database } from '#electron/adapters/ledger/sqlite.ts';
import { createDisk } from '../disk.ts';
import { createAccount } from '../people.ts';
import { admitAs, mask, type Photo } from '../photos.ts';
import { begin, type Program, type Settings } from '../program.ts';
import { firstKey, type ModelService } from '../service.ts';
import type { Life } from '../time.ts';
import { createCustomWatch } from '../watch-customs.ts';
import { createWatch } from '../watch.ts';
import { Death, type World } from '../world.ts';
import { linkTo, type Away } from './link.ts';
import type { ModelStudio } from './model.ts';

/** Everything that the stations of a run share. */
export interface Shared {
  readonly world: Omit<World, 'kill'>;
  readonly service: ModelService;
  readonly studio: ModelStudio;
  readonly photos: readonly Photo[];
  /** Periods in which the database cannot be reached. */
  readonly away: readonly Away[];
  /** Returns whether stations may claim purchases now. */
  readonly mayClaim: () => boolean;
}

/** A job of a station. */
export interface JobRow {
  readonly who: string;
  readonly state: string;
  /** Code of the job's problem. */
  readonly code: string | null;
}

/** One station of a run. Its ledger and disk outlive each life of its program. */
export interface SimulatedStation {
  readonly name: string;
  readonly deaths: number;
  start(): void;
  /** Ends the running life, and starts another one after a while. */
  kill(why: string): void;
  /** Stops the running life for `ms`, as SIGSTOP or a sleeping computer does. */
  freeze(ms: number): void;
  jobs(): readonly JobRow[];
  /** Returns whether all photos were admitted, and each job has ended or waits for a purchase at another station. */
  isAtRest(): boolean;
  runs(life: Life): boolean;
  /** Returns whether the station has a lease that it requested after `at`, and has compared its purchases since. */
  isReadySince(at: number): boolean;
}

/** States of jobs that have not ended. */
const OPEN: ReadonlySet<string> = new Set(['waiting', 'running']);

const JOBS = `SELECT p.identity AS who, j.state, j.code FROM jobs j JOIN photos p ON p.id = j.photo_id`;

export function createSimulatedStation(
  name: string,
  shelf: Database,
  { world: base, service, studio, photos, away, mayClaim }: Shared,
): SimulatedStation {
  const { time, chance } = base;
  const account = createAccount();
  let deaths = 0;
  let lives = 0;
  let program: Program | null = null;
  let station: Station | null = null;
  let enteredAt = 0;

  const world: World = {
    ...base,
    tell: (who, what) => base.tell(name, `${who} ${what}`),
    kill(life, why) {
      if (!life.dead) {
        life.dead = true;
        deaths += 1;
        base.tell(name, `life ${life.number} is killed ${why}`);
        time.after(chance.between('restart', 500, 60_000), null, start);
      }
      return new Death(why);
    },
  };
  const disk = createDisk(world);
  const outside = {
    shelf,
    disk,
    service,
    outages: [],
    isListening: false,
    watch: createWatch(world, shelf, photos, account),
    customWatch: createCustomWatch(world, shelf, account),
  };
  // a limit of this station alone, which is reached between a claim and the intent to buy, or before
  const isLimited = chance.number(`limit of ${name}`) < 0.5;
  let settings: Settings = {
    key: firstKey,
    spending: isLimited ? { ...noLimits, imagesPerDay: 4 } : noLimits,
    prices: usualPrices,
    inFlight: chance.pick('in flight', [1, 3, 8]),
  };

  const onEnter = (at: number) => {
    enteredAt = at;
  };
  const start = () => {
    lives += 1;
    const life: Life = { number: lives, bornAt: time.now(), dead: false };
    survives(() => {
      program = begin(
        world,
        outside,
        life,
        settings,
        (event) => {
          if (event.kind !== 'mistake' || event.problem.code !== 'internal') return;
          base.breach(`${name} has a bug: ${event.problem.detail}`);
        },
        (ledger, clock) =>
          (station = createStation({
            shared: linkTo(world, life, { studio, station: name, away, mayClaim, onEnter }),
            ledger,
            clock,
            name,
            account: null,
            onTrouble: () => {},
            onNotice: () => {},
            onMistake(error) {
              if (!life.dead) base.breach(`${name} has a bug: ${String(error)}`);
            },
          })),
      );
      program.runner.start();
    });
  };

  const running = () => (program === null || program.life.dead ? null : program);

  const comes = (photo: Photo) => {
    const here = running();
    const isAdmitted =
      here !== null &&
      survives(() => {
        const how = { hotFolderId: null, again: false };
        here.ledger.transaction(() => admitAs(here.ledger, photo, how));
        account.admitted.add(photo.who);
        here.runner.wake();
      });
    if (!isAdmitted) time.after(5000, null, () => comes(photo));
  };

  const raised = chance.between(`limit of ${name} raised`, 60_000, 60 * 60_000);
  time.after(raised, null, () => {
    settings = { ...settings, spending: noLimits };
    // a life that ends meanwhile is followed by one with these settings
    running()
      ?.limit(settings)
      .catch(() => {});
  });

  disk.put(mask.file, mask.content);
  for (const photo of photos) {
    disk.put(photo.source, photo.content);
    const later = chance.between(`arrival ${name}`, 0, 60_000);
    time.after(photo.comesAt + later, null, () => comes(photo));
  }
  const jobs = () => shelf.all<JobRow>(JOBS);
  return {
    name,
    get deaths() {
      return deaths;
    },
    start,
    kill(why) {
      if (program !== null) world.kill(program.life, why);
    },
    freeze(ms) {
      const here = running();
      if (here === null) return;
      here.life.stoppedUntil = time.now() + ms;
      base.tell(name, `is frozen for ${Math.round(ms / 1000)} s`);
    },
    jobs,
    isAtRest: () =>
      account.admitted.size === photos.length &&
      jobs().every(({ state, code }) => !OPEN.has(state) || code === 'claimed-elsewhere'),
    runs: (life) => program?.life === life,
    isReadySince: (at) =>
      running() !== null && enteredAt > at && station !== null && station.lease() !== null,
  };
}

/** Runs work that a crash may interrupt; returns whether it was done. */
function survives(work: () => void): boolean {
  try {
    work();
    return true;
  } catch (error) {
    if (!(error instanceof Death)) throw error;
    return false;
  }
}
