import { describe, expect, it } from 'vitest';
import type { Fault, FaultKind } from '../../demo/faults.ts';
import type { Service } from '../../adapters/service/types.ts';
import { answerOf, openDesk, type Desk } from '../../../test/models/desk.ts';

const CREATE = 'own-model-create';
const creates = (desk: Desk) => desk.arrived(CREATE);
const faulty = (desk: Desk, fault: FaultKind, more: Partial<Fault> = {}) =>
  desk.demo.inject({ ...fault, ...more, on: CREATE } as Fault);

/** The service processes a request for a model of these uploads. */
async function processed(
  desk: Desk,
  name: string | null,
  uploads: readonly (string | null)[],
): Promise<number> {
  const images = uploads.filter((address) => address !== null);
  const input = { images, ...(name !== null && { name }) };
  const made = await desk.service.createOwnModel(input, { beforeFirstByte: () => undefined });
  return answerOf(made).fashionModelId;
}

/** Does it while the account is not looked through. */
async function meanwhile(desk: Desk, work: () => Promise<void>): Promise<void> {
  desk.demo.inject({ kind: 'server-error', on: 'info' });
  await work();
  desk.demo.clearFaults();
}

describe('a creation whose answer is lost', () => {
  it.each([
    ['closed', { kind: 'accept-then-close' }],
    ['reset', { kind: 'accept-then-reset' }],
    ['cut', { kind: 'cut' }],
    ['garbage', { kind: 'bad-json' }],
    ['without its data', { kind: 'no-data' }],
    ['a web page', { kind: 'html', processed: true }],
    ['a fault of the service', { kind: 'server-error', processed: true }],
    ['never sent', { kind: 'hang', processed: true }],
  ] as const)('(%s) is found in the account, and was made once', async (_what, fault) => {
    const desk = await openDesk();
    faulty(desk, fault, { times: 1 });
    const id = await desk.create('model', 'Ada', [await desk.photo('a.jpg')]);
    expect((await desk.until(id, 'doubt')).problem?.code).toMatch(/^service-/);
    const { serviceId, problem } = await desk.until(id, 'created');
    expect(problem).toBeNull();
    expect(await desk.account('model')).toEqual([{ id: serviceId, name: 'Ada' }]);
    expect(creates(desk)).toBe(1);
    expect(desk.ledger.own.get('model', serviceId ?? 0)?.isMadeHere).toBe(true);
  });

  it('is never in the account as somebody else’s while it is looked for', async () => {
    const seen: number[] = [];
    const desk: Desk = await openDesk({
      service: (service) => ({
        ...service,
        async queryOwnModel(id, options) {
          const isLookedFor = desk.ledger.creations.open().some(({ state }) => state === 'doubt');
          if (isLookedFor) seen.push(desk.ledger.own.all('model').length);
          return service.queryOwnModel(id, options);
        },
      }),
    });
    faulty(desk, { kind: 'accept-then-close' }, { times: 1 });
    const id = await desk.create('model', 'Ada', [await desk.photo('a.jpg')]);
    await desk.until(id, 'created');
    expect(seen).toEqual([0]);
  });

  it('is found by a demo service that has another address since', async () => {
    const desk = await openDesk();
    faulty(desk, { kind: 'accept-then-close' }, { times: 1 });
    const id = await desk.create('model', null, [await desk.photo('a.jpg')]);
    await desk.until(id, 'doubt');
    desk.demo.inject({ kind: 'server-error', on: 'any' });
    const second = await desk.restartBoth();
    expect((await second.until(id, 'created')).serviceId).not.toBeNull();
  });

  it('and that the service names is found by its photos', async () => {
    const desk = await openDesk();
    faulty(desk, { kind: 'accept-then-close' }, { times: 1 });
    const id = await desk.create('model', null, [await desk.photo('a.jpg')]);
    const { serviceId } = await desk.until(id, 'created');
    expect((await desk.account('model'))[0]?.id).toBe(serviceId);
  });

  it('by a refusal that came with a fault of the service is found as well', async () => {
    const desk = await openDesk();
    desk.demo.inject({ kind: 'refused', on: CREATE, text: 'Busy.', status: 503, times: 1 });
    const id = await desk.create('model', 'Ada', [await desk.photo('a.jpg')]);
    await desk.until(id, 'doubt');
    expect((await desk.until(id, 'stopped')).problem?.code).toBe('own-not-created');
    expect(creates(desk)).toBe(1);
  });

  it('and that is processed late is found when it is', async () => {
    const desk = await openDesk();
    faulty(desk, { kind: 'slow', ms: 90_000, when: 'before-processing' }, { times: 1 });
    const id = await desk.create('model', 'Ada', [await desk.photo('a.jpg')]);
    await desk.until(id, 'doubt');
    const { serviceId } = await desk.until(id, 'created');
    expect(await desk.account('model')).toEqual([{ id: serviceId, name: 'Ada' }]);
    expect(creates(desk)).toBe(1);
  });

  it('and that is processed after it was given up is taken for what it is, nothing being sent', async () => {
    const desk = await openDesk();
    faulty(desk, { kind: 'reset' }, { times: 1 });
    const id = await desk.create('model', 'Ada', [await desk.photo('a.jpg')]);
    const { name, uploads } = await desk.until(id, 'stopped');
    // the service takes that request up now
    await processed(desk, name, uploads);
    const sent = creates(desk);
    await desk.own.refresh();
    const { serviceId } = await desk.until(id, 'created');
    expect(desk.ledger.own.get('model', serviceId ?? 0)?.isMadeHere).toBe(true);
    expect(creates(desk)).toBe(sent);
  });
});

