import type { Handlers } from '#shared/contract/serve.ts';
import { channels, type ChannelName } from '#shared/ipc.ts';
import { failure } from '#shared/problem.ts';
import type { Desk } from './desk.ts';
import { logHandlers } from './diagnostics.ts';
import { hostHandlers } from './host-handlers.ts';
import type { Host } from './host.ts';
import { queueHandlers } from './queue.ts';
import { settingsHandlers } from './settings.ts';
import { statusHandlers } from './status.ts';

/** These do without an open studio. */
const alone: readonly ChannelName[] = [
  'host.info',
  'host.choose-folder',
  'host.list-folders',
  'settings.get',
  'settings.test',
  'settings.connect',
  'settings.disconnect',
  'log.page',
];

/**
 * A handler for every channel of the contract. While the service is being changed they wait; where
 * there is no studio, they answer why. The signal of a request ends its waits.
 */
export function createHandlers(desk: Desk, host: Host): Handlers {
  const handlers: Handlers = {
    ...notYet,
    ...hostHandlers(desk, host),
    ...statusHandlers(desk),
    ...queueHandlers(desk),
    ...settingsHandlers(desk),
    ...logHandlers(desk, host),
  };
  return Object.fromEntries(
    Object.entries(handlers).map(([name, handler]) => [
      name,
      alone.includes(name as ChannelName) ? handler : withStudio(desk, handler as AnyHandler),
    ]),
  ) as unknown as Handlers;
}

type AnyHandler = (input: unknown, signal: AbortSignal) => unknown;

function withStudio(desk: Desk, handler: AnyHandler): AnyHandler {
  return async (input, signal) => {
    const ready = await desk.ready();
    return ready.ok ? handler(input, signal) : ready;
  };
}

const notYet = Object.fromEntries(
  Object.keys(channels).map((name) => [
    name,
    () => failure('internal', `"${name}" is still being built.`),
  ]),
) as unknown as Handlers;
