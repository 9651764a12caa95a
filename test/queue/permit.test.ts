import { copyFile, mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { ServiceModel } from '#shared/own.ts';
import { localDay } from '#electron/adapters/ledger/spending.ts';
import { retry } from '#electron/engine/queue/change-jobs.ts';
import type { OwnNotes } from '#shared/views/own.ts';
import { lightPhotograph } from '../fixtures/photographs.ts';
import { valueOf } from '../fixtures/values.ts';
import { openDesk, plainRecipe, type Desk } from './desk.ts';

const DAY = 24 * 3_600_000;
/** The first scene in the list of the demo service, which takes it whoever it is said to be of. */
const SCENE = 1001;

let desk: Desk;
beforeEach(async () => {
  desk = await openDesk();
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

/** The account has this scene, with a card. */
function own(notes: Partial<OwnNotes> = {}, told: Partial<ServiceModel> = {}): void {
  const scene = {
    id: SCENE,
    name: 'Our loft',
    cover: '',
    images: null,
    status: 'complete',
  } as const;
  desk.ledger.own.told('scene', [{ ...scene, ...told }], false);
  note(notes);
}

function note(notes: Partial<OwnNotes>): void {
  const blank = { localName: null, notes: '', tags: [], expires: null, clients: [], folders: [] };
  const revision = desk.ledger.own.get('scene', SCENE)?.revision ?? 0;
  desk.ledger.own.saveNotes('scene', SCENE, revision, { ...blank, ...notes });
}

const today = () => localDay(desk.clock.wall());

function retried(id: number): void {
  valueOf(desk.ledger.transaction(() => retry(false)(desk.ledger, id)));
  desk.runner.wake();
}

/** The photograph in a folder of its own; its path. */
async function photoIn(...way: string[]): Promise<string> {
  const file = join(desk.folder, ...way, 'lipstick-rouge.jpg');
  await mkdir(dirname(file), { recursive: true });
  await copyFile(lightPhotograph('lipstick-rouge.jpg'), file);
  return file;
}

describe('a release', () => {
  it('that ended is found before anything is read or sent, and a new last day lets it go on', async () => {
    own({ expires: localDay(desk.clock.wall() - DAY), localName: 'Loft, north side' });
    const job = await desk.admit({ recipe: inScene });
    expect(await desk.until(job, 'held')).toBe('own-release-over');
    const { message, about } = desk.job(job).problem ?? {};
    expect(about).toBe('Loft, north side');
    expect(message).toContain('The release of the scene "Loft, north side" ended on 2');
    expect(message).toContain('"lipstick-rouge.jpg"');
    expect(desk.demo.books().requests).toEqual({});
    expect(desk.job(job).inputs).toBeNull();

    retried(job);
    expect(await desk.until(job, 'held')).toBe('own-release-over');
    note({ expires: today() });
    retried(job);
    await desk.until(job, 'done');
    expect(desk.bought()).toBe(1);
  });

  it('that ends during the night stops the jobs that still wait', async () => {
    own({ expires: today() });
    desk.ledger.pauses.pauseAll();
    const job = await desk.admit({ recipe: inScene });
    desk.clock.setWall(DAY);
    desk.ledger.pauses.resumeAll();
    desk.runner.wake();
    expect(await desk.until(job, 'held')).toBe('own-release-over');
    expect(desk.demo.books().requests).toEqual({});
  });

  it.each(['create', 'execute'] as const)(
    'that ended after the upload, while "%s" had to wait, still buys nothing',
    async (operation) => {
      own({ expires: today() });
      desk.demo.inject({ on: operation, kind: 'unauthorised', times: 1 });
      const job = await desk.admit({ recipe: inScene });
      await desk.poll(() => desk.runner.closed().length).toBe(1);
      expect(desk.asked('upload')).toBe(1);
      desk.clock.setWall(DAY);
      await desk.runner.reopen();
      expect(await desk.until(job, 'held')).toBe('own-release-over');
      expect(desk.bought()).toBe(0);
      expect(desk.asked('execute')).toBe(operation === 'execute' ? 1 : 0);

      note({ expires: today() });
      retried(job);
      await desk.until(job, 'done');
      expect(desk.bought()).toBe(1);
      expect(desk.asked('upload')).toBe(1);
    },
  );

  it('that ends with images reserved gives them back', async () => {
    own({ expires: today() });
    desk.demo.inject({ on: 'execute', kind: 'unauthorised', times: 1 });
    const job = await desk.admit({ recipe: inScene });
    await desk.poll(() => desk.ledger.spending.today()).toBe(1);
    await desk.poll(() => desk.runner.closed().length).toBe(1);
    note({ expires: '2020-02-29' });
    await desk.runner.reopen();
    expect(await desk.until(job, 'held')).toBe('own-release-over');
    expect(desk.ledger.spending.today()).toBe(0);
    expect(desk.executions(job)).toMatchObject([{ state: 'void' }]);
  });

  it('that ends while the connection is made still buys nothing, and gives back what was reserved', async () => {
    const { executions } = desk.ledger;
    const { intend } = executions;
    Object.assign(executions, {
      intend(...intent: Parameters<typeof intend>) {
        queueMicrotask(() => note({ expires: '2020-02-29' }));
        return intend(...intent);
      },
    });
    own({ expires: today() });
    const job = await desk.admit({ recipe: inScene });
    expect(await desk.until(job, 'held')).toBe('own-release-over');
    expect([desk.asked('execute'), desk.bought(), desk.ledger.spending.today()]).toEqual([0, 0, 0]);
    expect(desk.executions(job)).toMatchObject([{ state: 'void' }]);
  });

  it('that ended keeps nothing from being brought home that is bought', async () => {
    own({ expires: today() });
    desk.demo.inject({ on: 'execute', kind: 'accept-then-reset', times: 1 });
    desk.demo.inject({ on: 'query', kind: 'server-error', after: 1, times: 1 });
    const job = await desk.admit({ recipe: inScene });
    await desk.poll(() => desk.bought()).toBe(1);
    desk.clock.setWall(DAY);
    await desk.until(job, 'done');
    expect(desk.bought()).toBe(1);
  });
});

describe('clients and folders', () => {
  it('let through what lies below a folder, or has the name of a client on its way', async () => {
    own({ clients: ['Maison Élan'], folders: [join(desk.folder, 'lookbook')] });
    const below = await photoIn('lookbook', 'day 2');
    const named = await photoIn('MAISON E\u0301LAN', 'tops');
    const other = await photoIn('elsewhere');
    for (const photo of [below, named]) {
      await desk.done({ recipe: inScene, photo, again: true });
    }
    const recipe = { ...inScene, params: { ...inScene.params, textDescription: 'another' } };
    const job = await desk.admit({ recipe, photo: other });
    expect(await desk.until(job, 'held')).toBe('own-not-allowed');
    expect(desk.job(job).problem).toMatchObject({
      about: 'Our loft',
      message: expect.stringMatching(/"Our loft" .* "lipstick-rouge\.jpg"/) as string,
    });

    note({ clients: ['elsewhere'] });
    retried(job);
    await desk.until(job, 'done');
  });

  it('ask where the hot folder lies, too, wherever the photo was moved', async () => {
    const hot = join(desk.folder, 'lookbook', 'hot');
    own({ folders: [join(desk.folder, 'lookbook')] });
    const photo = await photoIn('elsewhere');
    await desk.done({ recipe: inScene, photo, hotFolderId: desk.hotFolder({ path: hot }) });
    expect(desk.bought()).toBe(1);
  });
});

describe('a scene', () => {
  it.each<[string, ServiceModel['status'], string, string]>([
    ['is being prepared', 'prepare', 'template-not-ready', 'is still being prepared'],
    ['could not be prepared', 'failed', 'template-failed', 'could not be prepared'],
    ['tells nothing of itself', 'Unknown', 'template-not-ready', 'is still being prepared'],
  ])('that %s holds its jobs', async (_, status, code, words) => {
    own({}, { status });
    const job = await desk.admit({ recipe: inScene });
    expect(await desk.until(job, 'held')).toBe(code);
    expect(desk.job(job).problem?.message).toContain(`The scene "Our loft" ${words}`);
    own();
    retried(job);
    await desk.until(job, 'done');
  });

  it('that is gone, is being deleted or was deleted holds its jobs', async () => {
    own({}, { name: '' });
    desk.ledger.own.gone('scene', SCENE);
    const job = await desk.admit({ recipe: inScene });
    expect(await desk.until(job, 'held')).toBe('template-gone');
    expect(desk.job(job).problem).toMatchObject({ about: String(SCENE) });
    for (const change of ['deleting', 'deleted'] as const) {
      desk.ledger.own[change]('scene', SCENE);
      retried(job);
      expect(await desk.until(job, 'held')).toBe('template-gone');
    }
    expect(desk.demo.books().requests).toEqual({});
  });

  it('that was never in the account is no matter of ours', async () => {
    own({}, { id: SCENE + 1, status: 'failed' });
    await desk.done({ recipe: inScene });
    expect(desk.bought()).toBe(1);
  });
});
