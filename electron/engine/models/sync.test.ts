import { describe, expect, it } from 'vitest';
import { openHarness } from '../../../test/models/harness.ts';

describe('an entry made elsewhere', () => {
  it.each(['model', 'scene'] as const)('is adopted with its photos: a %s', async (kind) => {
    const harness = await openHarness();
    const id = await harness.madeElsewhere(kind, 'Ada');
    expect(harness.customModels.sync()).toMatchObject({ isRefreshing: false, refreshedAt: null });
    expect(await harness.customModels.refresh()).toMatchObject({ ok: true });
    const row = () => harness.ledger.customModels.get(kind, id);
    expect(row()).toMatchObject({ name: 'Ada', isMadeHere: false, presence: 'there' });
    expect(harness.customModels.sync()).toMatchObject({
      isRefreshing: false,
      refreshedAt: expect.any(Number) as number,
      problem: null,
    });
    expect(harness.ledger.customModels.count(kind)).toBe(1);
  });

  it('is found when a window starts, described, and shown in the pickers', async () => {
    const harness = await openHarness();
    const id = await harness.madeElsewhere('model', 'Ada');
    const asked = harness.arrived('custom-model-query');
    const opened = await harness.restart({ sync: true });
    const row = () => opened.ledger.customModels.get('model', id);
    await harness.poll(() => row()?.images?.length).toBe(1);
    expect(opened.refreshed).toContain('fashionModels');
    expect(opened.refreshed).not.toContain('locations');
    await opened.calm();
    expect(harness.arrived('custom-model-query') - asked).toBe(1);
  });

  it('is searched for only on request while the network is metered', async () => {
    const harness = await openHarness({ sync: true, mode: 'metered' });
    const id = await harness.madeElsewhere('scene', 'Loft');
    await harness.calm();
    expect(harness.customModels.sync()).toMatchObject({ isRefreshing: false, refreshedAt: null });
    await harness.customModels.refresh();
    expect(harness.ledger.customModels.get('scene', id)).toMatchObject({ name: 'Loft' });
  });

  it('is found on any page of 100 entries', async () => {
    const harness = await openHarness({ demo: { models: { models: 230 } } });
    expect(await harness.customModels.refresh()).toMatchObject({ ok: true });
    expect(harness.ledger.customModels.count('model')).toBe(230);
  });
});

