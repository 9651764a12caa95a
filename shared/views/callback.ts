import * as v from 'valibot';
import { text } from '../contract/schemas.ts';
import type { Problem } from '../problem.ts';
import { setting, usualOf, wholeNumber, type SettingGroup, type ValuesOf } from '../setting.ts';

const addresses = v.pipe(v.array(text), v.maxLength(100), v.readonly());

/** Where notifications of the service are listened for; what addresses must be, `checkCallback` says. */
export const callbackSettings = {
  isOn: setting('never', 'Service notifications', v.boolean(), false),
  /** An address of this computer; 0.0.0.0 and :: are all of them. */
  listenOn: setting('never', 'Notifications: listen on', text, '127.0.0.1'),
  port: wholeNumber('never', 'Notifications: port', [1, 65_535], 8455),
  /** The studio's own address on the internet that leads to it; '' for none yet. May have a path. */
  publicUrl: setting('never', 'Notifications: public address', text, ''),
  /** Addresses and networks (CIDR) that the service sends from; empty lets nobody in. */
  sources: setting('never', 'Notifications: allowed senders', addresses, []),
  /** Reverse proxies whose word on where a request comes from is taken. */
  trustedProxies: setting('never', 'Notifications: trusted reverse proxies', addresses, []),
} satisfies SettingGroup;

export type CallbackSettings = ValuesOf<typeof callbackSettings>;

export const usualCallback = usualOf(callbackSettings);

/** Why a request was not a notification that counts. */
export const callbackRefusals = [
  'origin', // from none of the sources
  'address', // no execution has this address
  'method', // not a POST
  'size', // its body is too large, or did not come whole
  'connections', // too many strangers at once
  'ledger', // it could not be written down
] as const;
export type CallbackRefusal = (typeof callbackRefusals)[number];

export interface CallbackStatus {
  readonly state: 'off' | 'listening' | 'trouble';
  /** `127.0.0.1:8455`, where it listens. */
  readonly listensOn: string | null;
  /** Why it does not listen, though it is switched on. */
  readonly problem: Problem | null;
  /** Whether the service is given addresses: it is not without a public address or without sources. */
  readonly isOffered: boolean;
  /** Wall-clock ms of the last notification that was acknowledged. */
  readonly lastAt: number | null;
  /** Since the program began. */
  readonly acknowledged: number;
  readonly refused: Readonly<Record<CallbackRefusal, number>>;
  readonly lastRefusal: {
    readonly at: number;
    readonly why: CallbackRefusal;
    /** Where it came from, as far as is known. */
    readonly from: string | null;
  } | null;
}

/** What became of a request that Darkslide sent to its own public address. */
export interface CallbackTest {
  /**
   * `reached`: it came in. `elsewhere`: somebody else answered. `unreached`: nobody did. `unsent`: it did
   * not get out of here. `off`: it is not listened, or there is no public address.
   */
  readonly outcome: 'reached' | 'elsewhere' | 'unreached' | 'unsent' | 'off';
  /** What hinders the service's own notifications, though this one came in. */
  readonly hindrance: 'proxy-not-trusted' | 'no-sources' | null;
  /** Where it seemed to come from, when it came in. */
  readonly from: string | null;
  /** ms from the request to its answer, when it came in. */
  readonly ms: number | null;
  /** What came instead: `HTTP 502`, `ECONNREFUSED`. */
  readonly detail: string | null;
  /** Why it was not sent; null for the other outcomes. */
  readonly problem: Problem | null;
}
