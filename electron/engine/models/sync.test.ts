import { describe, expect, it } from 'vitest';
import { openDesk } from '../../../test/models/desk.ts';

describe('what was made elsewhere', () => {
  it.each(['model', 'scene'] as const)('is adopted, with its photos: a %s', async (kind) => {
    const desk = await openDesk();
    const id = await desk.madeElsewhere(kind, 'Ada');
    expect(desk.own.standing()).toMatchObject({ isRefreshing: false, refreshedAt: null });
    expect(await desk.own.refresh()).toMatchObject({ ok: true });
    const row = () => desk.ledger.own.get(kind, id);
    expect(row()).toMatchObject({ name: 'Ada', isMadeHere: false, presence: 'there' });
    expect(desk.own.standing()).toMatchObject({
      isRefreshing: false,
      refreshedAt: expect.any(Number) as number,
      problem: null,
    });
    expect(desk.ledger.own.count(kind)).toBe(1);
  });

  it('is found at the start of a window, described, and told to the pickers', async () => {
    const desk = await openDesk();
    const id = await desk.madeElsewhere('model', 'Ada');
    const asked = desk.arrived('own-model-query');
    const opened = await desk.restart({ sync: true });
    const row = () => opened.ledger.own.get('model', id);
    await desk.poll(() => row()?.images?.length).toBe(1);
    expect(opened.refreshed).toContain('fashionModels');
    expect(opened.refreshed).not.toContain('locations');
    await opened.calm();
    expect(desk.arrived('own-model-query') - asked).toBe(1);
  });

  it('is looked for only when a person asks, while the network is to be spared', async () => {
    const desk = await openDesk({ sync: true, mode: 'metered' });
    const id = await desk.madeElsewhere('scene', 'Loft');
    await desk.calm();
    expect(desk.own.standing()).toMatchObject({ isRefreshing: false, refreshedAt: null });
    await desk.own.refresh();
    expect(desk.ledger.own.get('scene', id)).toMatchObject({ name: 'Loft' });
  });

  it('on pages of 100, none is missed', async () => {
    const desk = await openDesk({ demo: { own: { models: 230 } } });
    expect(await desk.own.refresh()).toMatchObject({ ok: true });
    expect(desk.ledger.own.count('model')).toBe(230);
  });
});

describe('what was deleted elsewhere', () => {
  it('is marked once the service has said so, with its card, and is there again when it is', async () => {
    const desk = await openDesk();
    const id = await desk.madeElsewhere('scene', 'Loft');
    const kept = await desk.madeElsewhere('scene', 'Roof');
    await desk.own.refresh();
    await desk.service.deleteOwnScene(id);
    desk.demo.inject({ kind: 'server-error', on: 'own-scene-query', times: 3 });
    await desk.own.refresh();
    expect(desk.ledger.own.get('scene', id)?.presence).toBe('there');
    desk.demo.clearFaults();
    await desk.own.refresh();
    expect(desk.ledger.own.get('scene', id)?.presence).toBe('gone');
    expect(desk.ledger.own.get('scene', kept)?.presence).toBe('there');
    expect(desk.ledger.own.count('scene')).toBe(1);
  });

  it('a list that leaves it out is no evidence where the service still knows it', async () => {
    let left: number | null = null;
    const desk = await openDesk({
      service: (service) => ({
        ...service,
        async info(input, options) {
          const answer = await service.info(input, options);
          if (!answer.ok || left === null) return answer;
          const { fashionModels = [], pagination } = answer.value;
          const told = pagination?.fashionModels;
          if (pagination === undefined || told === undefined) return answer;
          return {
            ok: true,
            value: {
              ...answer.value,
              fashionModels: fashionModels.filter(({ id }) => id !== left),
              pagination: {
                ...pagination,
                fashionModels: { ...told, total: (told.total ?? 0) - 1 },
              },
            },
          };
        },
      }),
    });
    const id = await desk.madeElsewhere('model', 'Ada');
    await desk.own.refresh();
    left = id;
    expect(await desk.own.refresh()).toMatchObject({ ok: true });
    expect(desk.ledger.own.get('model', id)?.presence).toBe('there');
  });

  it.each([
    ['ends in the middle', { kind: 'server-error', on: 'info', after: 1 }],
    ['is a web page', { kind: 'html', on: 'info' }],
  ] as const)('a list that %s marks nothing, and says so', async (_what, fault) => {
    const desk = await openDesk({ demo: { own: { models: 130 } } });
    await desk.own.refresh();
    const { problem } = desk.own.standing();
    expect(problem).toBeNull();
    const [gone] = desk.ledger.own.all('model');
    await desk.service.deleteOwnModel(gone?.id ?? 0);
    const asked = desk.arrived('own-model-query');
    desk.demo.inject(fault);
    expect(await desk.own.refresh()).toMatchObject({ ok: false });
    expect(desk.own.standing().problem?.code).toMatch(/^service-/);
    expect(desk.ledger.own.get('model', gone?.id ?? 0)?.presence).toBe('there');
    expect(desk.arrived('own-model-query')).toBe(asked);
  });
});

