import type { Handlers } from '#shared/contract/serve.ts';
import { channels, type ChannelName } from '#shared/ipc.ts';
import { failure, success } from '#shared/problem.ts';
import type { Desk } from './desk.ts';
import type { Host } from './host.ts';

/** The handlers of one part of the contract: all channels whose names begin with its own. */
export type HandlersOf<Part extends string> = Pick<
  Handlers,
  Extract<ChannelName, `${Part}.${string}`>
>;

/** A handler for every channel of the contract. The signal of a request ends its waits. */
export function createHandlers(_desk: Desk, host: Host): Handlers {
  return {
    ...notYet,
    'host.info': () => success(host.info),
  };
}

const notYet = Object.fromEntries(
  Object.keys(channels).map((name) => [
    name,
    () => failure('internal', `"${name}" is still being built.`),
  ]),
) as unknown as Handlers;
