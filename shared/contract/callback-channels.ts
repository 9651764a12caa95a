import * as v from 'valibot';
import type { CallbackStatus, CallbackTest } from '../views/callback.ts';
import { callbackBounds } from '../views/callback.ts';
import { command, query } from './channel.ts';
import { between, none, text } from './schemas.ts';

const addresses = v.pipe(v.array(text), v.maxLength(callbackBounds.addresses), v.readonly());

/** What each value may be; what the addresses must be, `whyNotListen` of the settings says. */
export const callbackSettings = v.strictObject({
  isOn: v.boolean(),
  listenOn: text,
  port: between(...callbackBounds.port),
  publicUrl: text,
  sources: addresses,
  trustedProxies: addresses,
});

/** Notifications of the service. */
export const callbackChannels = {
  'callback.status': query(none).returns<CallbackStatus>(),
  /** Sends a request to the public address and sees whether it comes in. Ends within 10 s. */
  'callback.test': command(none).returns<CallbackTest>(),
} as const;
