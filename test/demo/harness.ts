/** A small client of the demo service for the service's own tests, without retries and validation. */
import { rm } from 'node:fs/promises';
import sharp from 'sharp';
import { vi } from 'vitest';
import { systemClock, type Clock } from '#electron/base/clock.ts';
import { startDemo } from '#electron/demo/demo.ts';
import type { Demo, DemoOptions } from '#electron/demo/demo.ts';
import { newFolder } from '../world/folder.ts';

export interface DemoAnswer {
  readonly status: number;
  readonly success: boolean;
  readonly code: number | string;
  readonly message?: string;
  readonly msg?: string;
  /** The payload of any operation. */
  // oxlint-disable-next-line typescript/no-explicit-any -- a test reads it as received
  readonly data?: any;
}

export type Client = ReturnType<typeof clientOf>;

/** Returns a JPEG of one colour. */
export function plainJpeg(width = 640, height = 720, background = '#d8dadc'): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background } })
    .jpeg()
    .toBuffer();
}

export function clientOf(url: string, key = 'demo') {
  async function answered(
    path: string,
    init: { method?: string; headers?: Record<string, string>; body?: string | FormData },
  ): Promise<DemoAnswer> {
    const headers = { authorization: key, ...init.headers };
    const response = await fetch(`${url}${path}`, { ...init, headers });
    return { ...((await response.json()) as DemoAnswer), status: response.status };
  }

  const post = (path: string, body: unknown) =>
    answered(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const get = (path: string) => answered(path, {});

  async function upload(bytes: Buffer, name = 'photo.jpg'): Promise<DemoAnswer> {
    const body = new FormData();
    body.set('image', new Blob([new Uint8Array(bytes)]), name);
    return answered('/asset/upload/image', { method: 'POST', body });
  }

  /** Uploads a photo, creates a task and returns its id. Throws if either is refused. */
  async function task(agentName: string, bytes: Buffer, init = {}, agentVersion = 'v1.0') {
    const uploaded = await upload(bytes);
    const initParams = { originalImage: uploaded.data?.image, ...init };
    const created = await post('/agent/task/create', { agentName, agentVersion, initParams });
    if (!created.success) throw new Error(`create: ${created.message}`);
    return created.data.taskId as string;
  }

  const execute = (taskId: string, params: object, more = {}) =>
    post('/agent/task/execute', { taskId, params, ...more });
  const query = (by: { taskId?: string; executionId?: string }) => post('/agent/task/query', by);

  /** Executes a task and waits until the execution has ended; returns the execution as a query lists it. */
  async function run(taskId: string, params: object) {
    const started = await execute(taskId, params);
    if (!started.success) throw new Error(`execute: ${started.message}`);
    return ended(started.data.executionId);
  }

  async function ended(executionId: string) {
    return until(async () => {
      const execution = (await query({ executionId })).data.executions[0];
      return ['Success', 'Failed'].includes(execution.status) ? execution : undefined;
    });
  }

  async function bytesAt(address: string): Promise<Buffer> {
    return Buffer.from(await (await fetch(address)).arrayBuffer());
  }

  return { post, get, upload, task, execute, query, run, ended, bytesAt };
}

/** Calls `look` until it returns a value. Throws after 40 s. */
export async function until<T>(look: () => Promise<T | undefined> | T | undefined): Promise<T> {
  return vi.waitUntil(look, { timeout: 55_000, interval: 15 });
}

interface QuickDemo extends AsyncDisposable {
  readonly demo: Demo;
  readonly client: Client;
  readonly folder: string;
  readonly remove: () => Promise<void>;
}

/** Starts a demo service that responds as fast as possible, in a separate folder; `clock` is its clock. */
export async function quickDemo(
  options: Partial<DemoOptions> = {},
  clock: Clock = systemClock,
): Promise<QuickDemo> {
  const folder = options.folder ?? (await newFolder('demo'));
  const demo = await startDemo(
    {
      folder,
      render: 'quick',
      speed: { executionMs: 0, jitterMs: 0, psdMs: 0, preparationMs: 0 },
      ...options,
    },
    { clock, listen: (server, port) => server.listen(port) },
  );
  const remove = async () => {
    await demo.close();
    await rm(folder, { recursive: true, force: true });
  };
  const client = clientOf(demo.url, demo.key);
  return { demo, client, folder, remove, [Symbol.asyncDispose]: remove };
}