describe('another API key', () => {
  it('of an account that has none of ours is no reason to take them for gone, or its own for ours', async () => {
    const first = await openDesk({ account: 'a' });
    const ada = await first.madeElsewhere('model', 'Ada');
    const loft = await first.madeElsewhere('scene', 'Loft');
    await first.own.refresh();
    const desk = await first.restart({ account: 'b' });
    // as the service answers the key of another account
    await desk.service.deleteOwnModel(ada);
    await desk.service.deleteOwnScene(loft);
    const bea = await desk.madeElsewhere('model', 'Bea');
    const code = 'own-other-account';
    expect(await desk.own.refresh()).toMatchObject({ problem: { code } });
    expect(desk.own.standing()).toMatchObject({ problem: { code, about: '2' } });
    expect(desk.ledger.own.get('model', ada)?.presence).toBe('there');
    expect(desk.ledger.own.get('scene', loft)?.presence).toBe('there');
    expect(desk.ledger.own.get('model', bea)).toBeUndefined();
    const creation = await desk.create('model', 'Cleo', [await desk.photo('c.jpg')]);
    expect((await desk.until(creation, 'stopped')).problem?.code).toBe(code);
    expect(await desk.account('model')).toEqual([{ id: bea, name: 'Bea' }]);

    // all of them were deleted in the service's console, says a person
    desk.own.isSameAccount();
    await desk.own.refresh();
    expect(desk.ledger.own.get('model', ada)?.presence).toBe('gone');
    expect(desk.ledger.own.get('scene', loft)?.presence).toBe('gone');
    expect(desk.ledger.own.get('model', bea)?.presence).toBe('there');
  });

  it('is not noted as the one of the account before the service has answered it', async () => {
    const desk = await openDesk({ account: 'a' });
    desk.demo.inject({ kind: 'server-error', on: 'info' });
    expect(await desk.own.refresh()).toMatchObject({ ok: false });
    expect(desk.ledger.owner.account()).toBeNull();
    desk.demo.clearFaults();
    expect(await desk.own.refresh()).toMatchObject({ ok: true });
    expect(desk.ledger.owner.account()).not.toBeNull();
  });

  it('of the same account is asked nothing, nor is the same key, whatever is deleted', async () => {
    const first = await openDesk({ account: 'a' });
    const ada = await first.madeElsewhere('model', 'Ada');
    await first.own.refresh();
    const desk = await first.restart({ account: 'renewed' });
    expect(await desk.own.refresh()).toMatchObject({ ok: true });
    await desk.service.deleteOwnModel(ada);
    expect(await desk.own.refresh()).toMatchObject({ ok: true });
    expect(desk.ledger.own.get('model', ada)?.presence).toBe('gone');
  });
});

it('one that was deleted here and stays in the account is shown again, with its card', async () => {
  const desk = await openDesk();
  const id = await desk.madeElsewhere('model', 'Ada');
  await desk.own.refresh();
  const blank = { notes: '', tags: [], expires: null, clients: [], folders: [] };
  desk.ledger.own.saveNotes('model', id, 0, { ...blank, localName: 'Ada L.' });
  desk.ledger.own.deleted('model', id);
  // a list may lag
  await desk.own.refresh();
  expect(desk.ledger.own.get('model', id)?.presence).toBe('deleted');
  await desk.pass(10 * 60_000);
  await desk.own.refresh();
  expect(desk.ledger.own.get('model', id)).toMatchObject({
    presence: 'there',
    localName: 'Ada L.',
  });
});

it.each([
  ['a window looks every half an hour', true, 2],
  ['who only works through what is left never looks', false, 0],
] as const)('%s', async (_what, sync, times) => {
  const desk = await openDesk({ sync });
  await desk.calm();
  const once = desk.arrived('info');
  await desk.pass(29 * 60_000);
  await desk.calm();
  expect(desk.arrived('info')).toBe(once);
  await desk.pass(60_000);
  await desk.calm();
  expect(desk.arrived('info')).toBe(times * (once / Math.max(1, times - 1)));
});

it('many who want it looked through have it looked through once', async () => {
  const desk = await openDesk();
  const before = desk.arrived('info');
  await Promise.all([desk.own.refresh(), desk.own.refresh(), desk.own.refresh()]);
  // the service's models and its scenes have more than a page
  const once = desk.arrived('info') - before;
  await desk.own.refresh();
  expect(desk.arrived('info') - before).toBe(2 * once);
});
