import { copyFile, mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { ServiceModel } from '#shared/custom-models.ts';
import { localDay } from '#shared/day.ts';
import { retry } from '#electron/engine/queue/change-jobs.ts';
import type { CustomModelNotes } from '#shared/views/custom-models.ts';
import { lightPhotograph } from '../fixtures/photographs.ts';
import { valueOf } from '../fixtures/values.ts';
import { openHarness, plainRecipe, type Harness } from './harness.ts';

const DAY = 24 * 3_600_000;
/** The first scene in the list of the demo service, which accepts it for any account. */
const SCENE = 1001;

let harness: Harness;
beforeEach(async () => {
  harness = await openHarness();
});

const inScene = {
  ...plainRecipe,
  agent: 'aimodel',
  params: {
    generatedContent: 'freeCreation',
    maskType: 'autoSubjectSegment',
    locationId: SCENE,
    batchCount: 1,
  },
};

/** Adds this scene and its card to the account. */
function models(notes: Partial<CustomModelNotes> = {}, told: Partial<ServiceModel> = {}): void {
  const scene = {
    id: SCENE,
    name: 'Our loft',
    cover: '',
    images: null,
    status: 'complete',
  } as const;
  harness.ledger.customModels.told('scene', [{ ...scene, ...told }], false);
  note(notes);
}

function note(notes: Partial<CustomModelNotes>): void {
  const blank = { localName: null, notes: '', tags: [], expires: null, clients: [], folders: [] };
  const revision = harness.ledger.customModels.get('scene', SCENE)?.revision ?? 0;
  harness.ledger.customModels.saveNotes('scene', SCENE, revision, { ...blank, ...notes });
}

const today = () => localDay(harness.clock.wall());

function retried(id: number): void {
  valueOf(harness.ledger.transaction(() => retry(false)(harness.ledger, id)));
  harness.runner.wake();
}

/** Copies the photograph to a separate folder; returns its path. */
async function photoIn(...way: string[]): Promise<string> {
  const file = join(harness.folder, ...way, 'lipstick-rouge.jpg');
  await mkdir(dirname(file), { recursive: true });
  await copyFile(lightPhotograph('lipstick-rouge.jpg'), file);
  return file;
}

describe('the release of a custom model', () => {
  it('that has expired is detected before anything is read or sent, and a new end date lets the job continue', async () => {
    models({ expires: localDay(harness.clock.wall() - DAY), localName: 'Loft, north side' });
    const job = await harness.admit({ recipe: inScene });
    expect(await harness.until(job, 'held')).toBe('own-release-over');
    const { message, about } = harness.job(job).problem ?? {};
    expect(about).toBe('Loft, north side');
    expect(message).toContain('The release of the scene "Loft, north side" expired on 2');
    expect(message).toContain('"lipstick-rouge.jpg"');
    expect(harness.demo.records().requests).toEqual({});
    expect(harness.job(job).inputs).toBeNull();

    retried(job);
    expect(await harness.until(job, 'held')).toBe('own-release-over');
    note({ expires: today() });
    retried(job);
    await harness.until(job, 'done');
    expect(harness.bought()).toBe(1);
  });

  it('that expires during the night stops the jobs that are still waiting', async () => {
    models({ expires: today() });
    harness.ledger.pauses.pauseAll();
    const job = await harness.admit({ recipe: inScene });
    harness.clock.setWall(DAY);
    harness.ledger.pauses.resumeAll();
    harness.runner.wake();
    expect(await harness.until(job, 'held')).toBe('own-release-over');
    expect(harness.demo.records().requests).toEqual({});
  });

  it.each(['create', 'execute'] as const)(
    'that expires after the upload, while the request "%s" has to wait, still buys nothing',
    async (operation) => {
      models({ expires: today() });
      harness.demo.inject({ on: operation, kind: 'unauthorised', times: 1 });
      const job = await harness.admit({ recipe: inScene });
      await harness.poll(() => harness.runner.closed().length).toBe(1);
      expect(harness.asked('upload')).toBe(1);
      harness.clock.setWall(DAY);
      await harness.runner.reopen();
      expect(await harness.until(job, 'held')).toBe('own-release-over');
      expect(harness.bought()).toBe(0);
      expect(harness.asked('execute')).toBe(operation === 'execute' ? 1 : 0);

      note({ expires: today() });
      retried(job);
      await harness.until(job, 'done');
      expect(harness.bought()).toBe(1);
      expect(harness.asked('upload')).toBe(1);
    },
  );

  it('that expires while images are reserved returns the reserved images', async () => {
    models({ expires: today() });
    harness.demo.inject({ on: 'execute', kind: 'unauthorised', times: 1 });
    const job = await harness.admit({ recipe: inScene });
    await harness.poll(() => harness.ledger.spending.today()).toBe(1);
    await harness.poll(() => harness.runner.closed().length).toBe(1);
    note({ expires: '2020-02-29' });
    await harness.runner.reopen();
    expect(await harness.until(job, 'held')).toBe('own-release-over');
    expect(harness.ledger.spending.today()).toBe(0);
    expect(harness.executions(job)).toMatchObject([{ state: 'void' }]);
  });

  it('that expires between the reservation and the request still buys nothing, and returns the reserved images', async () => {
    const { executions } = harness.ledger;
    const { intend } = executions;
    Object.assign(executions, {
      intend(...intent: Parameters<typeof intend>) {
        queueMicrotask(() => note({ expires: '2020-02-29' }));
        return intend(...intent);
      },
    });
    models({ expires: today() });
    const job = await harness.admit({ recipe: inScene });
    expect(await harness.until(job, 'held')).toBe('own-release-over');
    expect([harness.asked('execute'), harness.bought(), harness.ledger.spending.today()]).toEqual([
      0, 0, 0,
    ]);
    expect(harness.executions(job)).toMatchObject([{ state: 'void' }]);
  });

  it('that has expired doesn’t stop the delivery of paid images', async () => {
    models({ expires: today() });
    harness.demo.inject({ on: 'execute', kind: 'accept-then-reset', times: 1 });
    harness.demo.inject({ on: 'query', kind: 'server-error', after: 1, times: 1 });
    const job = await harness.admit({ recipe: inScene });
    await harness.poll(() => harness.bought()).toBe(1);
    harness.clock.setWall(DAY);
    await harness.until(job, 'done');
    expect(harness.bought()).toBe(1);
  });
});

describe('clients and folders', () => {
  it('allow photos below a folder, or with the name of a client in their path', async () => {
    models({ clients: ['Maison Élan'], folders: [join(harness.folder, 'lookbook')] });
    const below = await photoIn('lookbook', 'day 2');
    const named = await photoIn('MAISON E\u0301LAN', 'tops');
    const other = await photoIn('elsewhere');
    for (const photo of [below, named]) {
      await harness.done({ recipe: inScene, photo, again: true });
    }
    const recipe = { ...inScene, params: { ...inScene.params, textDescription: 'another' } };
    const job = await harness.admit({ recipe, photo: other });
    expect(await harness.until(job, 'held')).toBe('own-not-allowed');
    expect(harness.job(job).problem).toMatchObject({
      about: 'Our loft',
      message: expect.stringMatching(/"Our loft" .* "lipstick-rouge\.jpg"/) as string,
    });

    note({ clients: ['elsewhere'] });
    retried(job);
    await harness.until(job, 'done');
  });

  it('are compared with the location of the hot folder, too, even if the photo was moved elsewhere', async () => {
    const hot = join(harness.folder, 'lookbook', 'hot');
    models({ folders: [join(harness.folder, 'lookbook')] });
    const photo = await photoIn('elsewhere');
    await harness.done({ recipe: inScene, photo, hotFolderId: harness.hotFolder({ path: hot }) });
    expect(harness.bought()).toBe(1);
  });
});

describe('a scene', () => {
  it.each<[string, ServiceModel['status'], string, RegExp]>([
    [
      'is being prepared',
      'prepare',
      'template-not-ready',
      /scene "Our loft" is still being prepared/,
    ],
    ['could not be prepared', 'failed', 'template-failed', /prepare the scene "Our loft"/],
    [
      'has an unknown status',
      'Unknown',
      'template-not-ready',
      /scene "Our loft" is still being prepared/,
    ],
  ])('that %s holds its jobs', async (_, status, code, words) => {
    models({}, { status });
    const job = await harness.admit({ recipe: inScene });
    expect(await harness.until(job, 'held')).toBe(code);
    expect(harness.job(job).problem?.message).toMatch(words);
    models();
    retried(job);
    await harness.until(job, 'done');
  });

  it('that is gone, is being deleted or was deleted holds its jobs', async () => {
    models({}, { name: '' });
    harness.ledger.customModels.gone('scene', SCENE);
    const job = await harness.admit({ recipe: inScene });
    expect(await harness.until(job, 'held')).toBe('template-gone');
    expect(harness.job(job).problem).toMatchObject({ about: String(SCENE) });
    for (const change of ['deleting', 'deleted'] as const) {
      harness.ledger.customModels[change]('scene', SCENE);
      retried(job);
      expect(await harness.until(job, 'held')).toBe('template-gone');
    }
    expect(harness.demo.records().requests).toEqual({});
  });

  it('that was never in the account restricts nothing', async () => {
    models({}, { id: SCENE + 1, status: 'failed' });
    await harness.done({ recipe: inScene });
    expect(harness.bought()).toBe(1);
  });
});
