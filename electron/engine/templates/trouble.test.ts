import { describe, expect, it } from 'vitest';
import { scenes } from '../../../test/fixtures/template-service.ts';
import { agentOf, idsOf, openTemplateRoom } from '../../../test/fixtures/template-room.ts';

const MINUTE = 60_000;
const room = openTemplateRoom();

describe('an unreachable service', () => {
  it('leaves the cached list, with a problem, and is not queried again immediately', async () => {
    const first = room.open();
    await room.settled(first);
    await first.close();
    room.service.tell(() => null);
    const second = room.open();
    const answer = await room.settled(second);
    expect(answer).toMatchObject({ total: 130, isComplete: true, refreshedAt: room.clock.wall() });
    expect(answer.problem?.code).toBe('service-unreachable');
    const asked = room.service.asked.length;
    await room.settled(second);
    expect(room.service.asked).toHaveLength(asked);
    room.service.tell(room.honest());
    room.clock.pass(31_000);
    expect(await room.settled(second)).toMatchObject({ problem: null });
  });

  it('is reported without delay if nothing is cached', async () => {
    room.service.tell(() => null);
    const templates = room.open();
    const answer = await room.page(templates);
    expect(answer).toMatchObject({ total: 0, rows: [], isComplete: false, refreshedAt: null });
    expect(answer.problem?.code).toBe('service-unreachable');
  });

  it('that fails after some pages leaves those pages, even after a restart, and continues there', async () => {
    room.entries = scenes(250);
    const honest = room.honest();
    room.service.tell((asked) => ((asked.page ?? 0) > 2 ? null : honest(asked)));
    const templates = room.open();
    const half = await room.settled(templates, { limit: 500 });
    expect(half).toMatchObject({ total: 250, isComplete: false });
    expect(half.rows).toHaveLength(200);
    expect(half.problem?.code).toBe('service-unreachable');
    const again = room.open();
    expect((await room.page(again, { limit: 500 })).rows).toHaveLength(200);
    await again.close();

    room.service.asked.length = 0;
    room.service.tell(honest);
    templates.refresh(agentOf('aimodel'), 'locations');
    const whole = { total: 250, isComplete: true, problem: null };
    expect(await room.settled(templates)).toMatchObject(whole);
    expect(room.pagesAsked().filter((number) => number !== 1 && number !== 2)).toEqual([3]);
  });

  it('that fails during a refresh leaves the complete list', async () => {
    const templates = room.open();
    await room.settled(templates);
    room.entries = scenes(130, 1000);
    const honest = room.honest();
    room.service.tell((asked) => ((asked.page ?? 0) > 1 ? null : honest(asked)));
    room.clock.pass(11 * MINUTE);
    const answer = await room.settled(templates);
    expect(idsOf(answer)[0]).toBe(1);
    expect(answer).toMatchObject({ isComplete: true, problem: { code: 'service-unreachable' } });
  });

  it('does not delay stopping the studio', async () => {
    const asked = Promise.withResolvers<void>();
    room.service.tell(() => {
      asked.resolve();
      return new Promise<null>(() => {});
    });
    const templates = room.open();
    const waiting = room.page(templates);
    await asked.promise;
    await templates.close();
    expect(await waiting).toMatchObject({ rows: [], isComplete: false });
  });
});

describe('a service with a wrong total', () => {
  it('has its entries listed, together with a problem', async () => {
    const honest = room.honest();
    room.service.tell((asked) => honest({ ...asked, page: 1 }));
    const templates = room.open();
    const answer = await room.settled(templates);
    expect(answer).toMatchObject({ total: 100, isComplete: false });
    expect(answer.problem).toMatchObject({ code: 'templates-incomplete' });
    expect(answer.problem?.message).toContain('130');
    expect(room.pagesAsked()).toEqual([1, 2]);
  });

  it('does not replace a complete list with a shorter one', async () => {
    const templates = room.open();
    await room.settled(templates);
    const honest = room.honest();
    room.service.tell((asked) => honest({ ...asked, page: 1 }));
    room.clock.pass(11 * MINUTE);
    expect(await room.settled(templates)).toMatchObject({
      total: 130,
      isComplete: true,
      problem: { code: 'templates-incomplete' },
    });
  });
});
