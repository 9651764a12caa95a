import { createChance, type Chance } from './chance.ts';
import { custom } from './customs.ts';
import { createDisk } from './disk.ts';
import { breachesOf, isToldOfAll } from './invariants.ts';
import type { Outage } from './network.ts';
import { createAccount } from './people.ts';
import { photo } from './photos.ts';
import { createRoster } from './roster.ts';
import { createModelService, type Episodes } from './service.ts';
import { createShelf } from './shelf.ts';
import { createStage } from './stage.ts';
import { createTime } from './time.ts';
import { createCustomWatch } from './watch-customs.ts';
import { createWatch } from './watch.ts';
import { Death, type World } from './world.ts';

export interface RunOptions {
  readonly seed: number;
  /** Numbers of the photos in the run. */
  readonly photos: readonly number[];
  /** Numbers of the custom models and scenes in the run. */
  readonly customs: readonly number[];
  /** Names of the faults to suppress. */
  readonly withhold?: ReadonlySet<string>;
  /** Makes the ledger forget, at each crash, what was being sent. Used to check that a run can fail. */
  readonly isForgetful?: boolean;
}

export interface RunResult {
  /** The broken promises; empty if none was broken. */
  readonly breaches: readonly string[];
  readonly struck: readonly string[];
  readonly story: readonly string[];
  readonly figures: Figures;
}

export interface Figures {
  readonly photos: number;
  readonly executions: number;
  /** Number of custom models and scenes that the service created. */
  readonly made: number;
  /** Number of executions that the service lists only after the doubt window. */
  readonly late: number;
  readonly deaths: number;
  readonly happenings: number;
  /** Virtual hours from the start to the end of the run. */
  readonly hours: number;
  /** Number of jobs and creations in each state at the end. */
  readonly states: Readonly<Record<string, number>>;
  /** How often each kind of fault occurred. */
  readonly faults: Readonly<Record<string, number>>;
}

const HOUR = 3_600_000;
/** Virtual milliseconds after which no more faults occur, so that everything must finish. */
const CALM = 2 * HOUR;
/** Virtual milliseconds after which anything that has not finished counts as stuck. */
const PATIENCE = 72 * HOUR;
/** Maximum number of events per photo; a run with more is in a loop. A bad seed needs 400. */
const MOST = 2500;

const FORGET = [
  "UPDATE executions SET state = 'intent' WHERE state = 'sending'",
  "UPDATE own_creations SET state = 'preparing' WHERE state = 'sending'",
] as const;

const shelf = createShelf();

