import { failure } from '#shared/failure.ts';
import { success, type Outcome } from '#shared/problem.ts';
import type { UpdateSource, UpdatesView } from '#shared/views/updates.ts';
import type { HandlersOf } from './handlers-of.ts';

/** Updates of Darkslide, if this host installs them. */
export interface Updates {
  view(): UpdatesView;
  /**
   * Checks for an update. Problems: updates-elsewhere, updates-off. Problems of the check itself are in the returned
   * view's step.
   */
  check(): Promise<Outcome<UpdatesView>>;
  /** Starts to download the update. */
  download(): Promise<Outcome<UpdatesView>>;
  /**
   * Finishes running steps, then installs the downloaded update and restarts. Problems:
   * updates-elsewhere, update-not-ready, update-jobs-running unless `evenWhileBusy`,
   * update-changed, update-not-installed, those of the disk.
   */
  install(evenWhileBusy: boolean): Promise<Outcome<null>>;
}

/** Returns updates for a host whose updates are managed elsewhere. */
export function noUpdates(source: Exclude<UpdateSource, 'here'>, version: string): Updates {
  const elsewhere = () => failure('updates-elsewhere');
  return {
    view: () => ({ source, version, step: { kind: 'idle' }, release: null, lookedAt: null }),
    check: () => Promise.resolve(elsewhere()),
    download: () => Promise.resolve(elsewhere()),
    install: () => Promise.resolve(elsewhere()),
  };
}

export function updatesHandlers(updates: Updates): HandlersOf<'updates'> {
  return {
    'updates.state': () => success(updates.view()),
    'updates.check': () => updates.check(),
    'updates.download': () => updates.download(),
    'updates.install': ({ evenWhileBusy }) => updates.install(evenWhileBusy),
  };
}
