/**
 * Two clients that were written only from the page about the service's interface: with plain fetch, and
 * without code of Darkslide. One reads `result`, the other `results`; the demo service must support both.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startDemo } from '#electron/demo/demo.ts';
import type { Demo } from '#electron/demo/types.ts';
import { ownFolder } from '../fixtures/own-folder.ts';
import { writePhoto } from './suite.ts';

interface Image {
  readonly status: string;
  readonly image: string;
}

interface ListEntry {
  readonly executionId: string;
  readonly status: string;
  readonly result?: readonly Image[];
  readonly results?: readonly Image[];
}

interface Answer<T> {
  readonly success: boolean;
  readonly code: number | string;
  readonly msg?: string;
  readonly message?: string;
  readonly data: T;
}

type Read = (execution: ListEntry) => readonly Image[] | undefined;

let demo: Demo;
const folder = await ownFolder('clients', afterAll);

beforeAll(async () => {
  const speed = { executionMs: 50, jitterMs: 0 };
  demo = await startDemo({ folder: join(folder, 'demo'), render: 'quick', speed, seed: 1 });
});
afterAll(() => demo.close());

async function post<T>(path: string, body: object): Promise<T> {
  const response = await fetch(`${demo.url}${path}`, {
    method: 'POST',
    headers: { Authorization: demo.key, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  return granted((await response.json()) as Answer<T>);
}

function granted<T>({ success, message, msg, data }: Answer<T>): T {
  if (!success) throw new Error(message ?? msg ?? 'refused without words');
  return data;
}

async function upload(path: string): Promise<string> {
  const form = new FormData();
  form.append('image', new Blob([await readFile(path)], { type: 'image/jpeg' }), 'photo.jpg');
  const response = await fetch(`${demo.url}/asset/upload/image`, {
    method: 'POST',
    headers: { Authorization: demo.key },
    body: form,
  });
  const answer = (await response.json()) as Answer<{ image: string }>;
  expect(String(answer.code)).toBe('1001');
  return granted(answer).image;
}

/**
 * Uploads a photo, creates a task, executes it, and queries until the images exist, as the section "What the
 * service does" describes.
 */
async function makeImages(read: Read): Promise<readonly Image[]> {
  const path = join(folder, 'photo.jpg');
  await writePhoto(path);
  const { taskId } = await post<{ taskId: string }>('/agent/task/create', {
    agentName: 'removeBG',
    agentVersion: 'v1.0',
    initParams: { originalImage: await upload(path) },
  });
  const { executionId } = await post<{ executionId: string }>('/agent/task/execute', {
    taskId,
    params: { maskType: 'autoSubjectSegment', backgroundHex: '#ffffff', batchCount: 2 },
  });
  const images = async (): Promise<readonly Image[]> => {
    const { executions } = await post<{ executions: ListEntry[] }>('/agent/task/query', {
      executionId,
    });
    const listed = executions[0] === undefined ? undefined : read(executions[0]);
    if (listed === undefined) throw new Error('The execution names no list of images.');
    return listed;
  };
  await expect
    .poll(async () => (await images()).map(({ status }) => status))
    .toEqual(['Success', 'Success']);
  return images();
}

describe.each<[string, Read]>([
  ['result', ({ result }) => result],
  ['results', ({ results }) => results],
])('a client that reads `%s`', (_name, read) => {
  it('C1 gets its images from the demo service', async () => {
    for (const { image } of await makeImages(read)) {
      const response = await fetch(image);
      expect(response.headers.get('content-type')).toMatch(/^image\//u);
      expect((await response.arrayBuffer()).byteLength).toBeGreaterThan(100);
    }
  });
});