describe('a creation that was refused for now, and whose request reached the service twice', () => {
  const refused = { kind: 'too-many', retryAfter: '60' } as const;
  const waits = (desk: Desk, id: number) =>
    desk.poll(() => desk.creation(id).problem?.code ?? '').toMatch(/^service-/);

  it('is found in the account, and is not sent again', async () => {
    const desk = await openDesk();
    faulty(desk, refused, { times: 1 });
    const id = await desk.create('model', 'Ada', [await desk.photo('a.jpg')]);
    await waits(desk, id);
    const { state, uploads } = desk.creation(id);
    expect(state).toBe('preparing');
    const made = await processed(desk, 'Ada', uploads);
    const sent = creates(desk);
    expect((await desk.until(id, 'created')).serviceId).toBe(made);
    expect(creates(desk)).toBe(sent);
    expect(desk.ledger.own.get('model', made)?.isMadeHere).toBe(true);
  });

  it('is not sent again while the service does not return what is new in the account', async () => {
    const desk = await openDesk();
    faulty(desk, refused, { times: 1 });
    const id = await desk.create('model', 'Ada', [await desk.photo('a.jpg')]);
    await waits(desk, id);
    const made = await processed(desk, 'Ada', desk.creation(id).uploads);
    const sent = creates(desk);
    desk.demo.inject({ kind: 'server-error', on: 'own-model-query' });
    await desk.poll(() => desk.creation(id).problem?.code).toBe('service-not-an-envelope');
    desk.demo.clearFaults();
    expect((await desk.until(id, 'created')).serviceId).toBe(made);
    expect(creates(desk)).toBe(sent);
  });

  it('is found by the addresses of that request, though the photos were uploaded again', async () => {
    const desk = await openDesk();
    faulty(desk, refused, { times: 1 });
    const id = await desk.create('model', 'Ada', [await desk.photo('a.jpg')]);
    await waits(desk, id);
    const { uploads } = desk.creation(id);
    desk.ledger.creations.uploaded(id, 0, `${uploads[0]}?again`);
    const made = await processed(desk, 'Ada', uploads);
    expect((await desk.until(id, 'created')).serviceId).toBe(made);
    expect(desk.creation(id).requests).toEqual([uploads]);
  });
});

