import { describe, expect, it } from 'vitest';
import type { Fault, FaultKind } from '../../demo/faults.ts';
import type { Service } from '../../adapters/service/types.ts';
import { openHarness, type Harness } from '../../../test/models/harness.ts';
import { processed } from '../../../test/models/processed.ts';

const CREATE = 'custom-model-create';
const creates = (harness: Harness) => harness.arrived(CREATE);
const faulty = (harness: Harness, fault: FaultKind, more: Partial<Fault> = {}) =>
  harness.demo.inject({ ...fault, ...more, on: CREATE } as Fault);

/** Runs `work` while the account cannot be listed. */
async function meanwhile(harness: Harness, work: () => Promise<void>): Promise<void> {
  harness.demo.inject({ kind: 'server-error', on: 'info' });
  await work();
  harness.demo.clearFaults();
}

describe('a creation whose answer is lost', () => {
  it.each([
    ['closed', { kind: 'accept-then-close' }],
    ['reset', { kind: 'accept-then-reset' }],
    ['cut', { kind: 'cut' }],
    ['garbage', { kind: 'bad-json' }],
    ['without its data', { kind: 'no-data' }],
    ['a web page', { kind: 'html', processed: true }],
    ['a server error', { kind: 'server-error', processed: true }],
    ['never answered', { kind: 'hang', processed: true }],
  ] as const)('(%s) is found in the account, and was made once', async (_what, fault) => {
    const harness = await openHarness();
    faulty(harness, fault, { times: 1 });
    const id = await harness.create('model', 'Ada', [await harness.photo('a.jpg')]);
    expect((await harness.until(id, 'doubt')).problem?.code).toMatch(/^service-/);
    const { serviceId, problem } = await harness.until(id, 'created');
    expect(problem).toBeNull();
    expect(await harness.account('model')).toEqual([{ id: serviceId, name: 'Ada' }]);
    expect(creates(harness)).toBe(1);
    expect(harness.ledger.customModels.get('model', serviceId ?? 0)?.isMadeHere).toBe(true);
  });

  it('is never shown as made elsewhere while Darkslide searches for it', async () => {
    const seen: number[] = [];
    const harness: Harness = await openHarness({
      service: (service) => ({
        ...service,
        async queryCustomModel(id, options) {
          const isLookedFor = harness.ledger.creations
            .open()
            .some(({ state }) => state === 'doubt');
          if (isLookedFor) seen.push(harness.ledger.customModels.all('model').length);
          return service.queryCustomModel(id, options);
        },
      }),
    });
    faulty(harness, { kind: 'accept-then-close' }, { times: 1 });
    const id = await harness.create('model', 'Ada', [await harness.photo('a.jpg')]);
    await harness.until(id, 'created');
    expect(seen).toEqual([0]);
  });

  it('is found after the demo service has restarted at another address', async () => {
    const harness = await openHarness();
    faulty(harness, { kind: 'accept-then-close' }, { times: 1 });
    const id = await harness.create('model', null, [await harness.photo('a.jpg')]);
    await harness.until(id, 'doubt');
    harness.demo.inject({ kind: 'server-error', on: 'any' });
    const second = await harness.restartBoth();
    expect((await second.until(id, 'created')).serviceId).not.toBeNull();
  });

  it('is found by its photos if the service chose its name', async () => {
    const harness = await openHarness();
    faulty(harness, { kind: 'accept-then-close' }, { times: 1 });
    const id = await harness.create('model', null, [await harness.photo('a.jpg')]);
    const { serviceId } = await harness.until(id, 'created');
    expect((await harness.account('model'))[0]?.id).toBe(serviceId);
  });

  it('is found if the answer was a refusal with a server error', async () => {
    const harness = await openHarness();
    harness.demo.inject({ kind: 'refused', on: CREATE, text: 'Busy.', status: 503, times: 1 });
    const id = await harness.create('model', 'Ada', [await harness.photo('a.jpg')]);
    await harness.until(id, 'doubt');
    expect((await harness.until(id, 'stopped')).problem?.code).toBe('own-not-created');
    expect(creates(harness)).toBe(1);
  });

  it('is found when the service processes it late', async () => {
    const harness = await openHarness();
    faulty(harness, { kind: 'slow', ms: 90_000, when: 'before-processing' }, { times: 1 });
    const id = await harness.create('model', 'Ada', [await harness.photo('a.jpg')]);
    await harness.until(id, 'doubt');
    const { serviceId } = await harness.until(id, 'created');
    expect(await harness.account('model')).toEqual([{ id: serviceId, name: 'Ada' }]);
    expect(creates(harness)).toBe(1);
  });
});

