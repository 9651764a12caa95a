import { expect } from 'vitest';
import type { Clock } from '#electron/base/clock.ts';
import type { FaultyClock } from '../fixtures/hasty-clock.ts';
import { createTime } from '../simulation/time.ts';
import { settled } from './settled.ts';

/**
 * Virtual time: it passes only while a test waits, and jumps to the next event as soon as all other work has
 * finished. So a doubt window of minutes takes no real time, and nothing changes while a test checks the state.
 */
export interface WaitedTime {
  /** The clock of everything outside the program, without faults. */
  readonly outside: Clock;
  /** Returns the clock for the next start of the program. */
  life(): FaultyClock;
  /** Lets time pass until the work has ended; returns its result. */
  during<T>(work: Promise<T>): Promise<T>;
  /** Lets `ms` pass. */
  pass(ms: number): Promise<void>;
  /** Like expect.poll, but lets virtual time pass until the expectation is met. */
  readonly poll: typeof expect.poll;
}

/** Virtual milliseconds in a month. */
const MONTH = 30 * 24 * 3_600_000;
/** Maximum number of events that a test waits for. */
const MOST = 5000;

type Matcher = (...values: unknown[]) => void;

/** @param patience Virtual milliseconds after which a test stops waiting. */
export function waitedTime(patience = MONTH): WaitedTime {
  const time = createTime();
  const outsideLife = { number: 0, bornAt: 0, dead: false };
  const shifted = time.clockOf(outsideLife);
  const beginning = shifted.wall();

  /** Runs the next event; returns false if there are none. */
  const goOn = async (): Promise<boolean> => {
    const next = time.next();
    next?.run();
    await settled();
    return next !== null;
  };

  const until = async (isSo: () => Promise<boolean>, within = patience): Promise<boolean> => {
    const end = time.now() + within;
    await settled();
    for (let jumps = 0; !(await isSo()); jumps += 1) {
      if (jumps > MOST || time.now() > end || !(await goOn())) return false;
    }
    return true;
  };

  const polled = (look: () => unknown, isNot: boolean): unknown =>
    new Proxy(
      {},
      {
        get(_, name) {
          if (name === 'not') return polled(look, !isNot);
          return async (...values: unknown[]) => {
            let last: unknown = null;
            const isSo = async () => {
              const seen = await look();
              const matchers = Reflect.apply(expect, null, [seen]) as { readonly not: object };
              const these = isNot ? matchers.not : matchers;
              try {
                (Reflect.get(these, name) as Matcher).apply(these, values);
              } catch (error) {
                last = error;
                return false;
              }
              return true;
            };
            if (!(await until(isSo))) throw last;
          };
        },
      },
    );

  return {
    outside: { ...shifted, wall: () => beginning + time.now() },
    life() {
      const clock = time.clockOf({ number: 1, bornAt: time.now(), dead: false });
      return { ...clock, machineSleeps: time.skip, setWall: time.setWall };
    },
    async during(work) {
      let isOver = false;
      const over = work.finally(() => {
        isOver = true;
      });
      // the promise is awaited below
      over.catch(() => {});
      await until(() => Promise.resolve(isOver));
      return over;
    },
    async pass(ms) {
      const at = time.now() + ms;
      time.after(ms, null, () => {});
      await until(() => Promise.resolve(time.now() >= at), ms);
    },
    poll: ((look: () => unknown) => polled(look, false)) as typeof expect.poll,
  };
}
