import { usualPrices, type Prices } from '#shared/prices.ts';
import {
  eachLimit,
  limitKinds,
  noLimits,
  type LimitName,
  type SpendingLimits,
} from '#shared/spending-limits.ts';
import { faultOf } from '#electron/adapters/ledger/fault.ts';
import type { Ledger } from '#electron/adapters/ledger/open.ts';
import { plainFolder } from '../fixtures/hot-folder.ts';
import { layOut, type Custom } from './customs.ts';
import { ledgerOf } from './ledger.ts';
import { share } from './disk.ts';
import { act, type Account } from './people.ts';
import { admitAs, mask, outFolder, type Photo } from './photos.ts';
import { begin, keyOf, type Outside, type Program, type Settings } from './program.ts';
import { firstKey, secondKey } from './service.ts';
import { actOnCustoms, createAsking } from './stage-customs.ts';
import type { Life } from './time.ts';
import { Death, type World } from './world.ts';
import { uncheckedFolder } from '../fixtures/permitted.ts';

/** Runs one life of the program after another, adds photos, and acts as users would. */
export interface Stage {
  start(): void;
  /** Called when the program has crashed: starts another life after a while. */
  restart(): void;
  /** Delivers a notification to this address; returns whether it was confirmed. */
  hears(url: string): boolean;
  /** Returns true if everything requested was admitted and every job and creation has ended. */
  isAtRest(): boolean;
  /** Stops the program properly and starts no other. Resolves only while virtual time passes. */
  close(): void;
  /** Returns the number of jobs and creations in each state. */
  states(): Record<string, number>;
}

/** Price per image in minor units of the currency. */
const PRICE = 20;

/** What users want in one run. */
export interface Wishes {
  readonly photos: readonly Photo[];
  readonly customs: readonly Custom[];
}