describe('a creation whose request was refused temporarily but reached the service twice', () => {
  const refused = { kind: 'too-many', retryAfter: '60' } as const;
  const waits = (harness: Harness, id: number) =>
    harness.poll(() => harness.creation(id).problem?.code ?? '').toMatch(/^service-/);

  it('is found in the account and not sent again', async () => {
    const harness = await openHarness();
    faulty(harness, refused, { times: 1 });
    const id = await harness.create('model', 'Ada', [await harness.photo('a.jpg')]);
    await waits(harness, id);
    const { state, uploads } = harness.creation(id);
    expect(state).toBe('preparing');
    const made = await processed(harness, 'Ada', uploads);
    const sent = creates(harness);
    expect((await harness.until(id, 'created')).serviceId).toBe(made);
    expect(creates(harness)).toBe(sent);
    expect(harness.ledger.customModels.get('model', made)?.isMadeHere).toBe(true);
  });

  it('is not sent again while the service doesn’t list new entries', async () => {
    const harness = await openHarness();
    faulty(harness, refused, { times: 1 });
    const id = await harness.create('model', 'Ada', [await harness.photo('a.jpg')]);
    await waits(harness, id);
    const made = await processed(harness, 'Ada', harness.creation(id).uploads);
    const sent = creates(harness);
    harness.demo.inject({ kind: 'server-error', on: 'custom-model-query' });
    await harness.poll(() => harness.creation(id).problem?.code).toBe('service-not-an-envelope');
    harness.demo.clearFaults();
    expect((await harness.until(id, 'created')).serviceId).toBe(made);
    expect(creates(harness)).toBe(sent);
  });

  it('is found by the addresses of that request even if the photos were uploaded again', async () => {
    const harness = await openHarness();
    faulty(harness, refused, { times: 1 });
    const id = await harness.create('model', 'Ada', [await harness.photo('a.jpg')]);
    await waits(harness, id);
    const { uploads } = harness.creation(id);
    harness.ledger.creations.uploaded(id, 0, `${uploads[0]}?again`);
    const made = await processed(harness, 'Ada', uploads);
    expect((await harness.until(id, 'created')).serviceId).toBe(made);
    expect(harness.creation(id).requests).toEqual([uploads]);
  });
});

