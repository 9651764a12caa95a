import type { Leg } from '#electron/adapters/network/failure.ts';
import type { Said } from '#shared/said.ts';
import type { ProblemCode } from '#shared/problem.ts';
import type { AgentInfo, CustomModel, CustomScene, PsdDownload, Task } from '#shared/service.ts';

/**
 * The reason that a request has no usable answer. The execute protocol relies on `mayHaveBeenProcessed`, which is
 * false only if the service provably never received the complete request, or refused the request in a valid envelope.
 */
export interface ServiceFailure extends Said {
  readonly kind:
    | 'network' // could not connect, or the connection broke
    | 'timeout' // one of our timeouts expired
    | 'not-envelope' // not an answer from the service: HTML, truncated JSON, a redirect, a proxy's error page
    | 'refused' // a valid envelope with success=false; `message` quotes the service
    | 'unauthorised' // 401 or 403
    | 'rate-limited' // 429
    | 'file' // the file could not be read, or changed during the upload
    | 'aborted'; // the caller's own signal was aborted
  readonly mayHaveBeenProcessed: boolean;
  /** What the problem is about: the service's message, or the service's host. */
  readonly about?: string;
  /**
   * A more specific problem code than `kind` implies, such as for a proxy, a certificate or offline
   * mode.
   */
  readonly code?: ProblemCode;
  /** The stage of the connection that failed, if no connection was opened. */
  readonly leg?: Leg;
  /** HTTP status, if there was a response. */
  readonly status?: number;
  /** The envelope's `code` as text, if there was a valid envelope. */
  readonly serviceCode?: string;
  /** The service's message, from `message` or `msg`. */
  readonly serviceMessage?: string;
  /** Retry-After in ms, capped. */
  readonly retryAfterMs?: number;
  /** Whether there was a valid envelope. Only the service itself can have sent one. */
  readonly fromService: boolean;
  /** Technical details, without key or body. */
  readonly detail?: string;
}

export type Answer<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly failure: ServiceFailure };

export interface CallOptions {
  readonly signal?: AbortSignal;
}

/**
 * Options for requests that are sent at most once per call; the caller decides what happens after a
 * failure.
 */
export interface OnceOptions extends CallOptions {
  /**
   * Called once, synchronously, after the fresh connection is established and before the first byte of the
   * request is sent (execute-once, step 5). If it throws, nothing is sent and the error is rethrown.
   */
  readonly beforeFirstByte: () => void;
}

export interface ExecuteOptions extends OnceOptions {
  readonly callbackUrl?: string;
}

export interface UploadOptions extends CallOptions {
  /**
   * Called with the number of bytes handed to the connection and the total: 0 when an attempt begins,
   * then growing up to `total`. A retry starts at 0 again. Only the service's answer proves that the
   * service has the file. Exceptions are ignored.
   */
  readonly onSent?: (bytes: number, total: number) => void;
}

/** Every operation of the service. Methods don't throw for expected failures. */
export interface Service {
  /** Creates a task (interface: "Task operations"). The request is unpaid, so it is retried. */
  createTask(
    input: {
      readonly agentName: string;
      readonly agentVersion: string;
      readonly initParams: Readonly<Record<string, unknown>>;
    },
    options?: CallOptions,
  ): Promise<Answer<{ readonly taskId: string }>>;
  /**
   * Executes a task (interface: "Task operations"). The request is PAID, so it is one POST on a
   * fresh connection, never retried or redirected.
   */
  execute(
    input: { readonly taskId: string; readonly params: Readonly<Record<string, unknown>> },
    options: ExecuteOptions,
  ): Promise<Answer<{ readonly executionId: string }>>;
  /**
   * Queries an execution, a task, or an execution of a task (interface: "Task operations"). Other
   * client programs also send both ids.
   */
  query(
    by: { readonly taskId?: string; readonly executionId?: string },
    options?: CallOptions,
  ): Promise<Answer<Task>>;
  deleteTask(taskId: string, options?: CallOptions): Promise<Answer<void>>;
  /** Returns the lists of an agent (interface: "Agent information"). */
  info(
    input: {
      readonly agentName: string;
      readonly agentVersion: string;
      readonly page?: number;
      readonly pageSize?: number;
      readonly resourceType?: 'locations' | 'fashionModels';
    },
    options?: CallOptions,
  ): Promise<Answer<AgentInfo>>;
  /** Uploads the file at an absolute path, streaming it (interface: "Asset operations"). */
  uploadImage(
    file: { readonly path: string; readonly name: string; readonly type: string },
    options?: UploadOptions,
  ): Promise<Answer<{ readonly image: string }>>;
  createPsd(executionId: string, options?: CallOptions): Promise<Answer<boolean>>;
  queryPsd(executionId: string, options?: CallOptions): Promise<Answer<PsdDownload>>;
  /**
   * Creates a custom model (interface: "Own models and scenes"). The request is unpaid, but the
   * model remains in the account, so it is sent like execute: one POST on a fresh connection, never
   * retried or redirected. An id in a valid envelope proves success whatever the HTTP status.
   */
  createCustomModel(
    input: { readonly images: readonly string[]; readonly name?: string },
    options: OnceOptions,
  ): Promise<Answer<{ readonly fashionModelId: number }>>;
  queryCustomModel(fashionModelId: number, options?: CallOptions): Promise<Answer<CustomModel>>;
  deleteCustomModel(fashionModelId: number, options?: CallOptions): Promise<Answer<void>>;
  /**
   * Creates a custom scene (interface: "Own models and scenes"). Sent at most once, like
   * `createCustomModel`.
   */
  createCustomScene(
    input: { readonly image: string; readonly name?: string },
    options: OnceOptions,
  ): Promise<Answer<{ readonly locationId: number }>>;
  queryCustomScene(locationId: number, options?: CallOptions): Promise<Answer<CustomScene>>;
  deleteCustomScene(locationId: number, options?: CallOptions): Promise<Answer<void>>;
  /** Closes idle connections and aborts running calls. */
  close(): Promise<void>;
}