/** Runs one history of the whole queue. The same options always give exactly the same history. */
export async function run(options: RunOptions): Promise<RunResult> {
  const { seed, photos: numbers, withhold } = options;
  shelf.clear();
  const time = createTime();
  const chance = createChance({
    seed,
    withhold: withhold ?? new Set(),
    isCalm: () => time.now() > CALM,
  });
  const story: string[] = [];
  const breaches: string[] = [];
  let deaths = 0;
  const world: World = {
    time,
    chance,
    doubtWindow: chance.pick('doubt window', [3, 5, 10, 20]) * 60_000,
    kill(life, why) {
      if (!life.dead) {
        life.dead = true;
        deaths += 1;
        const isPower = chance.strikes('power cut', '');
        if (isPower) disk.cutPower();
        if (options.isForgetful === true) FORGET.forEach((sql) => shelf.db.run(sql));
        world.tell('', `life ${life.number} ${isPower ? 'loses its power' : 'is killed'} ${why}`);
        stage.restart();
      }
      return new Death(why);
    },
    breach: (what) => breaches.push(what),
    tell: (who, what) => story.push(`${stamp(time.now())} ${who.padEnd(4)} ${what}`),
  };
  const disk = createDisk(world);
  const roster = createRoster(world);
  const hears = (url: string) => stage.hears(url);
  const service = createModelService(world, episodesOf(chance), roster, hears);
  const photos = numbers.map((number) => photo(chance, number));
  const customs = options.customs.map((number) => custom(chance, number));
  const account = createAccount();
  const watch = createWatch(world, shelf.db, photos, account);
  const customWatch = createCustomWatch(world, shelf.db, account);
  const listening = { isListening: chance.number('listening') < 0.5 };
  const outside = {
    shelf: shelf.db,
    disk,
    service,
    outages: outagesOf(chance),
    watch,
    customWatch,
    ...listening,
  };
  const stage = createStage(world, outside, { photos, customs }, account);
  const evidence = { world, ...outside, roster, photos, customs, account };

  const most = MOST * Math.max(5, photos.length + customs.length);
  let happenings = 0;
  const goOn = async (): Promise<boolean> => {
    await settled();
    const next = time.next();
    if (next === null) return false;
    happenings += 1;
    if (next.life !== null && chance.strikes('dies at an event', '')) {
      world.kill(next.life, 'in between');
      return true;
    }
    next.run();
    jolt(world);
    return true;
  };

  stage.start();
  while (!stage.isAtRest() || !isToldOfAll(evidence)) {
    if ((await goOn()) && time.now() < PATIENCE && happenings < most) continue;
    const hours = Math.round(time.now() / HOUR);
    breaches.push(
      `stuck after ${hours} h, ${happenings} events: ${JSON.stringify(stage.states())}`,
    );
    break;
  }
  stage.close();
  // requests that are still on the network arrive
  let isMore = true;
  while (isMore) isMore = (await goOn()) && time.now() < 2 * PATIENCE;
  const hours = time.now() / HOUR;
  disk.cutPower();
  breaches.push(...breachesOf(evidence));
  return {
    breaches,
    struck: chance.struck,
    story,
    figures: {
      photos: photos.length,
      executions: service.records.length,
      made: roster.records.length,
      late: service.records.filter((e) => e.listedAt > e.sentAt + world.doubtWindow).length,
      deaths,
      happenings,
      hours,
      states: stage.states(),
      faults: Object.fromEntries(chance.counts),
    },
  };
}

/** Resolves after everything has run that can run before the next event. */
function settled(): Promise<void> {
  // Node runs a tick only if no microtask is left, so this resolves after all microtasks
  return new Promise((resolve) => process.nextTick(resolve));
}

/** Applies a fault that affects the whole machine. */
function jolt({ time, chance, tell }: World): void {
  if (chance.strikes('clock jumps', '')) {
    time.setWall((chance.number('jump') < 0.5 ? -1 : 1) * 24 * HOUR);
    tell('', 'the clock jumps by a day');
  }
  if (chance.strikes('machine sleeps', '')) {
    time.skip(chance.between('sleep', 60_000, HOUR));
    tell('', 'the machine has slept');
  }
}

function episodesOf(chance: Chance): Episodes {
  const span = (name: string) => chance.between(name, 0, CALM / 2);
  const isRevoked = chance.strikes('key revoked', '');
  const isEmpty = chance.strikes('account empty', '');
  const emptyFrom = span('empty');
  return {
    keyRevokedAt: isRevoked ? span('revoked') : Infinity,
    emptyFrom: isEmpty ? emptyFrom : Infinity,
    emptyTo: isEmpty ? emptyFrom + span('empty') : Infinity,
  };
}

function outagesOf(chance: Chance): Outage[] {
  return [1, 2].flatMap((which) => {
    if (!chance.strikes('outage', String(which))) return [];
    const from = chance.between('outage', 0, HOUR / 2);
    const to = from + chance.between('outage', 10_000, HOUR / 2);
    return [{ from, to, kind: chance.pick('outage', ['refused', 'sign-in page', 'gateway']) }];
  });
}

/** Formats virtual time as hh:mm:ss.mmm. */
function stamp(ms: number): string {
  return new Date(ms).toISOString().slice(11, 23);
}