describe('a creation whose request is lost', () => {
  it('stops after the doubt window and three complete lists, and is never resent automatically', async () => {
    const harness = await openHarness();
    faulty(harness, { kind: 'reset' }, { times: 1 });
    const id = await harness.create('model', 'Ada', [await harness.photo('a.jpg')]);
    const listed = harness.arrived('info');
    const { problem, doubtEmpty } = await harness.until(id, 'stopped');
    expect(problem?.code).toBe('own-not-created');
    expect(doubtEmpty).toBeGreaterThanOrEqual(3);
    expect(harness.arrived('info') - listed).toBeGreaterThanOrEqual(doubtEmpty);
    await harness.customModels.refresh();
    expect([creates(harness), await harness.account('model')]).toEqual([1, []]);
    // the user may send it again
    harness.customModels.again(id);
    await harness.until(id, 'created');
    expect([creates(harness), (await harness.account('model')).length]).toEqual([2, 1]);
  });

  it.each([
    ['is one entry short', shortened],
    ['is missing from the answer', (info: Info) => listless(info)],
  ] as const)(
    'B2 is left to the user after the doubt window when the list of the account %s',
    async (_what, unsure) => {
      let isShort = false;
      const harness = await openHarness({
        service: (service) => listing(service, (info) => (isShort ? unsure(info) : info)),
      });
      faulty(harness, { kind: 'reset' }, { times: 1 });
      const id = await harness.create('model', 'Ada', [await harness.photo('a.jpg')]);
      await harness.until(id, 'doubt');
      isShort = true;
      const { problem, doubtEmpty, doubtQueries } = await harness.until(id, 'stopped');
      expect(problem?.code).toBe('own-uncertain');
      expect(problem?.message).toContain('Check the account, then try again');
      expect(doubtEmpty).toBeLessThan(3);
      expect(doubtQueries).toBeGreaterThanOrEqual(3);
      expect(creates(harness)).toBe(1);
    },
  );

  it('B2 stays in doubt after the doubt window while the service returns no list', async () => {
    const harness = await openHarness();
    faulty(harness, { kind: 'reset' }, { times: 1 });
    const id = await harness.create('model', 'Ada', [await harness.photo('a.jpg')]);
    await harness.until(id, 'doubt');
    harness.demo.inject({ kind: 'server-error', on: 'info' });
    await harness.poll(() => harness.creation(id).doubtQueries).toBeGreaterThan(4);
    expect(harness.creation(id)).toMatchObject({ state: 'doubt', doubtEmpty: 0 });
    harness.demo.clearFaults();
    const { problem, doubtEmpty } = await harness.until(id, 'stopped');
    expect(problem?.code).toBe('own-not-created');
    expect(doubtEmpty).toBe(3);
  });

  it('is not considered lost if the service reports no total', async () => {
    const harness = await openHarness({ service: (service) => listing(service, uncounted) });
    faulty(harness, { kind: 'reset' }, { times: 1 });
    const id = await harness.create('model', 'Ada', [await harness.photo('a.jpg')]);
    expect((await harness.until(id, 'stopped')).problem?.code).toBe('own-uncertain');
  });

  it('doesn’t claim an entry that was made elsewhere in the meantime', async () => {
    const harness = await openHarness();
    // the service has shown that it returns uploaded addresses unchanged
    const zoe = await harness.made('model', 'Zoe');
    await harness.poll(() => harness.ledger.customModels.get('model', zoe)?.cover).not.toBe('');
    faulty(harness, { kind: 'reset' }, { times: 1 });
    const id = await harness.create('model', 'Ada', [await harness.photo('a.jpg')]);
    await harness.until(id, 'doubt');
    let other = 0;
    await meanwhile(harness, async () => {
      other = await harness.madeElsewhere('model', 'Ada');
    });
    expect((await harness.until(id, 'stopped')).problem?.code).toBe('own-not-created');
    expect(harness.ledger.customModels.get('model', other)).toMatchObject({
      isMadeHere: false,
      name: 'Ada',
    });
  });
});

describe('two creations in doubt at once', () => {
  it('of the same photo become two entries', async () => {
    const harness = await openHarness();
    faulty(harness, { kind: 'accept-then-close' }, { times: 2 });
    const photo = await harness.photo('a.jpg');
    const ids = [
      await harness.create('model', 'Ada', [photo]),
      await harness.create('model', 'Bea', [photo]),
    ];
    const rows = [];
    for (const id of ids) rows.push(await harness.until(id, 'created'));
    const names = new Map((await harness.account('model')).map(({ id, name }) => [id, name]));
    expect(rows.map(({ serviceId }) => names.get(serviceId ?? 0))).toEqual(['Ada', 'Bea']);
    expect([names.size, creates(harness)]).toEqual([2, 2]);
  });

  it('with the same address, one of them lost, are distinguished by name', async () => {
    // a service that stores one file per content
    const harness = await openHarness({ service: oneAddress });
    faulty(harness, { kind: 'reset' }, { times: 1 });
    faulty(harness, { kind: 'accept-then-close' }, { times: 1 });
    const photo = await harness.photo('a.jpg');
    const lost = await harness.create('model', 'Ada', [photo]);
    await harness.until(lost, 'doubt');
    const made = await harness.create('model', 'Bea', [photo]);
    expect((await harness.until(made, 'created')).serviceId).not.toBeNull();
    expect((await harness.until(lost, 'stopped')).problem?.code).toBe('own-not-created');
    expect((await harness.account('model')).map(({ name }) => name)).toEqual(['Bea']);
  });
});

