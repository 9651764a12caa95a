import * as v from 'valibot';
import { text } from '../contract/schemas.ts';
import type { Problem } from '../problem.ts';
import { setting, usualOf, wholeNumber, type SettingGroup, type ValuesOf } from '../setting.ts';

const addresses = v.pipe(v.array(text), v.maxLength(100), v.readonly());

/** Settings for receiving notifications of the service; `checkCallback` checks the addresses. */
export const callbackSettings = {
  isOn: setting('never', 'Service notifications', v.boolean(), false),
  /** The address to listen on; 0.0.0.0 and :: mean all addresses of this computer. */
  listenOn: setting('never', 'Notifications: listen on', text, '127.0.0.1'),
  port: wholeNumber('never', 'Notifications: port', [1, 65_535], 8455),
  /** The receiver's public URL on the internet, which may have a path; empty if not set yet. */
  publicUrl: setting('never', 'Notifications: public address', text, ''),
  /** Addresses and networks (CIDR) from which the service sends notifications; if empty, all are refused. */
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
  /** Why the receiver is not listening although it is on; null if it is listening or off. */
  readonly problem: Problem | null;
  /** Whether Darkslide gives callback URLs to the service, which requires a public URL and allowed senders. */
  readonly isOffered: boolean;
  /** Wall-clock ms of the last notification that was acknowledged. */
  readonly lastAt: number | null;
  /** Number of notifications since the program started. */
  readonly acknowledged: number;
  readonly refused: Readonly<Record<CallbackRefusal, number>>;
  readonly lastRefusal: {
    readonly at: number;
    readonly why: CallbackRefusal;
    /** The sender, if known. */
    readonly from: string | null;
  } | null;
}

/** The result of a request that Darkslide sends to its own public URL. */
export interface CallbackTest {
  /**
   * `reached`: the request arrived. `elsewhere`: another server answered. `unreached`: no answer. `unsent`: the request
   * could not be sent. `off`: the receiver is off, or there is no public URL.
   */
  readonly outcome: 'reached' | 'elsewhere' | 'unreached' | 'unsent' | 'off';
  /** What would block the service's notifications, although the test request arrived; null if nothing. */
  readonly hindrance: 'proxy-not-trusted' | 'no-sources' | null;
  /** The address from which the request seemed to come, if it arrived. */
  readonly from: string | null;
  /** ms from the request to its answer, if it arrived. */
  readonly ms: number | null;
  /** The technical result, such as `HTTP 502` or `ECONNREFUSED`. */
  readonly detail: string | null;
  /** Why the request was not sent; null for all other outcomes. */
  readonly problem: Problem | null;
}
