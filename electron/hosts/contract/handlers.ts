import type { Handlers } from '#shared/contract/serve.ts';
import type { ChannelName } from '#shared/ipc.ts';
import { causeText } from '#shared/problem.ts';
import { callbackHandlers } from './callback.ts';
import type { Session } from '../../app/session/session.ts';
import { costHandlers } from './costs.ts';
import { finishHandlers } from './finish.ts';
import { logHandlers } from './log.ts';
import { exportHandlers } from './export.ts';
import { folderHandlers } from './folders.ts';
import { hostHandlers } from './host-handlers.ts';
import type { Host } from './host.ts';
import type { CurrentExport } from '../../app/export/current.ts';
import type { MaskLooks } from '../../app/masks/files.ts';
import { interrupted } from '../../app/interrupted.ts';
import { libraryHandlers } from './library.ts';
import { maskHandlers } from './masks.ts';
import { mediaHandlers } from './media.ts';
import { withinReach } from './named-paths.ts';
import { customModelHandlers } from './custom-models.ts';
import { queueHandlers } from './queue.ts';
import type { Reach } from './reach.ts';
import { recipeHandlers } from './recipes.ts';
import { retouchHandlers } from './retouch.ts';
import { settingsHandlers } from './settings.ts';
import { stationHandlers } from './stations.ts';
import { statusHandlers } from './status.ts';
import { templateHandlers } from './templates.ts';
import { updatesHandlers } from './updates.ts';

/** Channels that work without an open studio. */
const alone: readonly ChannelName[] = [
  'host.info',
  'host.choose-folder',
  'host.choose-photos',
  'host.choose-file',
  'host.list-folders',
  'host.login-item',
  'host.set-login-item',
  'settings.get',
  'settings.test',
  'settings.network',
  'settings.system-proxy',
  'settings.connect',
  'settings.disconnect',
  'log.page',
  'updates.state',
  'updates.check',
  'updates.download',
  'updates.install',
];

/**
 * Creates a handler for every channel of the contract. Each handler first checks the paths that a page names. Handlers
 * wait while the service is being changed, and return the problem if there is no studio. If the studio closes during a
 * request, the handler returns `interrupted`. Aborting the signal of a request ends what its handler waits for.
 */
export function createHandlers(session: Session, host: Host, reach: Reach): Handlers {
  const looks: MaskLooks = new Map();
  const exporting: CurrentExport = { last: null };
  const handlers: Handlers = {
    ...hostHandlers(session, host, exporting),
    ...statusHandlers(session),
    ...folderHandlers(session),
    ...recipeHandlers(session),
    ...queueHandlers(session),
    ...libraryHandlers(session),
    ...exportHandlers(session, exporting),
    ...costHandlers(session),
    ...finishHandlers(session),
    ...mediaHandlers(session),
    ...retouchHandlers(session, looks),
    ...maskHandlers({ ...session, looks }),
    ...customModelHandlers(session),
    ...templateHandlers(session),
    ...callbackHandlers(session),
    ...settingsHandlers(session, reach.check),
    ...stationHandlers(session),
    ...logHandlers(session, host),
    ...updatesHandlers(host.updates),
  };
  return Object.fromEntries(
    Object.entries(handlers).map(([name, given]) => {
      const handler = withinReach(reach, name as ChannelName, given) as AnyHandler;
      const isAlone = alone.includes(name as ChannelName);
      return [name, isAlone ? handler : withStudio(session, handler)];
    }),
  ) as unknown as Handlers;
}

type AnyHandler = (input: unknown, signal: AbortSignal) => unknown;

function withStudio(session: Session, handler: AnyHandler): AnyHandler {
  return async (input, signal) => {
    const ready = await session.ready();
    if (!ready.ok) return ready;
    try {
      return await handler(input, signal);
    } catch (error) {
      // The ledger was closed during the request.
      if (ready.value.ending.aborted) return interrupted(causeText(error));
      throw error;
    }
  };
}
