import { failure, success, type Outcome } from '#shared/problem.ts';
import type { UpdateSource, UpdatesView } from '#shared/views/updates.ts';
import type { HandlersOf } from './handlers-of.ts';

/** New versions of Darkslide, as far as the host sees to them. */
export interface Updates {
  view(): UpdatesView;
  /** Looks for one now. Problems: updates-elsewhere, updates-off. What the look itself meets is the step. */
  check(): Promise<Outcome<UpdatesView>>;
  /** Begins to fetch what was found. */
  download(): Promise<Outcome<UpdatesView>>;
  /**
   * Restarts into the one that is ready, once what is under way came to a safe end. Problems:
   * update-not-ready, update-jobs-running unless `evenWhileBusy`, update-changed, those of the disk.
   */
  install(evenWhileBusy: boolean): Promise<Outcome<null>>;
}

/** For a host whose new versions are somebody else's to install. */
export function noUpdates(source: Exclude<UpdateSource, 'here'>, version: string): Updates {
  const elsewhere = () =>
    failure('updates-elsewhere', 'Updates are managed by the system. See Settings, Updates.');
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
