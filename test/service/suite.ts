import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '#electron/base/clock.ts';
import { createService } from '#electron/adapters/service/client.ts';
import type { Answer, Service } from '#electron/adapters/service/types.ts';

/** A service for which the suite runs: the demo service or a live one. */
export interface SuiteTarget {
  readonly url: string;
  readonly key: string;
  close(): Promise<void>;
}

export interface SuiteOptions {
  /**
   * Whether to run tests that are charged or leave something in the account: execute, PSD, custom models and
   * scenes.
   */
  readonly paid: boolean;
  /** Milliseconds in which an execution, a PSD, or a custom model or scene must be finished. */
  readonly patience: number;
  /** Milliseconds between two queries. */
  readonly interval: number;
}

export function valueOf<T>(answer: Answer<T>): T {
  if (!answer.ok) throw new Error(`${answer.failure.kind}: ${answer.failure.message}`);
  return answer.value;
}

/** Queries until the answer is as expected, and returns it; fails when `patience` is over. */
export async function until<T>(
  query: () => Promise<Answer<T>>,
  wanted: (value: T) => boolean,
  { patience, interval }: Pick<SuiteOptions, 'patience' | 'interval'>,
): Promise<T> {
  const end = systemClock.mono() + patience;
  for (;;) {
    const value = valueOf(await query());
    if (wanted(value)) return value;
    if (systemClock.mono() > end) throw new Error(`still ${JSON.stringify(value)}`);
    await systemClock.sleep(interval);
  }
}

/** Returns the custom models or scenes of the account, from all pages of aimodel's list. */
export async function customModelsListed(
  service: Service,
  resourceType: 'fashionModels' | 'locations',
): Promise<
  readonly { readonly id: number; readonly name: string; readonly status: string | null }[]
> {
  const own: { id: number; name: string; status: string | null }[] = [];
  for (let page = 1; ; page++) {
    const asked = { agentName: 'aimodel', agentVersion: 'v1.0', page, pageSize: 100 };
    const told = valueOf(await service.info({ ...asked, resourceType }));
    own.push(...(told[resourceType] ?? []).filter(({ type }) => type === 'Yours'));
    if (told.pagination?.[resourceType]?.isLastPage !== false) return own;
  }
}

/** Writes a photo within the upload limits of the service: a dark shape on a light background. */
export async function writePhoto(path: string): Promise<void> {
  const shape = Buffer.from(
    '<svg width="900" height="700"><rect width="900" height="700" fill="#e8e6e2"/>' +
      '<ellipse cx="450" cy="350" rx="220" ry="260" fill="#39424e"/></svg>',
  );
  await sharp(shape).jpeg({ quality: 90 }).toFile(path);
}

const once = { beforeFirstByte: () => {} };

const info: [agentName: string, agentVersion: string, lists: string[]][] = [
  ['aimodel', 'v1.0', ['locations', 'fashionModels', 'pagination']],
  ['aiproduct', 'v1.0', ['locations', 'pagination']],
  ['expandimage', 'v1.0', ['dimensions']],
  ['removeBG', 'v1.0', ['backgrounds']],
  ['mannequin', 'v1.0', ['locations', 'fashionModels', 'tags']],
  ['mannequin', 'v1.5', ['locations', 'fashionModels', 'tags']],
];

