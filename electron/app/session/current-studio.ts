import { failure } from '#shared/failure.ts';
import { causeText, success, type Failure, type Outcome, type Problem } from '#shared/problem.ts';
import { holdFolder, openLedger, type OpenLedger } from '../../adapters/ledger/open.ts';
import { originOf } from '../../adapters/ledger/owner.ts';
import { systemClock } from '../../base/clock.ts';
import { demoFolder } from '../../adapters/settings/choices.ts';
import { openStudio, type Studio, type StudioOptions } from '../../studio.ts';
import type { StudioEvent } from '../../studio-events.ts';

type Service = StudioOptions['service'];

/** A ledger that no studio has open. */
export interface LedgerPlace {
  readonly ledger: OpenLedger;
  /** Absolute path of the ledger's folder. */
  readonly folder: string;
  /** Origin of the service, or `demo`. */
  readonly service: string;
}

/**
 * Opens and closes the studios of a data folder, one at a time. The ledger of a real service is in the folder itself,
 * and that of the demo in a subfolder, so that nothing in the demo is ever mistaken for a purchase. Holds the data
 * folder's lock until closed, whichever studio is open.
 */
export interface CurrentStudio {
  current(): Outcome<Studio>;
  /**
   * Closes the open studio, then opens the new one. Reopens the previous one if the new one cannot be
   * opened.
   */
  turnTo(service: Service): Promise<Outcome<void>>;
  /**
   * Closes the open studio, runs `work` on its ledger, and opens the studio again. Problems: those of opening the
   * ledger and of `work`.
   */
  reopen<T>(work: (place: LedgerPlace) => Promise<Outcome<T>>): Promise<Outcome<T>>;
  /** Stops the studio because its data folder no longer exists; from then on, `current` returns this problem. */
  lose(problem: Problem): Promise<void>;
  close(): Promise<void>;
}

/** Locks the data folder, without opening a studio yet. Problems: those of `holdFolder`. */
export function openCurrentStudio(
  dataFolder: string,
  optionsOf: () => Omit<StudioOptions, 'dataFolder' | 'service'>,
  listen: (event: StudioEvent) => void,
): Outcome<CurrentStudio> {
  const held = holdFolder(dataFolder);
  if (!held.ok) return held;
  /**
   * Lock of the data folder; null while the ledger of a real service is open, because that ledger then has the lock.
   */
  let lock: { release(): void } | null = held.value;
  let current: Outcome<Studio> = failure('studio-opening');
  let service: Service = null;

  /**
   * Returns the folder of a service's ledger. Releases the lock of this folder, because the ledger locks the folder
   * itself.
   */
  const folderOf = (next: Service): string => {
    if (next === null) return demoFolder(dataFolder);
    lock?.release();
    lock = null;
    return dataFolder;
  };

  const open = async (next: Service): Promise<Outcome<Studio>> => {
    const opened = await openStudio(
      {
        ...optionsOf(),
        dataFolder: folderOf(next),
        service: next,
      },
      listen,
    );
    if (opened.ok) opened.value.start();
    return opened;
  };

  const tellMistake = (error: unknown): void =>
    listen({
      kind: 'mistake',
      problem: failure(
        'internal.closing',
        {},
        {
          detail: causeText(error),
        },
      ).problem,
    });

  const stop = async (why: Outcome<never>): Promise<void> => {
    const before = current;
    current = why;
    // An error while closing is only reported, so that another studio can be opened.
    if (before.ok) await before.value.stop().catch(tellMistake);
    if (lock !== null) return;
    const again = holdFolder(dataFolder);
    lock = again.ok ? again.value : null;
  };

  return success({
    current: () => current,
    async turnTo(next) {
      const wasOpen = current.ok;
      await stop(failure('studio-opening.connection'));
      const opened = await open(next);
      current = opened.ok || !wasOpen ? opened : await open(service);
      if (!opened.ok) return opened;
      service = next;
      return success();
    },
    async reopen(work) {
      await stop(failure('studio-opening.connection'));
      const folder = folderOf(service);
      const opened = openLedger(folder, systemClock);
      const ledger = opened.ok ? opened.value : null;
      try {
        return ledger === null
          ? (opened as Failure)
          : await work({ ledger, folder, service: originOf(service?.url ?? null) });
      } finally {
        ledger?.close();
        current = await open(service);
      }
    },
    lose: (problem) => stop(failure(problem)),
    async close() {
      try {
        await stop(failure('studio-closing'));
      } finally {
        lock?.release();
        lock = null;
      }
    },
  });
}
