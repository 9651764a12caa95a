import type { Problem } from '../problem.ts';

/** Least and most of what a person sets. */
export const callbackBounds = { port: [1, 65_535], addresses: 100 } as const;

/** Where notifications of the service are listened for. */
export interface CallbackSettings {
  readonly isOn: boolean;
  /** An address of this computer; 0.0.0.0 and :: are all of them. */
  readonly listenOn: string;
  readonly port: number;
  /** The studio's own address on the internet that leads to it; '' for none yet. May have a path. */
  readonly publicUrl: string;
  /** Addresses and networks (CIDR) that the service sends from; empty lets nobody in. */
  readonly sources: readonly string[];
  /** Reverse proxies whose word on where a request comes from is taken. */
  readonly trustedProxies: readonly string[];
}

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