describe('an entry deleted elsewhere', () => {
  it('is gone once the service confirms that, keeps its details, and returns when it exists again', async () => {
    const harness = await openHarness();
    const id = await harness.madeElsewhere('scene', 'Loft');
    const kept = await harness.madeElsewhere('scene', 'Roof');
    await harness.customModels.refresh();
    await harness.service.deleteCustomScene(id);
    harness.demo.inject({ kind: 'server-error', on: 'custom-scene-query', times: 3 });
    await harness.customModels.refresh();
    expect(harness.ledger.customModels.get('scene', id)?.presence).toBe('there');
    harness.demo.clearFaults();
    await harness.customModels.refresh();
    expect(harness.ledger.customModels.get('scene', id)?.presence).toBe('gone');
    expect(harness.ledger.customModels.get('scene', kept)?.presence).toBe('there');
    expect(harness.ledger.customModels.count('scene')).toBe(1);
  });

  it('is not considered gone while the service still knows it', async () => {
    let left: number | null = null;
    const harness = await openHarness({
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
    const id = await harness.madeElsewhere('model', 'Ada');
    await harness.customModels.refresh();
    left = id;
    expect(await harness.customModels.refresh()).toMatchObject({ ok: true });
    expect(harness.ledger.customModels.get('model', id)?.presence).toBe('there');
  });

  it.each([
    ['ends in the middle', { kind: 'server-error', on: 'info', after: 1 }],
    ['is answered with a web page', { kind: 'html', on: 'info' }],
  ] as const)(
    'a list that %s marks no entry as gone, and reports a problem',
    async (_what, fault) => {
      const harness = await openHarness({ demo: { models: { models: 130 } } });
      await harness.customModels.refresh();
      const { problem } = harness.customModels.sync();
      expect(problem).toBeNull();
      const [gone] = harness.ledger.customModels.all('model');
      await harness.service.deleteCustomModel(gone?.id ?? 0);
      const asked = harness.arrived('custom-model-query');
      harness.demo.inject(fault);
      expect(await harness.customModels.refresh()).toMatchObject({ ok: false });
      expect(harness.customModels.sync().problem?.code).toMatch(/^service-/);
      expect(harness.ledger.customModels.get('model', gone?.id ?? 0)?.presence).toBe('there');
      expect(harness.arrived('custom-model-query')).toBe(asked);
    },
  );
});

describe('another API key', () => {
  it('of an account without the known entries neither marks them as gone nor adopts that account’s entries', async () => {
    const first = await openHarness({ account: 'a' });
    const ada = await first.madeElsewhere('model', 'Ada');
    const loft = await first.madeElsewhere('scene', 'Loft');
    await first.customModels.refresh();
    const harness = await first.restart({ account: 'b' });
    // deletes the entries as if the key belonged to another account
    await harness.service.deleteCustomModel(ada);
    await harness.service.deleteCustomScene(loft);
    const bea = await harness.madeElsewhere('model', 'Bea');
    const code = 'own-other-account';
    expect(await harness.customModels.refresh()).toMatchObject({ problem: { code } });
    expect(harness.customModels.sync()).toMatchObject({ problem: { code, about: '2' } });
    expect(harness.ledger.customModels.get('model', ada)?.presence).toBe('there');
    expect(harness.ledger.customModels.get('scene', loft)?.presence).toBe('there');
    expect(harness.ledger.customModels.get('model', bea)).toBeUndefined();
    const creation = await harness.create('model', 'Cleo', [await harness.photo('c.jpg')]);
    expect((await harness.until(creation, 'stopped')).problem?.code).toBe(code);
    expect(await harness.account('model')).toEqual([{ id: bea, name: 'Bea' }]);

    // the user confirms that all of them were deleted in the service's console
    harness.customModels.isSameAccount();
    await harness.customModels.refresh();
    expect(harness.ledger.customModels.get('model', ada)?.presence).toBe('gone');
    expect(harness.ledger.customModels.get('scene', loft)?.presence).toBe('gone');
    expect(harness.ledger.customModels.get('model', bea)?.presence).toBe('there');
  });

  it('is not recorded for the account before the service has accepted it', async () => {
    const harness = await openHarness({ account: 'a' });
    harness.demo.inject({ kind: 'server-error', on: 'info' });
    expect(await harness.customModels.refresh()).toMatchObject({ ok: false });
    expect(harness.ledger.owner.account()).toBeNull();
    harness.demo.clearFaults();
    expect(await harness.customModels.refresh()).toMatchObject({ ok: true });
    expect(harness.ledger.owner.account()).not.toBeNull();
  });

  it('of the same account needs no confirmation, nor does the same key', async () => {
    const first = await openHarness({ account: 'a' });
    const ada = await first.madeElsewhere('model', 'Ada');
    await first.customModels.refresh();
    const harness = await first.restart({ account: 'renewed' });
    expect(await harness.customModels.refresh()).toMatchObject({ ok: true });
    await harness.service.deleteCustomModel(ada);
    expect(await harness.customModels.refresh()).toMatchObject({ ok: true });
    expect(harness.ledger.customModels.get('model', ada)?.presence).toBe('gone');
  });
});

it('an entry deleted here that stays in the account is shown again', async () => {
  const harness = await openHarness();
  const id = await harness.madeElsewhere('model', 'Ada');
  await harness.customModels.refresh();
  const blank = { notes: '', tags: [], expires: null, clients: [], folders: [] };
  harness.ledger.customModels.saveNotes('model', id, 0, { ...blank, localName: 'Ada L.' });
  harness.ledger.customModels.deleted('model', id);
  // a list may be outdated
  await harness.customModels.refresh();
  expect(harness.ledger.customModels.get('model', id)?.presence).toBe('deleted');
  await harness.pass(10 * 60_000);
  await harness.customModels.refresh();
  expect(harness.ledger.customModels.get('model', id)).toMatchObject({
    presence: 'there',
    localName: 'Ada L.',
  });
});

it.each([
  ['a window syncs the account every half hour', true, 2],
  ['a command that only finishes pending work never syncs the account', false, 0],
] as const)('%s', async (_what, sync, times) => {
  const harness = await openHarness({ sync });
  await harness.calm();
  const once = harness.arrived('info');
  await harness.pass(29 * 60_000);
  await harness.calm();
  expect(harness.arrived('info')).toBe(once);
  await harness.pass(60_000);
  await harness.calm();
  expect(harness.arrived('info')).toBe(times * (once / Math.max(1, times - 1)));
});

it('several requests for a sync at the same time cause one sync', async () => {
  const harness = await openHarness();
  const before = harness.arrived('info');
  await Promise.all([
    harness.customModels.refresh(),
    harness.customModels.refresh(),
    harness.customModels.refresh(),
  ]);
  // the service's models and its scenes fill more than one page
  const once = harness.arrived('info') - before;
  await harness.customModels.refresh();
  expect(harness.arrived('info') - before).toBe(2 * once);
});
