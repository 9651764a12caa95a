import { failure } from '#shared/failure.ts';
import { causeText, success, type Outcome } from '#shared/problem.ts';
import type { Clock } from '../../base/clock.ts';
import { closeAll } from '../../base/closing.ts';
import type { StartHelper } from '../../base/helper.ts';
import { ownVersion } from '../../base/version.ts';
import { browsingOf } from '../contract/browsing.ts';
import { openSession } from '../../app/session/session.ts';
import { takeGiven } from '../../app/retouch/given-photos.ts';
import { createHandlers } from '../contract/handlers.ts';
import { platform, type Host } from '../contract/host.ts';
import { findMedia } from '../../app/pictures/media.ts';
import { createReach } from '../contract/reach.ts';
import { lookOf, type Screens } from '../contract/screens.ts';
import { noUpdates } from '../contract/updates.ts';
import type { Environment } from '../../base/environment.ts';
import type { Access } from '../../app/access.ts';
import { openWindowControl } from '../socket/window-control.ts';
import { openFolder, revealFile } from './opener.ts';
import { openPage, type Page } from './page.ts';

export interface StudioPageOptions {
  readonly port: number;
  readonly screens: Screens;
  readonly dataFolder: string;
  /** The service given at startup; null to use that of the settings or, if there is none, the demo service. */
  readonly service: { readonly url: string; readonly key: string } | null;
  readonly access: Access;
  readonly env: Environment;
  readonly clock: Clock;
  readonly secret: (bytes: number) => Buffer;
  /** Starts helper processes; by default as processes of plain Node. */
  readonly startHelper?: StartHelper;
}

/** The running studio and its page. */
export interface StudioPage {
  readonly page: Page;
  /** Closes the page, and then the studio when its running steps have finished. */
  stop(): Promise<void>;
}

/**
 * Opens the studio and its page. After a problem, nothing stays open. Problems: those of `openSession` and of
 * `openPage`.
 */
export async function openStudioPage(options: StudioPageOptions): Promise<Outcome<StudioPage>> {
  const { env, dataFolder, service, access, startHelper } = options;
  const opened = await openSession({
    dataFolder,
    service,
    access,
    env,
    ...(startHelper && { startHelper }),
  });
  if (!opened.ok) return opened;
  await using opening = new AsyncDisposableStack();
  const session = opened.value;
  opening.defer(() => session.stop());
  const host = browserHost(env, access);
  const page = await openPage({
    port: options.port,
    screens: options.screens,
    look: () => lookOf(session.preferences.read(), host.info.locale),
    handlers: createHandlers(session, host, createReach(session, host.browsing)),
    findMedia: (path, signal) => findMedia(session, path, signal),
    takePhoto: (photo, purpose, signal) => takeGiven(session, photo, purpose, signal),
    onBug: (what, error) =>
      session.log.note('error', `Something went wrong in Darkslide at "${what}".`, {
        code: 'internal',
        detail: causeText(error),
      }),
    clock: options.clock,
    secret: options.secret,
  });
  if (!page.ok) return page;
  opening.defer(() => page.value.close());
  opening.defer(session.onChange(page.value.announce));
  opening.defer(await openWindowControl(session, 'browser', options.clock));
  const open = opening.move();
  return success({ page: page.value, stop: () => closeAll(open) });
}

function browserHost(env: Environment, { policy }: Access): Host {
  return {
    info: {
      kind: 'browser',
      version: ownVersion(),
      platform: platform(),
      locale: Intl.DateTimeFormat().resolvedOptions().locale,
      hasDialogs: false,
    },
    updates: noUpdates('browser', ownVersion()),
    browsing: browsingOf(policy),
    chooseFolder: () => Promise.resolve(null),
    chooseFile: () => Promise.resolve(null),
    choosePhotos: () => Promise.resolve([]),
    reveal: (path) => revealFile(path, env),
    openFolder: (path) => openFolder(path, env),
    dragOut: () => failure('drag-unsupported'),
    loginItem: null,
  };
}
