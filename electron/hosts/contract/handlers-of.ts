import type { Handlers } from '#shared/contract/serve.ts';
import type { ChannelName } from '#shared/ipc.ts';

/** The handlers of one part of the contract: those of all channels whose names start with the part's name. */
export type HandlersOf<Part extends string> = Pick<
  Handlers,
  Extract<ChannelName, `${Part}.${string}`>
>;
