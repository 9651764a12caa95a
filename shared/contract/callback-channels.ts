import * as v from 'valibot';
import { setting } from '../setting.ts';
import type { CallbackStatus, CallbackTest } from '../views/callback.ts';
import { callbackBounds } from '../views/callback.ts';
import { command, query } from './channel.ts';
import { between, none, text } from './schemas.ts';

const addresses = v.pipe(v.array(text), v.maxLength(callbackBounds.addresses), v.readonly());

/** What each value may be; what the addresses must be, `whyNotListen` of the settings says. */
export const callbackSettings = v.strictObject({
  isOn: setting('never', 'Notifications from the service', v.boolean()),
  listenOn: setting('never', 'Notifications: listens on', text),
  port: setting('never', 'Notifications: port', between(...callbackBounds.port)),
  publicUrl: setting('never', 'Notifications: public address', text),
  sources: setting('never', 'Notifications: allowed senders', addresses),
  trustedProxies: setting('never', 'Notifications: trusted reverse proxies', addresses),
});

/** Notifications of the service. */
export const callbackChannels = {
  'callback.status': query(none).returns<CallbackStatus>(),
  /** Sends a request to the public address and sees whether it comes in. Ends within 10 s. */
  'callback.test': command(none).returns<CallbackTest>(),
} as const;
