/**
 * What carries one request to the service and its answer back, as bytes. It knows nothing of
 * envelopes, repeats nothing and follows no redirect. The real one is `undiciTransport`; the queue's
 * simulator brings its own.
 */
export interface Transport {
  /**
   * Sends one request, once. Rejects with a `TransportFailure`, or with whatever
   * `request.beforeFirstByte` threw.
   */
  send(request: WireRequest): Promise<RawResponse>;
  /** Breaks what is under way and closes idle connections. */
  close(): Promise<void>;
}

export interface WireRequest {
  readonly method: 'GET' | 'POST';
  /** Absolute, with the query. */
  readonly url: string;
  /** As they go over the wire. Holds the key: never logged. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: WireBody | null;
  /**
   * `fresh` opens a connection for this request alone, so that a failure to connect is told apart
   * from a failure after the first byte; `pooled` may reuse a warm one.
   */
  readonly connection: 'fresh' | 'pooled';
  /**
   * With `fresh`: called once, synchronously, when the connection is up (TLS done) and no byte of
   * the request has left. If it throws, the connection is closed unused and the error goes through.
   */
  readonly beforeFirstByte?: () => void;
  readonly signal: AbortSignal;
}

export type WireBody =
  | { readonly kind: 'json'; readonly text: string }
  /** A file on disk, streamed as the multipart field `image`. */
  | {
      readonly kind: 'image';
      readonly path: string;
      readonly name: string;
      readonly type: string;
      /** Bytes of the file handed on so far, of how many; from 0 at each sending. */
      readonly onSent?: (bytes: number, total: number) => void;
    };

export interface RawResponse {
  readonly status: number;
  /** Names in lower case; of repeated ones the first. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

/** Why there is no response. `sent: false` only when provably not one byte of the request left. */
export class TransportFailure extends Error {
  override readonly name = 'TransportFailure';
  readonly reason: TransportReason;
  readonly sent: boolean;

  constructor(reason: TransportReason, sent: boolean, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.reason = reason;
    this.sent = sent;
  }
}

export type TransportReason =
  | 'connect' // refused, unreachable, no such name, the handshake broke
  | 'certificate' // the other side could not prove who it is
  | 'proxy' // no way through the proxy of the network
  | 'offline' // a person has chosen to send nothing
  | 'broken' // the connection ended before the response did
  | 'timeout'
  | 'too-large' // the response went past the limit
  | 'file' // the file to send could not be read, or changed while it was
  | 'aborted';
