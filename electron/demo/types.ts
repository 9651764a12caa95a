import type { CallbackRow, ExecutionRow, PsdRow, ResultRow, TaskRow, UploadRow } from './store.ts';
import type { Fault } from './faults.ts';

/**
 * Durations in ms. An execution takes `executionMs` ± `jitterMs`; the seed decides the exact
 * duration.
 */
export interface DemoSpeed {
  readonly executionMs: number;
  readonly jitterMs: number;
  readonly psdMs?: number;
  /** Time that a custom model or scene takes from `prepare` to `complete`. */
  readonly preparationMs?: number;
}

/** Rates of random failures, from 0 to 1, decided by the seed. */
export interface DemoFailures {
  /** Rate at which single images of an execution fail. */
  readonly result?: number;
  /** Rate at which whole executions fail. */
  readonly execution?: number;
  readonly psd?: number;
  readonly customModel?: number;
}

/** The number of custom models, and the number of custom scenes. */
export interface DemoCustomModels {
  readonly models?: number;
  readonly scenes?: number;
}

export interface DemoOptions {
  /**
   * Absolute path of the folder for the database and the images. Its content survives a restart.
   */
  readonly folder: string;
  /** The port; absent or 0 for any free port. The service listens only on 127.0.0.1. */
  readonly port?: number;
  /** Accepted API keys, by default `demo`. An empty list accepts every key that is not empty. */
  readonly keys?: readonly string[];
  readonly seed?: number;
  readonly speed?: DemoSpeed;
  /** `quick` serves a small picture instead of processing the photo, for tests of thousands of jobs. */
  readonly render?: 'full' | 'quick';
  /**
   * Whether the service rejects custom models and scenes made only from plain photos; by default,
   * only with `render: 'full'`.
   */
  readonly rejectsPlainPhotos?: boolean;
  readonly failures?: DemoFailures;
  /**
   * Minimum number of custom models and scenes at the start. Missing ones are added immediately,
   * with drawn pictures and the status `complete`, as if they had been created elsewhere.
   */
  readonly models?: DemoCustomModels;
  readonly faults?: readonly Fault[];
}

export interface Demo {
  /** Base address including the version prefix: `http://127.0.0.1:PORT/openapi/v1`. */
  readonly url: string;
  readonly port: number;
  /** An API key that the service accepts. */
  readonly key: string;
  /** Adds a fault to the active faults. */
  inject(fault: Fault): void;
  clearFaults(): void;
  /**
   * Adds this number of custom models and scenes with the status `complete`, as if they had been
   * created elsewhere.
   */
  addCustomModels(models: DemoCustomModels): void;
  /** Returns the service's own records, for tests. */
  records(): DemoRecords;
  /** Stops listening, closes open connections and stops rendering. Unfinished work continues at the next start. */
  close(): Promise<void>;
}

type Params = Readonly<Record<string, unknown>>;

export type RecordedTask = Omit<TaskRow, 'initParams' | 'deletedAt'> & {
  readonly initParams: Params;
  readonly deleted: boolean;
};

export type RecordedExecution = Omit<ExecutionRow, 'params' | 'plan'> & {
  /** The address that was given when the task was created. */
  readonly originalImage: string;
  readonly params: Params;
  /** Number of images that were requested. */
  readonly images: number;
  readonly status: string;
};

export type RecordedUpload = Omit<UploadRow, 'file' | 'hasExif' | 'hasGps'> & {
  readonly hasExif: boolean;
  readonly hasGps: boolean;
};

export type RecordedPsd = Omit<PsdRow, 'error'> & { readonly status: string };

export type RecordedCallback = Omit<CallbackRow, 'acknowledged'> & {
  readonly acknowledged: boolean;
};

/** The service's records. Files are given by their absolute paths. */
export interface DemoRecords {
  readonly tasks: readonly RecordedTask[];
  /** In the order of arrival, including executions of deleted tasks. */
  readonly executions: readonly RecordedExecution[];
  readonly uploads: readonly RecordedUpload[];
  readonly results: readonly ResultRow[];
  readonly psds: readonly RecordedPsd[];
  readonly callbacks: readonly RecordedCallback[];
  /** Number of requests that arrived, per operation, regardless of their outcome. */
  readonly requests: Readonly<Partial<Record<string, number>>>;
  /** Number of executions per task, by taskId. */
  readonly executionsByTask: Readonly<Partial<Record<string, number>>>;
  /** Number of executions per original image, by the address that was given. */
  readonly executionsByImage: Readonly<Partial<Record<string, number>>>;
  /** Number of executions per uploaded photo, by the SHA-256 of its content. */
  readonly executionsByPhoto: Readonly<Partial<Record<string, number>>>;
}