export function createStage(
  world: World,
  outside: Outside,
  { photos, customs }: Wishes,
  account: Account,
): Stage {
  const { time, chance } = world;
  let program: Program | null = null;
  let isStopping = false;
  let isOver = false;
  let lives = 0;
  /** Number of changes that were requested in this life and are not finished. */
  let underWay = 0;
  let isChanged = true;
  /** Whether the run has prices, and limits of all kinds. */
  const hasMoney = chance.number('money') < 0.5;
  let settings: Settings = {
    key: firstKey,
    spending: limitsFor('studio', limitFor(photos.length)),
    prices: newPrices(),
    inFlight: chance.pick('in flight', [1, 3, 8]),
  };
  let folderLimits = limitsFor('folder', limitFor(photos.length));
  /** The limits of all hot folders; no limits if it is unknown, after a crash, which limits were saved. */
  let savedFolderLimits = folderLimits;

  /** Returns a limit of images per day that is enough for some of the photos, or null for no limit. */
  function limitFor(count: number): number | null {
    if (chance.number('limit') < 0.6) return null;
    return Math.ceil(count * (0.3 + chance.number('limit')));
  }

  /**
   * Returns limits of all kinds. They use separate streams, so that the histories of seeds without such
   * limits stay unchanged.
   */
  function limitsFor(of: string, imagesPerDay: number | null): SpendingLimits {
    const has = (name: LimitName) => chance.number(`limit ${of} ${name}`) < 0.3;
    if (!hasMoney) return { ...noLimits, imagesPerDay };
    return eachLimit((name) => {
      if (name === 'imagesPerDay') return imagesPerDay;
      const images = Math.ceil(photos.length * (0.3 + chance.number(`limit ${of} ${name}`)));
      if (!has(name)) return null;
      return limitKinds[name].unit === 'images' ? images : images * PRICE;
    });
  }

  /** Returns new prices; sometimes there are none. */
  function newPrices(): Prices {
    if (!hasMoney || chance.number('price') < 0.15) return usualPrices;
    const amount = chance.pick('price', [PRICE, PRICE + 5, PRICE - 5]);
    return { ...usualPrices, perImage: [{ agent: 'removeBG', version: null, amount }] };
  }

  outside.watch.limit(settings.spending, folderLimits);

  const newLife = (): Life => {
    lives += 1;
    underWay = 0;
    return { number: lives, bornAt: time.now(), dead: false };
  };

  const start = () => {
    if (isOver) return;
    const life = newLife();
    isStopping = false;
    const begun = begin(world, outside, life, settings, (event) => {
      if (event.kind === 'custom-models' || event.kind === 'ended') isChanged = true;
      if (event.kind !== 'mistake' || event.problem.code !== 'internal') return;
      world.breach(`the program has a bug: ${event.problem.detail}`);
    });
    program = begun;
    // an error during the start ends the program
    const began = tries(() => {
      begun.runner.start();
      if (customs.length > 0) begun.customModels.start({ sync: true });
    });
    if (began === 'full') world.kill(life, 'the disk is full at its start');
  };

  /** Returns the running program; null if there is none or it is being stopped. */
  const running = () => (program === null || program.life.dead || isStopping ? null : program);

  const comes = (photo: Photo) => {
    if (isOver) return;
    const here = running();
    const taken =
      here !== null &&
      tries(() => here.ledger.transaction(() => admit(here.ledger, photo))) === 'done';
    if (!taken) {
      time.after(5000, null, () => comes(photo));
      return;
    }
    account.admitted.add(photo.who);
    here.runner.wake();
  };

  const askFor = createAsking(outside.shelf, account);
  const wanted = (custom: Custom) => {
    if (isOver) return;
    void survives(askFor(custom, running()));
    if (!account.admitted.has(custom.who)) time.after(5000, null, () => wanted(custom));
  };

  const admit = (ledger: Ledger, photo: Photo) => {
    const hotFolderId = photo.isOfHotFolder ? hotFolderOf(ledger, photo) : null;
    admitAs(ledger, photo, { hotFolderId, again: false });
  };

  const hotFolderOf = (ledger: Ledger, { recipe }: Photo): number =>
    ledger.hotFolders.save(
      uncheckedFolder({
        path: share,
        recipeId: ledger.jobs.recipe(recipe.recipe, recipe.identity),
        outFolder,
        ...plainFolder,
        ...folderLimits,
      }),
    ).id;

  /** Stops the program as a user does, decides about its jobs, and starts the program again. */
  const visit = () => {
    if (isOver) return;
    time.after(chance.between('visit', 20, 90) * 60_000, null, visit);
    const here = running();
    if (here === null) return;
    end(here, () => {
      const shown = [
        ...here.runner.closed().map(({ problem }) => problem),
        here.customModels.sync().problem,
      ];
      const isKeyRefused = shown.some((problem) => problem?.code === 'service-unauthorised');
      if (isKeyRefused) settings = { ...settings, key: secondKey };
      time.after(1000, null, withPerson);
    });
  };

  /** Acts as a user does while the program is running. */
  const click = () => {
    if (isOver || chance.isCalm()) return;
    time.after(chance.between('click', 2, 40) * 60_000, null, click);
    const here = running();
    if (here === null) return;
    const draw = chance.number('click');
    if (draw > 0.9) return void survives(here.runner.reopen());
    if (draw < 0.3) {
      const inFlight = chance.pick('in flight', [1, 3, 8]);
      const spending = limitsFor('studio', limitFor(photos.length));
      settings = { ...settings, inFlight, spending, prices: newPrices() };
      outside.watch.limit(settings.spending, savedFolderLimits);
      void survives(here.limit(settings));
      return;
    }
    const did = tries(() => {
      act(world, here.ledger, photos, account, (id, change) => {
        void survives(here.runner.change([id], change));
      });
      actOnCustoms(world, here, customs, account);
    });
    if (did !== 'done') return;
    here.runner.wake();
    here.runner.deleteTasks();
  };

  /** Accepts that a request fails because the program crashes or the disk is full, but for no other reason. */
  const survives = async (asked: Promise<void>) => {
    underWay += 1;
    try {
      await asked;
    } catch (error) {
      const isExpected = error instanceof Death || faultOf(error) === 'full';
      if (!isExpected) world.breach(`a change failed: ${String(error)}`);
    }
    underWay -= 1;
    isChanged = true;
  };

  const end = (here: Program, then: () => void) => {
    isStopping = true;
    const stopped = async () => {
      await Promise.all([here.runner.stop(), here.customModels.stop()]);
      if (here.life.dead) return;
      here.life.dead = true;
      world.tell('', `life ${here.life.number} ends by order`);
      then();
    };
    void stopped();
  };

  const withPerson = () => {
    if (isOver) return;
    const life = newLife();
    const ledger = ledgerOf(world, outside.shelf, life, time.clockOf(life), () => settings.prices);
    const isCalm = chance.isCalm();
    const spending = isCalm ? noLimits : limitsFor('studio', limitFor(photos.length));
    settings = { ...settings, spending };
    folderLimits = isCalm ? noLimits : limitsFor('folder', limitFor(photos.length));
    const did = tries(() => {
      for (const folder of ledger.hotFolders.all()) {
        ledger.hotFolders.save(uncheckedFolder({ ...folder, ...folderLimits }));
      }
      if (!isCalm) act(world, ledger, photos, account, (_, change) => change());
    });
    // if saving did not finish, it is unknown which limits were saved
    savedFolderLimits = did === 'done' ? folderLimits : noLimits;
    outside.watch.limit(settings.spending, savedFolderLimits);
    isChanged = true;
    if (did === 'dead') return;
    life.dead = true;
    time.after(1000, null, start);
  };

  for (const photo of photos) {
    outside.disk.put(photo.source, photo.content);
    outside.disk.put(mask.file, mask.content);
    time.after(photo.comesAt, null, () => comes(photo));
  }
  for (const custom of customs) {
    layOut(outside.disk, custom);
    time.after(custom.comesAt, null, () => wanted(custom));
  }
  time.after(chance.between('visit', 10, 60) * 60_000, null, visit);
  time.after(chance.between('click', 0, 20) * 60_000, null, click);

  const states = (): Record<string, number> =>
    Object.fromEntries(
      outside.shelf.all<{ state: string; n: number }>(STATES).map((row) => [row.state, row.n]),
    );

  const hears = (url: string): boolean => {
    const here = running();
    if (here === null) return false;
    let jobId: number | undefined;
    const did = tries(() => {
      jobId = here.ledger.hints.take(keyOf(url))?.jobId;
    });
    if (did !== 'done' || jobId === undefined) return false;
    here.runner.hint(jobId);
    return true;
  };

  return {
    start,
    hears,
    states,
    restart: () => time.after(chance.between('restart', 500, 60_000), null, start),
    isAtRest() {
      const wishes = photos.length + customs.length;
      if (!isChanged || isStopping || underWay > 0 || account.admitted.size < wishes) return false;
      isChanged = false;
      const open = states();
      return !OPEN.some((state) => open[state] !== undefined);
    },
    close() {
      isOver = true;
      if (program !== null && !program.life.dead) end(program, () => {});
    },
  };
}

const STATES = `SELECT state, count(*) AS n
  FROM (SELECT state FROM jobs UNION ALL SELECT state FROM own_creations) GROUP BY state`;
/** States of jobs and creations that have not finished. */
const OPEN = ['waiting', 'running', 'preparing', 'sending', 'doubt'] as const;

/** Runs work that may fail because its life crashes or the disk is full. */
function tries(work: () => void): 'done' | 'dead' | 'full' {
  try {
    work();
    return 'done';
  } catch (error) {
    if (error instanceof Death) return 'dead';
    if (faultOf(error) !== 'full') throw error;
    return 'full';
  }
}