describe('a creation whose request is lost', () => {
  it('stops after the window and three whole lists, and is never sent again by itself', async () => {
    const desk = await openDesk();
    faulty(desk, { kind: 'reset' }, { times: 1 });
    const id = await desk.create('model', 'Ada', [await desk.photo('a.jpg')]);
    const listed = desk.arrived('info');
    const { problem, doubtEmpty } = await desk.until(id, 'stopped');
    expect(problem?.code).toBe('own-not-created');
    expect(doubtEmpty).toBeGreaterThanOrEqual(3);
    expect(desk.arrived('info') - listed).toBeGreaterThanOrEqual(doubtEmpty);
    await desk.own.refresh();
    expect([creates(desk), await desk.account('model')]).toEqual([1, []]);
    // a person may
    desk.own.again(id);
    await desk.until(id, 'created');
    expect([creates(desk), (await desk.account('model')).length]).toEqual([2, 1]);
  });

  it.each([
    ['is one short', shortened],
    ['is not in the answer', (info: Info) => listless(info)],
  ] as const)(
    'B2 ends with a person after the window when the list of the account %s',
    async (_what, unsure) => {
      let isShort = false;
      const desk = await openDesk({
        service: (service) => listing(service, (info) => (isShort ? unsure(info) : info)),
      });
      faulty(desk, { kind: 'reset' }, { times: 1 });
      const id = await desk.create('model', 'Ada', [await desk.photo('a.jpg')]);
      await desk.until(id, 'doubt');
      isShort = true;
      const { problem, doubtEmpty, doubtQueries } = await desk.until(id, 'stopped');
      expect(problem?.code).toBe('own-uncertain');
      expect(problem?.message).toContain('Check the account, then try again');
      expect(doubtEmpty).toBeLessThan(3);
      expect(doubtQueries).toBeGreaterThanOrEqual(3);
      expect(creates(desk)).toBe(1);
    },
  );

  it('B2 is in doubt past the window while the service gives no list at all', async () => {
    const desk = await openDesk();
    faulty(desk, { kind: 'reset' }, { times: 1 });
    const id = await desk.create('model', 'Ada', [await desk.photo('a.jpg')]);
    await desk.until(id, 'doubt');
    desk.demo.inject({ kind: 'server-error', on: 'info' });
    await desk.poll(() => desk.creation(id).doubtQueries).toBeGreaterThan(4);
    expect(desk.creation(id)).toMatchObject({ state: 'doubt', doubtEmpty: 0 });
    desk.demo.clearFaults();
    const { problem, doubtEmpty } = await desk.until(id, 'stopped');
    expect(problem?.code).toBe('own-not-created');
    expect(doubtEmpty).toBe(3);
  });

  it('is not called lost where the service does not say how many it lists', async () => {
    const desk = await openDesk({ service: (service) => listing(service, uncounted) });
    faulty(desk, { kind: 'reset' }, { times: 1 });
    const id = await desk.create('model', 'Ada', [await desk.photo('a.jpg')]);
    expect((await desk.until(id, 'stopped')).problem?.code).toBe('own-uncertain');
  });

  it('leaves one that was made elsewhere meanwhile to the account', async () => {
    const desk = await openDesk();
    // it has shown that it tells the addresses that were uploaded
    const zoe = await desk.made('model', 'Zoe');
    await desk.poll(() => desk.ledger.own.get('model', zoe)?.cover).not.toBe('');
    faulty(desk, { kind: 'reset' }, { times: 1 });
    const id = await desk.create('model', 'Ada', [await desk.photo('a.jpg')]);
    await desk.until(id, 'doubt');
    let other = 0;
    await meanwhile(desk, async () => {
      other = await desk.madeElsewhere('model', 'Ada');
    });
    expect((await desk.until(id, 'stopped')).problem?.code).toBe('own-not-created');
    expect(desk.ledger.own.get('model', other)).toMatchObject({ isMadeHere: false, name: 'Ada' });
  });
});

describe('two creations in doubt at once', () => {
  it('of the same photo become two', async () => {
    const desk = await openDesk();
    faulty(desk, { kind: 'accept-then-close' }, { times: 2 });
    const photo = await desk.photo('a.jpg');
    const ids = [
      await desk.create('model', 'Ada', [photo]),
      await desk.create('model', 'Bea', [photo]),
    ];
    const rows = [];
    for (const id of ids) rows.push(await desk.until(id, 'created'));
    const names = new Map((await desk.account('model')).map(({ id, name }) => [id, name]));
    expect(rows.map(({ serviceId }) => names.get(serviceId ?? 0))).toEqual(['Ada', 'Bea']);
    expect([names.size, creates(desk)]).toEqual([2, 2]);
  });

  it('at one address, of which one was lost, are told apart by their names', async () => {
    // a service that keeps one file for one content
    const desk = await openDesk({ service: oneAddress });
    faulty(desk, { kind: 'reset' }, { times: 1 });
    faulty(desk, { kind: 'accept-then-close' }, { times: 1 });
    const photo = await desk.photo('a.jpg');
    const lost = await desk.create('model', 'Ada', [photo]);
    await desk.until(lost, 'doubt');
    const made = await desk.create('model', 'Bea', [photo]);
    expect((await desk.until(made, 'created')).serviceId).not.toBeNull();
    expect((await desk.until(lost, 'stopped')).problem?.code).toBe('own-not-created');
    expect((await desk.account('model')).map(({ name }) => name)).toEqual(['Bea']);
  });
});

