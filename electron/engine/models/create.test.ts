import { describe, expect, it } from 'vitest';
import type { CustomModelKind } from '#shared/custom-models.ts';
import { readInfo } from '../../adapters/service/read-info.ts';
import type { OnceOptions } from '../../adapters/service/types.ts';
import { holdNext } from '../../../test/fixtures/holding.ts';
import { answerOf, openHarness, type Harness } from '../../../test/models/harness.ts';

const photosOf = (harness: Harness, count: number) =>
  Promise.all(Array.from({ length: count }, (_, at) => harness.photo(`photo-${at + 1}.jpg`)));

const creates = (harness: Harness, kind: CustomModelKind) =>
  harness.arrived(`custom-${kind}-create`);

/** Opens a harness that records its create requests. */
async function listeningHarness(): Promise<{
  readonly harness: Harness;
  readonly bodies: unknown[];
}> {
  const bodies: unknown[] = [];
  const harness = await openHarness({
    service: (service) => ({
      ...service,
      createCustomModel(input, options: OnceOptions) {
        bodies.push(input);
        return service.createCustomModel(input, options);
      },
      createCustomScene(input, options: OnceOptions) {
        bodies.push(input);
        return service.createCustomScene(input, options);
      },
    }),
  });
  return { harness, bodies };
}

/**
 * Opens a harness whose service answers every query for the account's list with `info`, and counts
 * them.
 */
async function harnessListing(info: ReturnType<typeof readInfo>) {
  if (info === null) throw new Error('The answer could not be read.');
  let asked = 0;
  const harness = await openHarness({
    service: (service) => ({
      ...service,
      info() {
        asked += 1;
        return Promise.resolve({ ok: true, value: info });
      },
    }),
  });
  return { harness, asked: () => asked };
}