/** Tests every operation of the interface with a real service over HTTP. */
export function serviceSuite(open: () => Promise<SuiteTarget>, options: SuiteOptions): void {
  let target: SuiteTarget;
  let service: Service;
  let folder: string;
  let image: string;

  beforeAll(async () => {
    target = await open();
    service = createService({
      baseUrl: target.url,
      key: target.key,
      requestsPerSecond: 50,
      clock: systemClock,
      random: Math.random,
    });
    folder = await mkdtemp(join(tmpdir(), 'darkslide-suite-'));
    const path = join(folder, 'photo.jpg');
    await writePhoto(path);
    const upload = await service.uploadImage({ path, name: 'Ärmel “2”.jpg', type: 'image/jpeg' });
    image = valueOf(upload).image;
  });
  afterAll(async () => {
    await service.close();
    await target.close();
    await rm(folder, { recursive: true, force: true });
  });

  const newTask = async () =>
    valueOf(
      await service.createTask({
        agentName: 'removeBG',
        agentVersion: 'v1.0',
        initParams: { taskName: 'darkslide suite', originalImage: image },
      }),
    ).taskId;

  it('uploads an image and gets its address', () => {
    expect(image).toMatch(/^https?:\/\//);
  });

  it('creates a task, finds it without executions, and deletes it', async () => {
    const taskId = await newTask();
    const task = valueOf(await service.query({ taskId }));
    expect(task).toMatchObject({ agentName: 'removeBG', agentVersion: 'v1.0', executions: [] });
    expect(task.initParams).toMatchObject({ taskName: 'darkslide suite', originalImage: image });
    expect((await service.deleteTask(taskId)).ok).toBe(true);
    expect(await service.query({ taskId })).toMatchObject({
      ok: false,
      failure: { kind: 'refused' },
    });
  });

  it.each(info)('returns %s %s', async (agentName, agentVersion, lists) => {
    const told = valueOf(await service.info({ agentName, agentVersion }));
    expect(told.agentVersion).toBe(agentVersion);
    expect(Object.keys(told).toSorted()).toEqual(['agentVersion', ...lists].toSorted());
  });

  it('reads a page with both lists of aimodel, and all pages of one list', async () => {
    const asked = { agentName: 'aimodel', agentVersion: 'v1.0', pageSize: 2 } as const;
    const both = valueOf(await service.info({ ...asked, page: 1 }));
    expect(both.pagination).toMatchObject({ page: 1, pageSize: 2 });
    expect(both.locations).toHaveLength(2);
    const seen = new Set<number>();
    for (let page = 1; ; page++) {
      const told = valueOf(
        await service.info({ ...asked, page, pageSize: 50, resourceType: 'locations' }),
      );
      expect(told.fashionModels).toBeUndefined();
      told.locations?.forEach(({ id }) => seen.add(id));
      if (told.pagination?.locations?.isLastPage !== false) break;
    }
    expect(seen.size).toBe(both.pagination?.locations?.total);
  });

  it('gets an error for a wrong key', async () => {
    const stranger = createService({
      baseUrl: target.url,
      key: 'not-the-key-of-anyone',
      clock: systemClock,
      random: Math.random,
    });
    const answer = await stranger.info({ agentName: 'removeBG', agentVersion: 'v1.0' });
    await stranger.close();
    expect(answer.ok).toBe(false);
    expect(JSON.stringify(answer)).not.toContain('not-the-key-of-anyone');
  });

  describe.runIf(options.paid)(
    'operations that are charged or leave something in the account',
    () => {
      it('executes, follows the execution to its end, and makes the PSD', async () => {
        const taskId = await newTask();
        const params = { maskType: 'autoSubjectSegment', backgroundHex: '#ffffff', batchCount: 2 };
        let committed = 0;
        const beforeFirstByte = () => void (committed += 1);
        const executed = await service.execute({ taskId, params }, { beforeFirstByte });
        const { executionId } = valueOf(executed);
        expect(committed).toBe(1);

        const task = await until(
          () => service.query({ executionId }),
          ({ executions }) => executions[0]?.status === 'Success',
          options,
        );
        expect(task.executions[0]).toMatchObject({ executionId, params });
        expect(task.executions[0]?.results).toHaveLength(2);
        for (const result of task.executions[0]?.results ?? []) {
          expect(result).toMatchObject({
            status: 'Success',
            image: expect.stringMatching(/^http/),
          });
        }
        const byTask = valueOf(await service.query({ taskId }));
        expect(byTask.executions.map((one) => one.executionId)).toEqual([executionId]);
        expect(valueOf(await service.query({ taskId, executionId })).executions).not.toHaveLength(
          0,
        );

        expect(valueOf(await service.queryPsd(executionId)).status).toBe('NotStart');
        expect(valueOf(await service.createPsd(executionId))).toBe(true);
        const psd = await until(
          () => service.queryPsd(executionId),
          ({ status }) => status === 'Success',
          options,
        );
        expect(psd.fileUrl).toMatch(/^https?:\/\//);
        await service.deleteTask(taskId);
      });

      it('creates a custom model, finds it complete in the list, and deletes it', async () => {
        let committed = 0;
        const beforeFirstByte = () => void (committed += 1);
        const given = { images: [image], name: 'suite' };
        const created = await service.createCustomModel(given, { beforeFirstByte });
        const { fashionModelId } = valueOf(created);
        expect(committed).toBe(1);
        const model = await until(
          () => service.queryCustomModel(fashionModelId),
          ({ status }) => status !== 'prepare',
          options,
        );
        expect(model).toMatchObject({ fashionModelId, name: 'suite', images: [image] });
        const listed = await customModelsListed(service, 'fashionModels');
        expect(listed.find(({ id }) => id === fashionModelId)).toMatchObject({
          name: 'suite',
          status: model.status,
        });
        expect((await service.deleteCustomModel(fashionModelId)).ok).toBe(true);
        const left = await customModelsListed(service, 'fashionModels');
        expect(left.map(({ id }) => id)).not.toContain(fashionModelId);
        expect((await service.queryCustomModel(fashionModelId)).ok).toBe(false);
      });

      it('creates a custom scene, finds it complete in the list, and deletes it', async () => {
        const { locationId } = valueOf(await service.createCustomScene({ image }, once));
        const scene = await until(
          () => service.queryCustomScene(locationId),
          ({ status }) => status !== 'prepare',
          options,
        );
        expect(scene).toMatchObject({ locationId, image });
        expect(scene.name).not.toBe('');
        const listed = await customModelsListed(service, 'locations');
        expect(listed.find(({ id }) => id === locationId)).toMatchObject({ name: scene.name });
        expect((await service.deleteCustomScene(locationId)).ok).toBe(true);
        expect((await service.queryCustomScene(locationId)).ok).toBe(false);
      });
    },
  );
}
