/**
 * Sends one request to the service and returns the response as bytes. A transport does not
 * interpret envelopes, retry or follow redirects. Darkslide uses `undiciTransport`; the simulation
 * of the queue has its own transport.
 */
export interface Transport {
  /**
   * Sends a request once. Rejects with a `TransportFailure`, or with the error that
   * `request.beforeFirstByte` threw.
   */
  send(request: WireRequest): Promise<RawResponse>;
  /** Aborts running requests and closes idle connections. */
  close(): Promise<void>;
}

export interface WireRequest {
  readonly method: 'GET' | 'POST';
  /** Absolute URL with query. */
  readonly url: string;
  /** Contains the API key: must never be logged. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: WireBody | null;
  /**
   * `fresh` opens a connection for this request only, so that a failure to connect can be
   * distinguished from a failure after the first byte; `pooled` may reuse an open connection.
   */
  readonly connection: 'fresh' | 'pooled';
  /**
   * With `fresh`: called once, synchronously, after the connection (with TLS) is established and before any
   * byte of the request is sent. If it throws, the connection is closed unused and the error is rethrown.
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
      /**
       * Called with the number of bytes handed to the connection and the total; starts at 0 for every
       * attempt.
       */
      readonly onSent?: (bytes: number, total: number) => void;
    };

export interface RawResponse {
  readonly status: number;
  /** Header names in lower case; for a repeated header, the first value. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

/**
 * The reason that there is no response. `sent` is false only if provably no byte of the request was
 * sent.
 */
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
  | 'connect' // refused, unreachable, unknown host, TLS handshake failed
  | 'certificate' // the certificate is not trusted
  | 'proxy' // the proxy did not let the request through
  | 'offline' // offline mode
  | 'broken' // the connection ended before the response was complete
  | 'timeout'
  | 'too-large' // the response exceeded the limit
  | 'file' // the file could not be read, or changed during the upload
  | 'aborted';
