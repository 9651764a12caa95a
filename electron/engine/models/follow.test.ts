import { expect, it } from 'vitest';
import { openDesk, type Desk } from '../../../test/models/desk.ts';

const never = new AbortController().signal;
const forever = { executionMs: 0, jitterMs: 0, preparationMs: 3_600_000 };
const statusOf = (desk: Desk, id: number) => desk.ledger.own.get('model', id)?.status;

it.each([
  ['complete', 0],
  ['failed', 1],
] as const)(
  'what is being prepared is followed until it is %s, across a restart',
  async (status, ownModel) => {
    const speed = { ...forever, preparationMs: 1500 };
    const first = await openDesk({ demo: { speed, failures: { ownModel } } });
    const id = await first.made();
    await first.poll(() => first.ledger.own.get('model', id)?.name).toBe('Ada');
    expect(statusOf(first, id)).toBe('prepare');
    const second = await first.restart();
    expect(statusOf(second, id)).toBe('prepare');
    expect(await second.own.ready('model', id, never)).toMatchObject({
      ok: true,
      value: { status },
    });
    // nothing more is asked
    const asked = second.arrived('own-model-query');
    await second.calm();
    expect(second.arrived('own-model-query')).toBe(asked);
  },
);

it('is asked after 2 s at first and once a minute in the end', async () => {
  const times: number[] = [];
  const desk: Desk = await openDesk({
    demo: { speed: forever },
    service: (service) => ({
      ...service,
      queryOwnModel(asked, options) {
        times.push(Math.round(desk.clock.mono() / 1000));
        return service.queryOwnModel(asked, options);
      },
    }),
  });
  const id = await desk.made();
  await desk.pass(300_000);
  const gaps = times.slice(1).map((at, n) => at - (times[n] ?? 0));
  expect(gaps.slice(0, 3)).toEqual([2, 2, 3]);
  expect(gaps.at(-1)).toBe(60);
  expect(statusOf(desk, id)).toBe('prepare');
});

it('one that a command waits for is told when it is ready, or that there is none', async () => {
  const desk = await openDesk({ demo: { speed: { ...forever, preparationMs: 300 } } });
  const id = await desk.made();
  const ready = await desk.own.ready('model', id, never);
  expect(ready).toMatchObject({ ok: true, value: { id, status: 'complete' } });
  for (const [kind, other] of [
    ['model', 99],
    ['scene', id],
  ] as const) {
    const none = await desk.own.ready(kind, other, never);
    expect(none).toMatchObject({ problem: { code: 'own-unknown' } });
  }
});

it('who waits for one is let go when he leaves, and when the program stops', async () => {
  const desk = await openDesk({ demo: { speed: forever } });
  const id = await desk.made();
  const leaving = new AbortController();
  const left = desk.own.ready('model', id, leaving.signal);
  const stays = desk.own.ready('model', id, never);
  leaving.abort();
  expect(await left).toMatchObject({ problem: { code: 'aborted' } });
  await desk.own.stop();
  expect(await stays).toMatchObject({ problem: { code: 'aborted' } });
});

it('one that was deleted while it was prepared is gone, once a whole list says so, too', async () => {
  const desk = await openDesk({ demo: { speed: forever } });
  const id = await desk.made();
  await desk.service.deleteOwnModel(id);
  await desk.poll(() => desk.ledger.own.get('model', id)?.presence).toBe('gone');
  expect(await desk.account('model')).toEqual([]);
});
