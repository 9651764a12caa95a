import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { TemplateFilter } from '#shared/views/templates.ts';
import { scene, scenes } from '../../../test/fixtures/template-service.ts';
import {
  agentOf,
  idsOf,
  never,
  openTemplateRoom,
  patience,
} from '../../../test/fixtures/template-room.ts';
import { codeOf, valueOf } from '../../../test/fixtures/values.ts';

const MINUTE = 60_000;
const room = openTemplateRoom();

describe('a list of templates', () => {
  it('returns its first page while the others are loading, each requested once', async () => {
    room.entries = scenes(312);
    const answers = Promise.withResolvers<void>();
    const honest = room.honest();
    room.service.tell(async (asked) => {
      if (asked.page !== 1) await answers.promise;
      return honest(asked);
    });
    const templates = room.open();
    const first = await room.page(templates, { limit: 500 });
    const begun = { total: 312, isComplete: false, isRefreshing: true, problem: null };
    expect(first).toMatchObject(begun);
    expect(first.rows).toHaveLength(100);
    answers.resolve();
    const whole = await room.settled(templates, { limit: 500 });
    expect(whole).toMatchObject({ total: 312, isComplete: true, refreshedAt: room.clock.wall() });
    expect(whole.rows).toHaveLength(312);
    const agent = { agentName: 'aimodel', agentVersion: 'v1.0' };
    const asked = { ...agent, pageSize: 100, resourceType: 'locations' };
    expect(room.service.asked).toEqual([1, 2, 3, 4].map((page) => ({ ...asked, page })));
    expect(room.changes).toBeGreaterThan(3);
  });

  it('is requested once, even for concurrent queries', async () => {
    const templates = room.open();
    await Promise.all(Array.from({ length: 30 }, () => room.page(templates)));
    await room.settled(templates);
    expect(room.pagesAsked()).toEqual([1, 2]);
  });

  it('is answered from the cache at the next start, and refreshed in the background', async () => {
    const first = room.open();
    await room.settled(first);
    await first.close();
    room.entries = [...scenes(130), scene(900)];
    const held = Promise.withResolvers<void>();
    const honest = room.honest();
    room.service.tell(async (asked) => {
      await held.promise;
      return honest(asked);
    });
    const second = room.open();
    const kept = { total: 130, isComplete: true, isRefreshing: true };
    expect(await room.page(second)).toMatchObject(kept);
    held.resolve();
    expect(await room.settled(second)).toMatchObject({ total: 131, isComplete: true });
  });

  it('is requested again only if it is old or on demand', async () => {
    const templates = room.open();
    await room.settled(templates);
    room.clock.pass(9 * MINUTE);
    await room.settled(templates);
    expect(room.pagesAsked()).toEqual([1, 2]);
    room.clock.pass(2 * MINUTE);
    await room.settled(templates);
    expect(room.pagesAsked()).toEqual([1, 2, 1, 2]);
    expect(templates.refresh(agentOf('aimodel'), 'locations')).toMatchObject({ ok: true });
    await room.settled(templates);
    expect(room.pagesAsked()).toEqual([1, 2, 1, 2, 1, 2]);
  });

  it('stays cached while the network is metered, unless refreshed on demand', async () => {
    const first = room.open();
    await room.settled(first);
    const asked = room.pagesAsked().length;
    room.mode = 'metered';
    room.clock.pass(11 * 60_000);
    expect((await room.settled(first)).rows.length).toBeGreaterThan(0);
    expect(room.pagesAsked()).toHaveLength(asked);
    first.refresh(agentOf('aimodel'), 'locations');
    await room.settled(first);
    expect(room.pagesAsked().length).toBeGreaterThan(asked);
  });

  it('can be empty, and reports that', async () => {
    room.entries = [];
    const templates = room.open();
    const empty = { total: 0, rows: [], isComplete: true, problem: null };
    expect(await room.settled(templates)).toMatchObject(empty);
    expect(room.pagesAsked()).toEqual([1]);
  });

  it('is refused if the agent has no such list', async () => {
    const templates = room.open();
    for (const [agent, list] of [
      ['aipose', 'locations'],
      ['removeBG', 'locations'],
      ['aiproduct', 'fashionModels'],
    ] as const) {
      const request = { agent: agentOf(agent), list, filter: {}, offset: 0, limit: 1 };
      expect(codeOf(await templates.page(request, never))).toBe('list-unknown');
    }
    expect(room.service.asked).toEqual([]);
  });
});

