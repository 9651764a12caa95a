import { describe, expect, it } from 'vitest';
import type { OwnKind } from '#shared/own.ts';
import { readInfo } from '../../adapters/service/read-info.ts';
import type { OnceOptions } from '../../adapters/service/types.ts';
import { holdNext } from '../../../test/fixtures/holding.ts';
import { answerOf, openDesk, type Desk } from '../../../test/models/desk.ts';

const photosOf = (desk: Desk, count: number) =>
  Promise.all(Array.from({ length: count }, (_, at) => desk.photo(`photo-${at + 1}.jpg`)));

const creates = (desk: Desk, kind: OwnKind) => desk.arrived(`own-${kind}-create`);

/** A desk that keeps what it sends to create. */
async function listeningDesk(): Promise<{ readonly desk: Desk; readonly bodies: unknown[] }> {
  const bodies: unknown[] = [];
  const desk = await openDesk({
    service: (service) => ({
      ...service,
      createOwnModel(input, options: OnceOptions) {
        bodies.push(input);
        return service.createOwnModel(input, options);
      },
      createOwnScene(input, options: OnceOptions) {
        bodies.push(input);
        return service.createOwnScene(input, options);
      },
    }),
  });
  return { desk, bodies };
}

/** A desk whose service answers every question for the account's list with `info`, and counts them. */
async function deskListing(info: ReturnType<typeof readInfo>) {
  if (info === null) throw new Error('The answer could not be read.');
  let asked = 0;
  const desk = await openDesk({
    service: (service) => ({
      ...service,
      info() {
        asked += 1;
        return Promise.resolve({ ok: true, value: info });
      },
    }),
  });
  return { desk, asked: () => asked };
}

