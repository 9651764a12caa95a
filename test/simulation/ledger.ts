import type { Prices } from '#shared/prices.ts';
import { repositoriesOf, type Ledger } from '#electron/adapters/ledger/open.ts';
import type { Database } from '#electron/adapters/ledger/sqlite.ts';
import type { Clock } from '#electron/base/clock.ts';
import type { Life } from './time.ts';
import { Death, type World } from './world.ts';

/** Returns the real repositories for one life. The life may end immediately before or after any commit. */
export function ledgerOf(
  world: World,
  shelf: Database,
  life: Life,
  clock: Clock,
  prices: () => Prices,
): Ledger {
  const db = mortal(world, shelf, life);
  const log = { write: () => {} };
  return { ...repositoriesOf(db, clock, { log, prices }), close: () => {} };
}

function mortal(world: World, db: Database, life: Life): Database {
  const { chance } = world;
  let depth = 0;

  const alive = () => {
    if (life.dead) throw new Death('this life has ended');
  };
  /**
   * Runs a commit with a random outcome. A crash before the commit would undo its work, so the work is not
   * even started.
   */
  const commit = <T>(work: () => T): T => {
    alive();
    if (depth > 0) return work();
    depth += 1;
    try {
      if (chance.strikes('ledger disk full', '')) throw new Error('database or disk is full');
      const dies = chance.strikes('dies at a commit', '');
      if (dies && chance.number('before or after') < 0.5) {
        throw world.kill(life, 'right before a commit');
      }
      const result = work();
      if (dies) throw world.kill(life, 'right after a commit');
      return result;
    } finally {
      depth -= 1;
    }
  };
  const statement = <T>(work: () => T): T => {
    alive();
    return work();
  };
  return {
    run: (sql, ...values) => commit(() => db.run(sql, ...values)),
    insert: (sql, ...values) => commit(() => db.insert(sql, ...values)),
    get: <Row>(sql: string, ...values: Parameters<Database['get']>[1][]) =>
      statement(() => db.get<Row>(sql, ...values)),
    all: <Row>(sql: string, ...values: Parameters<Database['all']>[1][]) =>
      statement(() => db.all<Row>(sql, ...values)),
    exec: (sql) => commit(() => db.exec(sql)),
    define: db.define,
    transaction: (work) => commit(() => db.transaction(work)),
    close: () => {},
  };
}