describe('a creation', () => {
  it.each([
    ['model', 1, 'Ada'],
    ['model', 4, 'Bea'],
    ['model', 2, null],
    ['scene', 1, 'Loft'],
    ['scene', 1, null],
  ] as const)('makes one %s of %i photos, named %s', async (kind, count, name) => {
    const { harness, bodies } = await listeningHarness();
    const id = await harness.create(kind, name, await photosOf(harness, count));
    const { serviceId, uploads } = await harness.until(id, 'created');
    const photos = kind === 'model' ? { images: uploads } : { image: uploads[0] };
    expect(bodies).toEqual([{ ...photos, ...(name !== null && { name }) }]);
    expect(creates(harness, kind)).toBe(1);
    expect(harness.arrived('upload')).toBe(count);
    await harness
      .poll(() => harness.ledger.customModels.get(kind, serviceId ?? 0)?.status)
      .toBe('complete');
    const row = harness.ledger.customModels.get(kind, serviceId ?? 0);
    expect(row).toMatchObject({
      images: uploads,
      cover: uploads[0],
      isMadeHere: true,
      presence: 'there',
    });
    expect(row?.name).toMatch(name ?? / 1$/);
    expect(await harness.account(kind)).toHaveLength(1);
    expect(harness.ledger.creations.shown(kind)).toEqual([]);
  });

  it.each([
    [
      'has fewer entries than its total',
      { fashionModels: [], pagination: { page: 1, pageSize: 100, fashionModels: { total: 1 } } },
    ],
    ['is null', { fashionModels: null, pagination: null }],
    [
      'is null and has a total',
      { fashionModels: null, pagination: { fashionModels: { total: 4 } } },
    ],
  ])('B2 is sent after a few tries when the list of the account %s', async (_what, wire) => {
    const info = readInfo({ agentVersion: 'v1.0', ...wire });
    const { harness, asked } = await harnessListing(info);
    const id = await harness.create('model', 'Ada', await photosOf(harness, 1));
    const row = await harness.until(id, 'created');
    expect(row.problem).toBeNull();
    expect(creates(harness, 'model')).toBe(1);
    expect(asked()).toBeGreaterThanOrEqual(3);
  });

  it('B2 is sent immediately if the list is null and its total is 0', async () => {
    const info = readInfo({
      fashionModels: null,
      pagination: { fashionModels: { total: 0, isLastPage: true } },
    });
    const { harness, asked } = await harnessListing(info);
    await harness.until(
      await harness.create('model', 'Ada', await photosOf(harness, 1)),
      'created',
    );
    expect(asked()).toBe(1);
  });

  it.each(['model', 'scene'] as const)(
    'C5 makes a %s of an image address, which the service fetches itself',
    async (kind) => {
      const { harness, bodies } = await listeningHarness();
      const path = await harness.photo('there.jpg');
      const file = { path, name: 'a.jpg', type: 'image/jpeg' } as const;
      const { image } = answerOf(await harness.service.uploadImage(file));
      const id = await harness.create(kind, 'Ada', [image]);
      const { serviceId } = await harness.until(id, 'created');
      expect(bodies).toEqual([
        { ...(kind === 'model' ? { images: [image] } : { image }), name: 'Ada' },
      ]);
      // this upload was made by the test itself
      expect(harness.arrived('upload')).toBe(1);
      expect(harness.ledger.creations.get(id)?.photos[0]).toMatchObject({ path: image, bytes: 0 });
      expect(await harness.account(kind)).toEqual([{ id: serviceId, name: 'Ada' }]);
      // a photo is identified by its address: another address is another photo, whatever its name
      const other = await harness.look(kind, image.replace(/\/([^/]+)$/u, '/other/$1'));
      const same = await harness.look(kind, image);
      expect(other.name).toBe(same.name);
      expect(other.sha256).not.toBe(same.sha256);
    },
  );

  it('stops with the service’s message if refused, and restarts when the user retries it', async () => {
    const harness = await openHarness();
    harness.demo.inject({
      kind: 'refused',
      on: 'custom-model-create',
      text: 'No face was seen.',
      times: 1,
    });
    const id = await harness.create('model', 'Ada', await photosOf(harness, 1));
    expect((await harness.until(id, 'stopped')).problem).toMatchObject({
      code: 'service-refused',
      about: 'No face was seen.',
    });
    expect(harness.customModels.again(id)).toMatchObject({ ok: true });
    await harness.until(id, 'created');
    expect([creates(harness, 'model'), harness.arrived('upload')]).toEqual([2, 2]);
    expect(await harness.account('model')).toHaveLength(1);
    expect(harness.customModels.again(id)).toMatchObject({
      problem: { code: 'own-creation-unknown' },
    });
  });

  it.each([
    ['upload', { kind: 'server-error', times: 7 }],
    ['upload', { kind: 'reset', times: 4 }],
    ['info', { kind: 'server-error', times: 4 }],
    ['info', { kind: 'html', times: 2 }],
    ['custom-model-create', { kind: 'too-many', retryAfter: '3', times: 1 }],
    ['custom-model-create', { kind: 'unauthorised', times: 2 }],
  ] as const)(
    'waits while a request (%s) fails, and reports the problem: %o',
    async (on, fault) => {
      const harness = await openHarness();
      harness.demo.inject({ on, ...fault });
      const id = await harness.create('model', 'Ada', await photosOf(harness, 1));
      const code = () => harness.creation(id).problem?.code ?? '';
      await harness.poll(code).toMatch(/^service-/);
      await harness.until(id, 'created');
      expect(harness.creation(id).problem).toBeNull();
      expect(await harness.account('model')).toHaveLength(1);
    },
    20_000,
  );

  it('stops waiting when the user refreshes the account', async () => {
    const harness = await openHarness();
    harness.demo.inject({ kind: 'unauthorised', on: 'upload', times: 1 });
    const id = await harness.create('model', 'Ada', await photosOf(harness, 1));
    await harness.poll(() => harness.creation(id).problem?.code).toBe('service-unauthorised');
    const since = harness.clock.mono();
    await harness.customModels.refresh();
    await harness.until(id, 'created');
    expect(harness.clock.mono() - since).toBeLessThan(100);
  });

  it('is not confused with entries deleted here that an outdated list still contains', async () => {
    const harness = await openHarness();
    const deleted = await harness.made();
    harness.customModels.remove('model', deleted);
    await harness
      .poll(() => harness.ledger.customModels.get('model', deleted)?.presence)
      .toBe('deleted');
    const second = await harness.create('model', 'Ada', await photosOf(harness, 1));
    expect((await harness.until(second, 'created')).known).toContain(deleted);
  });

  it('in a full account is not sent', async () => {
    const harness = await openHarness({ demo: { models: { models: 1000 } } });
    const id = await harness.create('model', 'Ada', await photosOf(harness, 1));
    expect((await harness.until(id, 'stopped')).problem).toMatchObject({
      code: 'own-full',
      about: '1000',
    });
    expect(creates(harness, 'model')).toBe(0);
    // by now, the account is known to be full
    const path = await harness.photo('other.jpg');
    const { sha256 } = await harness.look('model', path);
    const again = await harness.tryToCreate('model', 'Bea', [{ path, sha256 }]);
    expect(again).toMatchObject({ problem: { code: 'own-full' } });
  });

  it('can be dismissed while it waits, and then sends nothing', async () => {
    const harness = await openHarness();
    harness.demo.inject({ kind: 'server-error', on: 'upload' });
    const id = await harness.create('model', 'Ada', await photosOf(harness, 1));
    await harness.poll(() => harness.creation(id).problem?.code).toMatch(/^service-/);
    expect(harness.customModels.putAway(id)).toMatchObject({ ok: true });
    expect(harness.customModels.putAway(id)).toMatchObject({
      problem: { code: 'own-creation-unknown' },
    });
    harness.demo.clearFaults();
    await harness.customModels.refresh();
    expect(harness.creation(id).state).toBe('away');
    expect(harness.ledger.creations.shown('model')).toEqual([]);
    expect(creates(harness, 'model')).toBe(0);
  });

  it('dismissed while connecting sends nothing', async () => {
    let created = 0;
    const harness: Harness = await openHarness({
      service: (service) => ({
        ...service,
        createCustomModel(input, options) {
          created += 1;
          // the connection is open; the first byte has not been sent
          const { beforeFirstByte } = options;
          return service.createCustomModel(input, {
            ...options,
            beforeFirstByte() {
              harness.customModels.putAway(1);
              beforeFirstByte();
            },
          });
        },
      }),
    });
    const id = await harness.create('model', 'Ada', await photosOf(harness, 1));
    await harness.until(id, 'away');
    await harness.poll(() => created).toBe(1);
    await harness.customModels.stop();
    expect(creates(harness, 'model')).toBe(0);
    expect(harness.told.filter(({ kind }) => kind === 'mistake')).toEqual([]);
  });

  it('reports the upload progress of each photo', async () => {
    const harness = await openHarness();
    const goOn = holdNext(harness.demo, 'upload', { after: 1 });
    const id = await harness.create('model', 'Ada', await photosOf(harness, 3));
    expect(harness.customModels.sent(id)[2]).toBe(0);
    await harness.poll(() => harness.customModels.sent(id)[0]).toBe(1);
    goOn();
    await harness.until(id, 'created');
    expect(harness.customModels.sent(id)).toEqual([1, 1, 1]);
  });

  const isFull = () => Object.assign(new Error('database or disk is full'), { errcode: 13 });
  /** Makes the next commit of this kind fail. */
  const failOnce = (harness: Harness, commit: 'sending' | 'created', error: () => Error) => {
    const { creations } = harness.ledger;
    const kept = creations[commit];
    const fails = () => {
      Object.assign(creations, { [commit]: kept });
      throw error();
    };
    Object.assign(creations, { [commit]: fails });
  };

  it('is not sent while the ledger’s disk is full', async () => {
    const harness = await openHarness();
    failOnce(harness, 'sending', isFull);
    const id = await harness.create('model', 'Ada', await photosOf(harness, 1));
    await harness.until(id, 'created');
    expect([creates(harness, 'model'), (await harness.account('model')).length]).toEqual([1, 1]);
    expect(harness.told.filter(({ kind }) => kind === 'mistake')).toEqual([]);
  });

  it.each([
    ['the disk was full', isFull, 0],
    ['of a bug', () => new TypeError('no'), 1],
  ] as const)('whose answer could not be recorded because %s is found', async (_w, error, told) => {
    const harness = await openHarness();
    failOnce(harness, 'created', error);
    const id = await harness.create('model', 'Ada', await photosOf(harness, 1));
    const { serviceId } = await harness.until(id, 'created');
    expect(await harness.account('model')).toEqual([{ id: serviceId, name: 'Ada' }]);
    expect(creates(harness, 'model')).toBe(1);
    expect(harness.told.filter(({ kind }) => kind === 'mistake')).toHaveLength(told);
  });

  it('that was sent before the program stops is awaited', async () => {
    const first = await openHarness();
    const goOn = holdNext(first.demo, 'custom-model-create');
    const id = await first.create('model', 'Ada', await photosOf(first, 1));
    await first.poll(() => first.creation(id).state).toBe('sending');
    const restarting = first.restart();
    goOn();
    const second = await restarting;
    expect(second.creation(id).state).toBe('created');
    expect(creates(second, 'model')).toBe(1);
  });
});