describe('lists that arrive together', () => {
  const version = (agentVersion: string) => {
    const first = agentVersion === 'v1.0' ? 100 : 6000;
    return {
      agentVersion,
      locations: [{ id: first, name: `Street ${agentVersion}`, image: '' }],
      fashionModels: [{ id: first + 1, image: '' }],
      tags: [{ id: first + 2, name: 'Standing' }],
    };
  };

  it('are loaded with one request, and never mixed with those of another version', async () => {
    room.service.tell(({ agentVersion }) => version(agentVersion));
    const templates = room.open();
    const [old, young] = [agentOf('mannequin', 'v1.0'), agentOf('mannequin', 'v1.5')];
    for (const [agent, list, id] of [
      [old, 'locations', 100],
      [old, 'fashionModels', 101],
      [old, 'tags', 102],
      [young, 'locations', 6000],
      [young, 'fashionModels', 6001],
      [young, 'tags', 6002],
    ] as const) {
      expect(idsOf(await room.settled(templates, { agent, list }))).toEqual([id]);
    }
    expect(room.service.asked).toMatchObject([
      { agentVersion: 'v1.0', page: null, resourceType: null },
      { agentVersion: 'v1.5', page: null, resourceType: null },
    ]);
    const named = valueOf(await templates.named(young, 'locations', [6000, 100], never));
    expect(named).toMatchObject({ isComplete: true, cards: [{ name: 'Street v1.5' }, null] });
    const tags = await room.page(templates, { agent: young, list: 'tags' });
    expect(tags.tags).toEqual([{ id: 6002, name: 'Standing' }]);
  });
});

describe('custom entries', () => {
  const own = (id: number, status: string, more: object = {}) =>
    scene(id, { type: 'Yours', status, name: 'Our loft', ...more });

  it('come first, and it is noticed if a scene fails while a screen shows the list', async () => {
    room.entries = [...scenes(110), own(901, 'prepare'), own(902, 'complete')];
    const templates = room.open();
    const first = await room.settled(templates);
    expect(idsOf(first).slice(0, 3)).toEqual([901, 902, 1]);
    expect(first.hasYours).toBe(true);
    expect(first.rows[0]?.status).toBe('prepare');
    room.entries = [...scenes(110), own(901, 'failed'), own(902, 'complete')];
    room.clock.pass(15_000);
    await expect
      .poll(async () => (await room.page(templates)).rows[0]?.status, patience)
      .toBe('failed');
    const asked = room.service.asked.length;
    // no entry is being prepared any more
    room.clock.pass(15_000);
    await room.settled(templates);
    expect(room.service.asked).toHaveLength(asked);
  });

  it('are not checked again when no screen requests them any more', async () => {
    room.entries = [own(901, 'prepare')];
    const templates = room.open();
    await room.settled(templates);
    await expect.poll(() => room.clock.sleeping, patience).toBe(1);
    // the screen responds to the change with one more request, then closes
    room.clock.pass(15_000);
    await expect.poll(() => room.service.asked.length, patience).toBe(2);
    await expect.poll(() => room.clock.sleeping, patience).toBe(1);
    room.clock.pass(15_000);
    await expect.poll(() => room.clock.sleeping, patience).toBe(0);
    expect(room.service.asked).toHaveLength(2);
  });
});

describe('the cache', () => {
  it('is replaced if another program has changed it', async () => {
    const first = room.open();
    await room.settled(first);
    await first.close();
    const [place = ''] = await readdir(room.folder);
    const files = await readdir(join(room.folder, place));
    expect(files).toEqual(['aimodel v1.0 locations.json']);
    const file = join(room.folder, place, files[0] ?? '');
    await writeFile(file, '{"format":1,"edition":{"lists":{}}}');
    expect(await room.settled(room.open())).toMatchObject({ total: 130, isComplete: true });
    expect(room.pagesAsked()).toEqual([1, 2, 1, 2]);
  });
});

describe('a filter', () => {
  it('finds by text, id, tag, category and owner, in any spelling', async () => {
    room.entries = [
      ...scenes(120),
      scene(901, { type: 'Yours', status: 'complete', name: 'Café Ｌoft', categories: [] }),
    ];
    const templates = room.open();
    await room.settled(templates);
    const found = async (filter: TemplateFilter) => idsOf(await room.page(templates, { filter }));
    expect(await found({ text: 'cafe loft' })).toEqual([901]);
    expect(await found({ text: 'SCENE 77' })).toEqual([77]);
    expect(await found({ text: '901' })).toEqual([901]);
    expect(await found({ text: 'nowhere' })).toEqual([]);
    expect(await found({ owner: 'Yours' })).toEqual([901]);
    expect(await found({ category: 'Street', tagIds: [11] })).toHaveLength(20);
    expect(await found({ tagIds: [10, 11] })).toHaveLength(80 + 1);
    const all = await room.page(templates);
    expect(all.tags).toEqual([
      { id: 11, name: 'Cool' },
      { id: 12, name: 'Minimal' },
      { id: 10, name: 'Warm' },
    ]);
    expect(all.categories).toEqual(['Street', 'Studio']);
  });
});