describe('a service that returns addresses other than those it received', () => {
  it('is searched for an entry with the name', async () => {
    const harness = await openHarness({ isDemo: false, service: moving });
    faulty(harness, { kind: 'accept-then-close' }, { times: 1 });
    const id = await harness.create('model', 'Ada', [await harness.photo('a.jpg')]);
    await harness.until(id, 'doubt');
    await harness.madeElsewhere('model', 'Bea');
    const { serviceId } = await harness.until(id, 'created');
    const names = new Map((await harness.account('model')).map((one) => [one.id, one.name]));
    expect(names.get(serviceId ?? 0)).toBe('Ada');
  });

  it('at the same host leaves the decision to the user, because the entry may have other addresses', async () => {
    const rehosted = (service: Service) =>
      telling(service, (image) => image.replace(/\/([^/]+)$/u, '/models/$1'));
    const harness = await openHarness({ service: rehosted });
    const zoe = await harness.made('model', 'Zoe');
    await harness.poll(() => harness.ledger.customModels.get('model', zoe)?.cover).not.toBe('');
    faulty(harness, { kind: 'accept-then-close' }, { times: 1 });
    const id = await harness.create('model', 'Ada', [await harness.photo('a.jpg')]);
    expect((await harness.until(id, 'stopped')).problem).toMatchObject({
      code: 'own-uncertain',
      about: 'Ada',
    });
    expect(creates(harness)).toBe(2);
  });

  it('is searched for an entry with the name, too, if it adds new signatures to the same addresses', async () => {
    const harness = await openHarness({ service: signing });
    faulty(harness, { kind: 'accept-then-close' }, { times: 1 });
    const id = await harness.create('model', 'Ada', [await harness.photo('a.jpg')]);
    const { serviceId } = await harness.until(id, 'created');
    expect(await harness.account('model')).toEqual([{ id: serviceId, name: 'Ada' }]);
    expect(creates(harness)).toBe(1);
  });

  it.each([
    ['two entries have the name', 'Ada', ['Ada', 'Ada'], 'Ada, Ada'],
    ['the service chose the name', null, ['Bea'], 'Bea'],
  ] as const)('leaves the decision to the user when %s', async (_what, name, others, about) => {
    const harness = await openHarness({ isDemo: false, service: moving });
    faulty(harness, { kind: 'reset' }, { times: 1 });
    const id = await harness.create('model', name, [await harness.photo('a.jpg')]);
    await harness.until(id, 'doubt');
    await meanwhile(harness, async () => {
      for (const other of others) await harness.madeElsewhere('model', other);
    });
    expect((await harness.until(id, 'stopped')).problem).toMatchObject({
      code: 'own-uncertain',
      about,
    });
  });
});

type Info = Extract<Awaited<ReturnType<Service['info']>>, { ok: true }>['value'];

/** Returns a service with a modified list of the account. */
function listing(service: Service, other: (info: Info) => Info): Service {
  return {
    ...service,
    async info(input, options) {
      const answer = await service.info(input, options);
      return answer.ok ? { ok: true, value: other(answer.value) } : answer;
    },
  };
}

/** Reports a total that is one more than the number of entries it returns. */
function shortened(info: Info): Info {
  const { pagination } = info;
  const told = pagination?.fashionModels;
  if (pagination === undefined || told === undefined) return info;
  const fashionModels = { ...told, total: (told.total ?? 0) + 1 };
  return { ...info, pagination: { ...pagination, fashionModels } };
}

/** Omits the custom models from the answer. */
const listless = ({ fashionModels: _kept, ...info }: Info): Info => uncounted(info);

/** Omits the totals from the answer. */
const uncounted = ({ pagination: _told, ...info }: Info): Info => info;

/** Stores each photo once, no matter how often it is uploaded. */
function oneAddress(service: Service): Service {
  const known = new Map<string, ReturnType<Service['uploadImage']>>();
  return {
    ...service,
    uploadImage(file, options) {
      const upload = known.get(file.path) ?? service.uploadImage(file, options);
      known.set(file.path, upload);
      return upload;
    },
  };
}

/** Returns the photos of custom models under another host. */
function moving(service: Service): Service {
  return telling(service, (image) => `https://cdn.example${new URL(image).pathname}`);
}

/** Returns the photos of custom models with a signature that expires. */
function signing(service: Service): Service {
  return telling(service, (image) => `${image}?signature=${performance.now()}`);
}

function telling(service: Service, other: (image: string) => string): Service {
  return {
    ...service,
    async queryCustomModel(id, options) {
      const answer = await service.queryCustomModel(id, options);
      if (!answer.ok) return answer;
      return { ok: true, value: { ...answer.value, images: answer.value.images.map(other) } };
    },
  };
}
