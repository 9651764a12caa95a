import * as v from 'valibot';
import { text } from '../contract/schemas.ts';
import type { Problem } from '../problem.ts';
import { setting, usualOf, wholeNumber, type SettingGroup, type ValuesOf } from '../setting.ts';

const addresses = v.pipe(v.array(text), v.maxLength(100), v.readonly());

/** Settings for receiving the service's notifications; `checkCallback` checks the addresses. */
export const callbackSettings = {
  isOn: setting('never', 'Service notifications', v.boolean(), false),
  /** The address to listen on; 0.0.0.0 and :: mean all addresses of this computer. */
  listenOn: setting('never', 'Notifications: listen on', text, '127.0.0.1'),
  port: wholeNumber('never', 'Notifications: port', [1, 65_535], 8455),
  /** The public URL of the receiver on the internet; '' for none yet. May have a path. */
  publicUrl: setting('never', 'Notifications: public address', text, ''),
  /** Addresses and networks (CIDR) from which the service sends; empty refuses all. */
  sources: setting('never', 'Notifications: allowed senders', addresses, []),
  /** Reverse proxies that are trusted to report the sender of a request. */
  trustedProxies: setting('never', 'Notifications: trusted reverse proxies', addresses, []),
} satisfies SettingGroup;

export type CallbackSettings = ValuesOf<typeof callbackSettings>;

export const usualCallback = usualOf(callbackSettings);

/** Why a request was not accepted as a notification. */
export const callbackRefusals = [
  'origin', // not from an allowed sender
  'address', // no execution has this URL
  'method', // not a POST
  'size', // the body is too large or incomplete
  'connections', // too many connections
  'ledger', // it could not be saved
] as const;
export type CallbackRefusal = (typeof callbackRefusals)[number];

export interface CallbackStatus {
  readonly state: 'off' | 'listening' | 'trouble';
  /** The listening address, such as `127.0.0.1:8455`. */
  readonly listensOn: string | null;
  /** Why it is not listening although it is enabled. */
  readonly problem: Problem | null;
  /** Whether the service receives callback URLs, which needs a public URL and allowed senders. */
  readonly isOffered: boolean;
  /** Wall-clock ms of the last notification that was acknowledged. */
  readonly lastAt: number | null;
  /** Count since the program started. */
  readonly acknowledged: number;
  readonly refused: Readonly<Record<CallbackRefusal, number>>;
  readonly lastRefusal: {
    readonly at: number;
    readonly why: CallbackRefusal;
    /** The sender, if known. */
    readonly from: string | null;
  } | null;
}

/** The result of a request that Darkslide sent to its own public URL. */
export interface CallbackTest {
  /**
   * `reached`: the request arrived. `elsewhere`: another server answered. `unreached`: no answer. `unsent`: the request
   * could not be sent. `off`: the receiver is off, or there is no public URL.
   */
  readonly outcome: 'reached' | 'elsewhere' | 'unreached' | 'unsent' | 'off';
  /** What blocks the service's notifications although the test request arrived. */
  readonly hindrance: 'proxy-not-trusted' | 'no-sources' | null;
  /** The apparent sender, if the request arrived. */
  readonly from: string | null;
  /** ms from the request to its answer, if it arrived. */
  readonly ms: number | null;
  /** The actual result: `HTTP 502`, `ECONNREFUSED`. */
  readonly detail: string | null;
  /** Why it was not sent; null for the other outcomes. */
  readonly problem: Problem | null;
}
