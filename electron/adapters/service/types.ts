import type { Leg } from '#electron/adapters/network/failure.ts';
import type { Said } from '#shared/said.ts';
import type { ProblemCode } from '#shared/problem.ts';
import type { AgentInfo, CustomModel, CustomScene, PsdDownload, Task } from '#shared/service.ts';

/**
 * Why a request did not give an answer to build on. `mayHaveBeenProcessed` is the fact the execute
 * protocol stands on: false only when the service provably never saw the whole request or said
 * itself, in a valid envelope, that it refused.
 */
export interface ServiceFailure extends Said {
  readonly kind:
    | 'network' // could not connect, or the connection broke
    | 'timeout' // a deadline of ours passed
    | 'not-envelope' // an answer that is not the service's: HTML, cut JSON, a redirect, a proxy's page
    | 'refused' // a valid envelope with success=false, `message` holds the service's own words
    | 'unauthorised' // 401 or 403
    | 'rate-limited' // 429
    | 'file' // the file to upload could not be read, or changed while it was
    | 'aborted'; // our own signal
  readonly mayHaveBeenProcessed: boolean;
  /** What a problem of it is about: the service's own words, else its host. */
  readonly about?: string;
  /** The problem's code where the kind does not tell it: a proxy, a certificate, offline by choice. */
  readonly code?: ProblemCode;
  /** The part of the way that failed, where there was no connection. */
  readonly leg?: Leg;
  /** HTTP status, where an answer had one. */
  readonly status?: number;
  /** The envelope's `code` as text, where there was a valid envelope. */
  readonly serviceCode?: string;
  /** The service's own words, from `message` or `msg`. */
  readonly serviceMessage?: string;
  /** ms to wait as the service asked, already capped. */
  readonly retryAfterMs?: number;
  /** True for a valid envelope: evidence from the service itself, not from something between. */
  readonly fromService: boolean;
  /** Technical text without key or body. */
  readonly detail?: string;
}

export type Answer<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly failure: ServiceFailure };

export interface CallOptions {
  readonly signal?: AbortSignal;
}

/** For what is sent at most once a call, whatever comes back: the caller decides what then. */
export interface OnceOptions extends CallOptions {
  /**
   * Called once, synchronously, when the fresh connection is up and before the first byte of the
   * request leaves (execute-once step 5). If it throws, nothing is sent and the error goes through.
   */
  readonly beforeFirstByte: () => void;
}

export interface ExecuteOptions extends OnceOptions {
  readonly callbackUrl?: string;
}

export interface UploadOptions extends CallOptions {
  /**
   * Told how many bytes of the file have been handed to the connection, of how many in all: 0 when a
   * try begins, then growing, `total` when the last piece has left. A repetition begins again at 0.
   * That the service has the file, only the answer says. What it throws is dropped: a number on a
   * screen costs no upload.
   */
  readonly onSent?: (bytes: number, total: number) => void;
}

/** Every operation of the service's interface. Nothing here throws for an expected failure. */
export interface Service {
  /** "Task operations": create. Repeated after a failure where that is safe; never paid. */
  createTask(
    input: {
      readonly agentName: string;
      readonly agentVersion: string;
      readonly initParams: Readonly<Record<string, unknown>>;
    },
    options?: CallOptions,
  ): Promise<Answer<{ readonly taskId: string }>>;
  /** "Task operations": execute. PAID: one POST on a fresh connection, never retried or redirected. */
  execute(
    input: { readonly taskId: string; readonly params: Readonly<Record<string, unknown>> },
    options: ExecuteOptions,
  ): Promise<Answer<{ readonly executionId: string }>>;
  /** "Task operations": query by execution, by task, or both (both as programs in use do). */
  query(
    by: { readonly taskId?: string; readonly executionId?: string },
    options?: CallOptions,
  ): Promise<Answer<Task>>;
  deleteTask(taskId: string, options?: CallOptions): Promise<Answer<void>>;
  /** "Agent information". */
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
  /** "Asset operations": upload a file from disk (streamed), by its absolute path. */
  uploadImage(
    file: { readonly path: string; readonly name: string; readonly type: string },
    options?: UploadOptions,
  ): Promise<Answer<{ readonly image: string }>>;
  createPsd(executionId: string, options?: CallOptions): Promise<Answer<boolean>>;
  queryPsd(executionId: string, options?: CallOptions): Promise<Answer<PsdDownload>>;
  /**
   * "Own models and scenes". Not paid, but it stays in the account: one POST on a fresh connection,
   * never retried or redirected, as execute. An id in a valid envelope is proof, whatever the status.
   */
  createCustomModel(
    input: { readonly images: readonly string[]; readonly name?: string },
    options: OnceOptions,
  ): Promise<Answer<{ readonly fashionModelId: number }>>;
  queryCustomModel(fashionModelId: number, options?: CallOptions): Promise<Answer<CustomModel>>;
  deleteCustomModel(fashionModelId: number, options?: CallOptions): Promise<Answer<void>>;
  /** "Own models and scenes". Sent at most once, as `createOwnModel`. */
  createCustomScene(
    input: { readonly image: string; readonly name?: string },
    options: OnceOptions,
  ): Promise<Answer<{ readonly locationId: number }>>;
  queryCustomScene(locationId: number, options?: CallOptions): Promise<Answer<CustomScene>>;
  deleteCustomScene(locationId: number, options?: CallOptions): Promise<Answer<void>>;
  /** Closes idle connections. Calls under way are aborted. */
  close(): Promise<void>;
}
