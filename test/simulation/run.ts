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
  /** Numbers of the participating photos. */
  readonly photos: readonly number[];
  /** Numbers of the participating custom models and scenes. */
  readonly customs: readonly number[];
  /** Faults to suppress. */
  readonly withhold?: ReadonlySet<string>;
  /** Makes the ledger forget at each death that something was being sent: to check that a run can fail. */
  readonly isForgetful?: boolean;
}

export interface RunResult {
  /** The broken promises; empty if all were kept. */
  readonly breaches: readonly string[];
  readonly struck: readonly string[];
  readonly story: readonly string[];
  readonly figures: Figures;
}

export interface Figures {
  readonly photos: number;
  readonly executions: number;
  /** Custom models and scenes that the service created. */
  readonly made: number;
  /** Executions that the service processed later than the doubt window. */
  readonly late: number;
  readonly deaths: number;
  readonly happenings: number;
  /** Virtual hours. */
  readonly hours: number;
  /** Jobs and creations by their state at the end. */
  readonly states: Readonly<Record<string, number>>;
  /** How often each kind of fault occurred. */
  readonly faults: Readonly<Record<string, number>>;
}

const HOUR = 3_600_000;
/** Virtual milliseconds after which no more faults occur, so that everything must finish. */
const CALM = 2 * HOUR;
/** Virtual milliseconds after which anything unfinished is stuck. */
const PATIENCE = 72 * HOUR;
/** Maximum number of events per photo; beyond it, a run is in a loop. A bad seed takes 400. */
const MOST = 2500;

const FORGET = [
  "UPDATE executions SET state = 'intent' WHERE state = 'sending'",
  "UPDATE own_creations SET state = 'preparing' WHERE state = 'sending'",
] as const;

const shelf = createShelf();

/** Runs one history of the whole queue: the same options give the same history, to the last line. */
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
      `stuck after ${hours} h, ${happenings} happenings: ${JSON.stringify(stage.states())}`,
    );
    break;
  }
  stage.close();
  // requests still on the network arrive
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

/** Resolves once everything has run that can run before the next event. */
function settled(): Promise<void> {
  // Node runs a tick only when no microtask is left, so this resolves when all of them have run
  return new Promise((resolve) => process.nextTick(resolve));
}

/** Applies a fault of the whole machine. */
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

/** Formats virtual time as h:mm:ss.mmm. */
function stamp(ms: number): string {
  return new Date(ms).toISOString().slice(11, 23);
}
