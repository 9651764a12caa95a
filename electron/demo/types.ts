import type { Fault } from './faults.ts';

/** How long things take, ms. An execution takes `executionMs` ± `jitterMs`, drawn from the seed. */
export interface DemoSpeed {
  readonly executionMs: number;
  readonly jitterMs: number;
  readonly psdMs?: number;
  /** Own models and scenes: from `prepare` to `complete`. */
  readonly preparationMs?: number;
}

/** How often things go wrong by themselves, 0 to 1, drawn from the seed. */
export interface DemoFailures {
  /** One image of an execution. */
  readonly result?: number;
  /** A whole execution. */
  readonly execution?: number;
  readonly psd?: number;
  readonly ownModel?: number;
}

/** How many own models and own scenes. */
export interface DemoOwn {
  readonly models?: number;
  readonly scenes?: number;
}

export interface DemoOptions {
  /** Absolute; holds the book and the images. What it holds survives a restart of the process. */
  readonly folder: string;
  /** Absent or 0 takes any free port. Only 127.0.0.1 is listened on. */
  readonly port?: number;
  /** Accepted API keys, by default `demo`; an empty list accepts any key but the empty one. */
  readonly keys?: readonly string[];
  readonly seed?: number;
  readonly speed?: DemoSpeed;
  /** `quick` serves a small picture instead of working on the photo, for tests of thousands of jobs. */
  readonly render?: 'full' | 'quick';
  /**
   * Whether a custom model or scene fails when all its photos are plain; by default with
   * `render: 'full'`. See `looks.ts`.
   */
  readonly looksAtOwn?: boolean;
  readonly failures?: DemoFailures;
  /**
   * How many own models and scenes there are at least when it starts. What is missing is made at
   * once, complete, with drawn pictures, as if somebody had created it elsewhere.
   */
  readonly own?: DemoOwn;
  readonly faults?: readonly Fault[];
}

export interface Demo {
  /** Base address with the version prefix: `http://127.0.0.1:PORT/openapi/v1`. */
  readonly url: string;
  readonly port: number;
  /** A key that is accepted. */
  readonly key: string;
  /** Adds a fault to those in effect. */
  inject(fault: Fault): void;
  clearFaults(): void;
  /** Makes this many more own models and scenes, complete, as if they had been created elsewhere. */
  addOwn(own: DemoOwn): void;
  /** The service's own truth, for tests. */
  books(): DemoBooks;
  /** Stops listening, drops open connections and stops rendering. What is under way goes on at the next start. */
  close(): Promise<void>;
}

export interface BookedTask {
  readonly taskId: string;
  readonly agentName: string;
  readonly agentVersion: string;
  readonly initParams: Readonly<Record<string, unknown>>;
  /** ms since 1970 */
  readonly createdAt: number;
  readonly deleted: boolean;
}

export interface BookedExecution {
  readonly executionId: string;
  readonly taskId: string;
  /** As given when the task was created. */
  readonly originalImage: string;
  /** Of the photo's uploaded bytes; null for a photo that was not uploaded here. */
  readonly photoSha256: string | null;
  readonly params: Readonly<Record<string, unknown>>;
  /** Absolute path of the mask that was given as base64; null without one. */
  readonly mask: string | null;
  /** Number of images asked for. */
  readonly images: number;
  readonly callbackUrl: string | null;
  /** When the request was processed, ms since 1970. */
  readonly arrivedAt: number;
  readonly status: string;
}

export interface BookedUpload {
  /** Path of its address, `/cdn/uploads/…`. */
  readonly path: string;
  readonly name: string;
  readonly sha256: string;
  readonly bytes: number;
  readonly format: string;
  /** px, upright. */
  readonly width: number;
  readonly height: number;
  readonly hasExif: boolean;
  readonly hasGps: boolean;
  readonly arrivedAt: number;
}

export interface BookedResult {
  readonly executionId: string;
  /** From 0. */
  readonly index: number;
  /** Absolute path; null for a failed result, and for `render: 'quick'`, which keeps no files. */
  readonly file: string | null;
  readonly error: string | null;
}

export interface BookedPsd {
  readonly executionId: string;
  readonly requests: number;
  readonly file: string | null;
  readonly status: string;
}

export interface BookedCallback {
  readonly executionId: string;
  /** The execution's status it told of. */
  readonly status: string;
  /** From 1; at most 3. */
  readonly attempt: number;
  readonly acknowledged: boolean;
}

export interface DemoBooks {
  readonly tasks: readonly BookedTask[];
  /** In the order of arrival; those of deleted tasks included. */
  readonly executions: readonly BookedExecution[];
  readonly uploads: readonly BookedUpload[];
  readonly results: readonly BookedResult[];
  readonly psds: readonly BookedPsd[];
  readonly callbacks: readonly BookedCallback[];
  /** Requests that arrived, per operation, whatever became of them. */
  readonly requests: Readonly<Partial<Record<string, number>>>;
  /** How many executions each task holds, by taskId. */
  readonly executionsByTask: Readonly<Partial<Record<string, number>>>;
  /** How many executions each original image has, by its address as given. */
  readonly executionsByImage: Readonly<Partial<Record<string, number>>>;
  /** How many executions each uploaded photo has, by the SHA-256 of its bytes. */
  readonly executionsByPhoto: Readonly<Partial<Record<string, number>>>;
}