describe('a creation', () => {
  it.each([
    ['model', 1, 'Ada'],
    ['model', 4, 'Bea'],
    ['model', 2, null],
    ['scene', 1, 'Loft'],
    ['scene', 1, null],
  ] as const)('makes a %s of %i photos named %s, once', async (kind, count, name) => {
    const { desk, bodies } = await listeningDesk();
    const id = await desk.create(kind, name, await photosOf(desk, count));
    const { serviceId, uploads } = await desk.until(id, 'created');
    const photos = kind === 'model' ? { images: uploads } : { image: uploads[0] };
    expect(bodies).toEqual([{ ...photos, ...(name !== null && { name }) }]);
    expect(creates(desk, kind)).toBe(1);
    expect(desk.arrived('upload')).toBe(count);
    await desk.poll(() => desk.ledger.own.get(kind, serviceId ?? 0)?.status).toBe('complete');
    const row = desk.ledger.own.get(kind, serviceId ?? 0);
    expect(row).toMatchObject({
      images: uploads,
      cover: uploads[0],
      isMadeHere: true,
      presence: 'there',
    });
    expect(row?.name).toMatch(name ?? / 1$/);
    expect(await desk.account(kind)).toHaveLength(1);
    expect(desk.ledger.creations.shown(kind)).toEqual([]);
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
  ])('B2 is made after a few tries when the list of the account %s', async (_what, wire) => {
    const info = readInfo({ agentVersion: 'v1.0', ...wire });
    const { desk, asked } = await deskListing(info);
    const id = await desk.create('model', 'Ada', await photosOf(desk, 1));
    const row = await desk.until(id, 'created');
    expect(row.problem).toBeNull();
    expect(creates(desk, 'model')).toBe(1);
    expect(asked()).toBeGreaterThanOrEqual(3);
  });

  it('B2 is made at once when an empty list is null and its total says so', async () => {
    const info = readInfo({
      fashionModels: null,
      pagination: { fashionModels: { total: 0, isLastPage: true } },
    });
    const { desk, asked } = await deskListing(info);
    await desk.until(await desk.create('model', 'Ada', await photosOf(desk, 1)), 'created');
    expect(asked()).toBe(1);
  });

  it.each(['model', 'scene'] as const)(
    'C5 makes a %s of an image address, which the service fetches itself',
    async (kind) => {
      const { desk, bodies } = await listeningDesk();
      const path = await desk.photo('there.jpg');
      const file = { path, name: 'a.jpg', type: 'image/jpeg' } as const;
      const { image } = answerOf(await desk.service.uploadImage(file));
      const id = await desk.create(kind, 'Ada', [image]);
      const { serviceId } = await desk.until(id, 'created');
      expect(bodies).toEqual([
        { ...(kind === 'model' ? { images: [image] } : { image }), name: 'Ada' },
      ]);
      // the one upload is the test's own
      expect(desk.arrived('upload')).toBe(1);
      expect(desk.ledger.creations.get(id)?.photos[0]).toMatchObject({ path: image, bytes: 0 });
      expect(await desk.account(kind)).toEqual([{ id: serviceId, name: 'Ada' }]);
      // known by its address: another one is another photo, whatever its name
      const other = await desk.look(kind, image.replace(/\/([^/]+)$/u, '/other/$1'));
      const same = await desk.look(kind, image);
      expect(other.name).toBe(same.name);
      expect(other.sha256).not.toBe(same.sha256);
    },
  );

  it('that the service refuses stops with its words, and begins anew when a person says so', async () => {
    const desk = await openDesk();
    desk.demo.inject({
      kind: 'refused',
      on: 'own-model-create',
      text: 'No face was seen.',
      times: 1,
    });
    const id = await desk.create('model', 'Ada', await photosOf(desk, 1));
    expect((await desk.until(id, 'stopped')).problem).toMatchObject({
      code: 'service-refused',
      about: 'No face was seen.',
    });
    expect(desk.own.again(id)).toMatchObject({ ok: true });
    await desk.until(id, 'created');
    expect([creates(desk, 'model'), desk.arrived('upload')]).toEqual([2, 2]);
    expect(await desk.account('model')).toHaveLength(1);
    expect(desk.own.again(id)).toMatchObject({ problem: { code: 'own-creation-unknown' } });
  });

  it.each([
    ['upload', { kind: 'server-error', times: 7 }],
    ['upload', { kind: 'reset', times: 4 }],
    ['info', { kind: 'server-error', times: 4 }],
    ['info', { kind: 'html', times: 2 }],
    ['own-model-create', { kind: 'too-many', retryAfter: '3', times: 1 }],
    ['own-model-create', { kind: 'unauthorised', times: 2 }],
  ] as const)(
    'waits while %s does not go through, and says why: %o',
    async (on, fault) => {
      const desk = await openDesk();
      desk.demo.inject({ on, ...fault });
      const id = await desk.create('model', 'Ada', await photosOf(desk, 1));
      const code = () => desk.creation(id).problem?.code ?? '';
      await desk.poll(code).toMatch(/^service-/);
      await desk.until(id, 'created');
      expect(desk.creation(id).problem).toBeNull();
      expect(await desk.account('model')).toHaveLength(1);
    },
    20_000,
  );

  it('waits no longer than until a person looks through the account', async () => {
    const desk = await openDesk();
    desk.demo.inject({ kind: 'unauthorised', on: 'upload', times: 1 });
    const id = await desk.create('model', 'Ada', await photosOf(desk, 1));
    await desk.poll(() => desk.creation(id).problem?.code).toBe('service-unauthorised');
    const since = desk.clock.mono();
    await desk.own.refresh();
    await desk.until(id, 'created');
    expect(desk.clock.mono() - since).toBeLessThan(100);
  });

  it('tells what it makes from what was deleted here, which a list that lags may bring back', async () => {
    const desk = await openDesk();
    const deleted = await desk.made();
    desk.own.remove('model', deleted);
    await desk.poll(() => desk.ledger.own.get('model', deleted)?.presence).toBe('deleted');
    const second = await desk.create('model', 'Ada', await photosOf(desk, 1));
    expect((await desk.until(second, 'created')).known).toContain(deleted);
  });

  it('in a full account is not sent', async () => {
    const desk = await openDesk({ demo: { own: { models: 1000 } } });
    const id = await desk.create('model', 'Ada', await photosOf(desk, 1));
    expect((await desk.until(id, 'stopped')).problem).toMatchObject({
      code: 'own-full',
      about: '1000',
    });
    expect(creates(desk, 'model')).toBe(0);
    // known from now on
    const path = await desk.photo('other.jpg');
    const { sha256 } = await desk.look('model', path);
    const again = await desk.tryToCreate('model', 'Bea', [{ path, sha256 }]);
    expect(again).toMatchObject({ problem: { code: 'own-full' } });
  });

  it('that waits can be put away, and sends nothing then', async () => {
    const desk = await openDesk();
    desk.demo.inject({ kind: 'server-error', on: 'upload' });
    const id = await desk.create('model', 'Ada', await photosOf(desk, 1));
    await desk.poll(() => desk.creation(id).problem?.code).toMatch(/^service-/);
    expect(desk.own.putAway(id)).toMatchObject({ ok: true });
    expect(desk.own.putAway(id)).toMatchObject({ problem: { code: 'own-creation-unknown' } });
    desk.demo.clearFaults();
    await desk.own.refresh();
    expect(desk.creation(id).state).toBe('away');
    expect(desk.ledger.creations.shown('model')).toEqual([]);
    expect(creates(desk, 'model')).toBe(0);
  });

  it('put away while its connection is made sends nothing', async () => {
    let created = 0;
    const desk: Desk = await openDesk({
      service: (service) => ({
        ...service,
        createOwnModel(input, options) {
          created += 1;
          // connected; the first byte has not left
          const { beforeFirstByte } = options;
          return service.createOwnModel(input, {
            ...options,
            beforeFirstByte() {
              desk.own.putAway(1);
              beforeFirstByte();
            },
          });
        },
      }),
    });
    const id = await desk.create('model', 'Ada', await photosOf(desk, 1));
    await desk.until(id, 'away');
    await desk.poll(() => created).toBe(1);
    await desk.own.stop();
    expect(creates(desk, 'model')).toBe(0);
    expect(desk.told.filter(({ kind }) => kind === 'mistake')).toEqual([]);
  });

  it('tells how much of each photo the service has', async () => {
    const desk = await openDesk();
    const goOn = holdNext(desk.demo, 'upload', { after: 1 });
    const id = await desk.create('model', 'Ada', await photosOf(desk, 3));
    expect(desk.own.sent(id)[2]).toBe(0);
    await desk.poll(() => desk.own.sent(id)[0]).toBe(1);
    goOn();
    await desk.until(id, 'created');
    expect(desk.own.sent(id)).toEqual([1, 1, 1]);
  });

  const isFull = () => Object.assign(new Error('database or disk is full'), { errcode: 13 });
  /** The next commit of this kind does not come about. */
  const failOnce = (desk: Desk, commit: 'sending' | 'created', error: () => Error) => {
    const { creations } = desk.ledger;
    const kept = creations[commit];
    const fails = () => {
      Object.assign(creations, { [commit]: kept });
      throw error();
    };
    Object.assign(creations, { [commit]: fails });
  };

  it('is not sent while the disk of the ledger has no room for that', async () => {
    const desk = await openDesk();
    failOnce(desk, 'sending', isFull);
    const id = await desk.create('model', 'Ada', await photosOf(desk, 1));
    await desk.until(id, 'created');
    expect([creates(desk, 'model'), (await desk.account('model')).length]).toEqual([1, 1]);
    expect(desk.told.filter(({ kind }) => kind === 'mistake')).toEqual([]);
  });

  it.each([
    ['the disk was full', isFull, 0],
    ['of a mistake of ours', () => new TypeError('no'), 1],
  ] as const)('whose answer was not written down because %s is found', async (_w, error, told) => {
    const desk = await openDesk();
    failOnce(desk, 'created', error);
    const id = await desk.create('model', 'Ada', await photosOf(desk, 1));
    const { serviceId } = await desk.until(id, 'created');
    expect(await desk.account('model')).toEqual([{ id: serviceId, name: 'Ada' }]);
    expect(creates(desk, 'model')).toBe(1);
    expect(desk.told.filter(({ kind }) => kind === 'mistake')).toHaveLength(told);
  });

  it('on its way when the program stops is waited for', async () => {
    const first = await openDesk();
    const goOn = holdNext(first.demo, 'own-model-create');
    const id = await first.create('model', 'Ada', await photosOf(first, 1));
    await first.poll(() => first.creation(id).state).toBe('sending');
    const restarting = first.restart();
    goOn();
    const second = await restarting;
    expect(second.creation(id).state).toBe('created');
    expect(creates(second, 'model')).toBe(1);
  });
});
