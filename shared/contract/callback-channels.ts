import type { CallbackStatus, CallbackTest } from '../views/callback.ts';
import { command, query } from './channel.ts';
import { none } from './schemas.ts';

/** Notifications of the service. */
export const callbackChannels = {
  'callback.status': query(none).returns<CallbackStatus>(),
  /** Sends a request to the public URL and checks whether it arrives. Ends within 10 s. */
  'callback.test': command(none).returns<CallbackTest>(),
} as const;