describe('a service that tells other addresses than it was given', () => {
  it('is searched by the name', async () => {
    const desk = await openDesk({ isDemo: false, service: moving });
    faulty(desk, { kind: 'accept-then-close' }, { times: 1 });
    const id = await desk.create('model', 'Ada', [await desk.photo('a.jpg')]);
    await desk.until(id, 'doubt');
    await desk.madeElsewhere('model', 'Bea');
    const { serviceId } = await desk.until(id, 'created');
    const names = new Map((await desk.account('model')).map((one) => [one.id, one.name]));
    expect(names.get(serviceId ?? 0)).toBe('Ada');
  });

  it('at the same host, leaves it to a person: what was lost may be there under other ones', async () => {
    const rehosted = (service: Service) =>
      telling(service, (image) => image.replace(/\/([^/]+)$/u, '/models/$1'));
    const desk = await openDesk({ service: rehosted });
    const zoe = await desk.made('model', 'Zoe');
    await desk.poll(() => desk.ledger.own.get('model', zoe)?.cover).not.toBe('');
    faulty(desk, { kind: 'accept-then-close' }, { times: 1 });
    const id = await desk.create('model', 'Ada', [await desk.photo('a.jpg')]);
    expect((await desk.until(id, 'stopped')).problem).toMatchObject({
      code: 'own-uncertain',
      about: 'Ada',
    });
    expect(creates(desk)).toBe(2);
  });

  it('is searched by the name, too, where it signs the same ones anew', async () => {
    const desk = await openDesk({ service: signing });
    faulty(desk, { kind: 'accept-then-close' }, { times: 1 });
    const id = await desk.create('model', 'Ada', [await desk.photo('a.jpg')]);
    const { serviceId } = await desk.until(id, 'created');
    expect(await desk.account('model')).toEqual([{ id: serviceId, name: 'Ada' }]);
    expect(creates(desk)).toBe(1);
  });

  it.each([
    ['two have the name', 'Ada', ['Ada', 'Ada'], 'Ada, Ada'],
    ['the service was to name it', null, ['Bea'], 'Bea'],
  ] as const)('leaves it to a person when %s', async (_what, name, others, about) => {
    const desk = await openDesk({ isDemo: false, service: moving });
    faulty(desk, { kind: 'reset' }, { times: 1 });
    const id = await desk.create('model', name, [await desk.photo('a.jpg')]);
    await desk.until(id, 'doubt');
    await meanwhile(desk, async () => {
      for (const other of others) await desk.madeElsewhere('model', other);
    });
    expect((await desk.until(id, 'stopped')).problem).toMatchObject({
      code: 'own-uncertain',
      about,
    });
  });
});

type Info = Extract<Awaited<ReturnType<Service['info']>>, { ok: true }>['value'];

/** A service whose list of the account is another one. */
function listing(service: Service, other: (info: Info) => Info): Service {
  return {
    ...service,
    async info(input, options) {
      const answer = await service.info(input, options);
      return answer.ok ? { ok: true, value: other(answer.value) } : answer;
    },
  };
}

/** Tells of one more than it gives. */
function shortened(info: Info): Info {
  const { pagination } = info;
  const told = pagination?.fashionModels;
  if (pagination === undefined || told === undefined) return info;
  const fashionModels = { ...told, total: (told.total ?? 0) + 1 };
  return { ...info, pagination: { ...pagination, fashionModels } };
}

/** Tells nothing of own models. */
const listless = ({ fashionModels: _kept, ...info }: Info): Info => uncounted(info);

/** Tells no numbers with its lists. */
const uncounted = ({ pagination: _told, ...info }: Info): Info => info;

/** Uploads each photo once, whoever asks. */
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

/** Names the photos of own models by another host. */
function moving(service: Service): Service {
  return telling(service, (image) => `https://cdn.example${new URL(image).pathname}`);
}

/** Names the photos of own models with a signature that is good for a while. */
function signing(service: Service): Service {
  return telling(service, (image) => `${image}?signature=${performance.now()}`);
}

function telling(service: Service, other: (image: string) => string): Service {
  return {
    ...service,
    async queryOwnModel(id, options) {
      const answer = await service.queryOwnModel(id, options);
      if (!answer.ok) return answer;
      return { ok: true, value: { ...answer.value, images: answer.value.images.map(other) } };
    },
  };
}
